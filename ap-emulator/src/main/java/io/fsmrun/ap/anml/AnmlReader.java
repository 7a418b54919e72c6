package io.fsmrun.ap.anml;

import io.fsmrun.ap.convert.NetworkAssembly;
import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.MalformedNetworkException;
import io.fsmrun.ap.network.NetworkLimits;
import io.fsmrun.core.engine.LimitExceededException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads ANML files (Dlugosch et al., IEEE TPDS 2014; Micron's documentation of ANML).
 *
 * <p>The root is {@code <anml>} with one {@code <automata-network>} in it, or that itself. Elements
 * are {@code state-transition-element}, {@code counter}, {@code and}, {@code or}, {@code nor},
 * {@code nand}, {@code inverter}, {@code sum-of-products}, {@code product-of-sums}, {@code
 * nsum-of-products} and {@code nproduct-of-sums}; edges to counters end in {@code :cnt} or {@code
 * :rst}, those to the last four in {@code :t1} and on. A counter without {@code at-target} pulses.
 * As VASim does, an STE with {@code high-only-on-eod} is taken for one that reports at the end
 * only. {@code latch} may be spelled {@code latched}, and the {@code activate-on-} and {@code
 * report-on-} elements may stand in any element: programs write them so.
 *
 * <p>What is not known is an error, since it may change the meaning; so are several networks in a
 * file, and macros. Descriptions, names and attributes of other namespaces are skipped. Document
 * types are refused, so that no entity is ever declared, let alone fetched.
 *
 * <p>Errors say file, line and column: of the end of the tag, or of the character in a symbol set.
 * Files of any size are read in one pass; memory is that of the network, about three times over.
 * Time is linear. All methods may be called by several threads.
 */
public final class AnmlReader {

  private AnmlReader() {}

  /**
   * Reads a file within the default limits.
   *
   * @param file the file
   * @return the network
   * @throws IOException if it cannot be read
   * @throws MalformedNetworkException if it is no well-formed ANML
   * @throws LimitExceededException if it passes a limit
   */
  public static AutomataNetwork read(Path file) throws IOException {
    return read(file, NetworkLimits.DEFAULT);
  }

  /**
   * Reads a file.
   *
   * @param file the file
   * @param limits how much it may hold
   * @return the network
   * @throws IOException if it cannot be read
   * @throws MalformedNetworkException if it is no well-formed ANML
   * @throws LimitExceededException if it passes a limit
   */
  public static AutomataNetwork read(Path file, NetworkLimits limits) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return read(in, file.toString(), limits);
    }
  }

  /**
   * Reads a stream to its end, and leaves it open.
   *
   * @param in the bytes of a file
   * @param sourceName what it is called in messages
   * @param limits how much it may hold
   * @return the network
   * @throws IOException if the stream cannot be read
   * @throws MalformedNetworkException if it is no well-formed ANML
   * @throws LimitExceededException if it passes a limit
   */
  public static AutomataNetwork read(InputStream in, String sourceName, NetworkLimits limits)
      throws IOException {
    NetworkAssembly assembly = new NetworkAssembly(sourceName, limits);
    try {
      new AnmlParser(new XmlEvents(in, assembly), assembly).parse();
      return assembly.build();
    } catch (XmlSource.SourceException e) {
      throw assembly.placed(new MalformedNetworkException(e.getMessage(), e.line, e.column));
    } catch (MalformedNetworkException e) {
      throw assembly.placed(e);
    } catch (LimitExceededException e) {
      throw assembly.placed(e);
    }
  }
}
