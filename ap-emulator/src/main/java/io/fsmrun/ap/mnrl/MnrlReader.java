package io.fsmrun.ap.mnrl;

import io.fsmrun.ap.convert.NetworkAssembly;
import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.MalformedNetworkException;
import io.fsmrun.ap.network.NetworkLimits;
import io.fsmrun.core.engine.LimitExceededException;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads MNRL files (Angstadt et al., the MNRL schema).
 *
 * <p>Nodes of the types {@code hState}, {@code upCounter} and {@code boolean} are read; {@code
 * state} is refused, since its edges carry symbols of their own. An {@code hState} that is enabled
 * {@code onLast} is taken as VASim takes it: enabled by activation, reporting at the last symbol
 * only. A {@code boolean} with {@code onLast} is high at the last symbol only, as the RAPID
 * compiler writes it; otherwise what enables counters and booleans says nothing. Beside the
 * schema's gate types, {@code sop}, {@code pos}, {@code nsop}, {@code npos} and their names in ANML
 * are known; their terms are the ports {@code b0} and on, or {@code t1} and on.
 *
 * <p>Properties may come in any order; unknown ones are skipped, repeated ones are errors. Errors
 * say file, line and column. Files of any size are read in one pass; memory is that of the network,
 * about three times over. Time is linear. All methods may be called by several threads.
 */
public final class MnrlReader {

  private static final int DEEPEST = 100;
  private static final int LONGEST_STRING = 1 << 20;
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEEPEST)
                  .maxStringLength(LONGEST_STRING)
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
          .build();

  private MnrlReader() {}

  /**
   * Reads a file within the default limits.
   *
   * @param file the file
   * @return the network
   * @throws IOException if it cannot be read
   * @throws MalformedNetworkException if it is no well-formed MNRL
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
   * @throws MalformedNetworkException if it is no well-formed MNRL
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
   * @throws MalformedNetworkException if it is no well-formed MNRL
   * @throws LimitExceededException if it passes a limit
   */
  public static AutomataNetwork read(InputStream in, String sourceName, NetworkLimits limits)
      throws IOException {
    NetworkAssembly assembly = new NetworkAssembly(sourceName, limits);
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), in)) {
      new MnrlParser(json, assembly, limits).parse();
      return assembly.build();
    } catch (MalformedNetworkException e) {
      throw assembly.placed(e);
    } catch (LimitExceededException e) {
      throw assembly.placed(e);
    } catch (JacksonIOException e) {
      if (e.getCause() instanceof CharConversionException) {
        throw assembly.placed(malformed(e));
      }
      throw e.getCause();
    } catch (JacksonException e) {
      throw assembly.placed(malformed(e));
    }
  }

  private static MalformedNetworkException malformed(JacksonException e) {
    TokenStreamLocation at = e.getLocation();
    MalformedNetworkException error =
        new MalformedNetworkException(
            e.getOriginalMessage(),
            at == null ? 1 : Math.max(1, at.getLineNr()),
            at == null ? 1 : Math.max(1, at.getColumnNr()));
    error.initCause(e);
    return error;
  }
}
