package io.fsmrun.cli;

import io.fsmrun.ap.anml.AnmlReader;
import io.fsmrun.ap.anml.AnmlWriter;
import io.fsmrun.ap.dot.DotWriter;
import io.fsmrun.ap.mnrl.MnrlReader;
import io.fsmrun.ap.mnrl.MnrlWriter;
import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.MalformedNetworkException;
import io.fsmrun.ap.network.NetworkLimits;
import io.fsmrun.core.engine.LimitExceededException;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads and writes networks, whatever the format. What goes wrong is said in the user's words. */
final class NetworkFiles {

  private static final int HEAD_BYTES = 4096;

  private final Progress progress;

  NetworkFiles(Progress progress) {
    this.progress = progress;
  }

  /**
   * Reads a file that must hold a network.
   *
   * @param file a file that was found readable
   */
  LoadedNetwork read(Path file) throws UserErrorException, InterruptedException {
    FileFormat named = FileFormat.ofName(file).orElse(null);
    if (named == FileFormat.DOT) {
      throw new UserErrorException(file + ": a DOT file is a drawing; give ANML or MNRL");
    }
    if (named == FileFormat.RULES) {
      throw new UserErrorException(file + ": has the name of a rules file; use --rules");
    }
    return read(file, named);
  }

  /**
   * Reads a file that must hold a network.
   *
   * @param file a file that was found readable
   * @param told ANML or MNRL; null to go by the content
   */
  LoadedNetwork read(Path file, FileFormat told) throws UserErrorException, InterruptedException {
    long start = System.nanoTime();
    try (InputStream raw = Files.newInputStream(file);
        Progress.Phase phase = progress.start("Loading", "bytes", length(file));
        InputStream in = new BufferedInputStream(new Counting(raw, phase), 1 << 16)) {
      byte[] head = head(in);
      FileFormat format = told != null ? told : FileFormat.ofContent(head).orElse(null);
      if (format == null) {
        throw new UserErrorException(
            file + ": neither ANML nor MNRL by its name or its content; for rules use --rules");
      }
      requireLook(file, format, head);
      AutomataNetwork network =
          format == FileFormat.ANML
              ? AnmlReader.read(in, file.toString(), NetworkLimits.DEFAULT)
              : MnrlReader.read(in, file.toString(), NetworkLimits.DEFAULT);
      return new LoadedNetwork(network, file.toString(), format, System.nanoTime() - start, null);
    } catch (MalformedNetworkException | LimitExceededException e) {
      throw new UserErrorException(e.getMessage());
    } catch (ClosedByInterruptException e) {
      throw new InterruptedException("interrupted while loading");
    } catch (IOException e) {
      throw UserErrorException.of(file.toString(), e);
    }
  }

  /** Some files of rules are called .anml, and their first line is a better message. */
  private static void requireLook(Path file, FileFormat format, byte[] head)
      throws UserErrorException {
    String text = new String(head, StandardCharsets.ISO_8859_1).strip();
    char first = text.isEmpty() ? '<' : text.charAt(0);
    boolean ascii = first > ' ' && first < 0x7f;
    if (format == FileFormat.ANML && ascii && first != '<') {
      throw new UserErrorException(
          file
              + ":1: starts with '"
              + first
              + "', so it holds no ANML; for rules use --rules, or --from rules");
    }
  }

  /** The first bytes of a stream that can be marked; they are not consumed. */
  static byte[] head(InputStream in) throws IOException {
    in.mark(HEAD_BYTES);
    byte[] head = in.readNBytes(HEAD_BYTES);
    in.reset();
    return head;
  }

  private static long length(Path file) throws IOException {
    return Files.isRegularFile(file) ? Files.size(file) : -1;
  }

  /** Writes a network, whole or not at all. */
  static void write(AutomataNetwork network, OutputFile file, FileFormat format)
      throws UserErrorException, InterruptedException {
    try {
      file.write(out -> write(network, out, format));
    } catch (MalformedNetworkException e) {
      throw new UserErrorException(file + ": " + e.getMessage());
    }
  }

  private static void write(AutomataNetwork network, OutputStream out, FileFormat format)
      throws IOException {
    switch (format) {
      case ANML -> AnmlWriter.write(network, out, AnmlWriter.EndReports.ATTRIBUTE);
      case MNRL -> MnrlWriter.write(network, out);
      case DOT -> DotWriter.write(network, out, element -> DotWriter.Style.PLAIN);
      case RULES -> throw new IllegalArgumentException("a network is not written as rules");
    }
  }

  /** Tells a progress bar how far a file was read. */
  private static final class Counting extends FilterInputStream {

    private final Progress.Phase phase;
    private long done;

    Counting(InputStream in, Progress.Phase phase) {
      super(in);
      this.phase = phase;
    }

    @Override
    public int read() throws IOException {
      int symbol = super.read();
      count(symbol < 0 ? -1 : 1);
      return symbol;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      int read = super.read(bytes, from, length);
      count(read);
      return read;
    }

    private void count(int read) {
      if (read > 0) {
        done += read;
        phase.to(done);
      }
    }
  }
}
