package io.fsmrun.cli;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.MalformedNetworkException;
import io.fsmrun.ap.transform.ByteWidening;
import io.fsmrun.ap.transform.StridedNetwork;
import io.fsmrun.ap.transform.TwoStride;
import io.fsmrun.ap.transform.WidenedNetwork;
import io.fsmrun.core.engine.LimitExceededException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * A network that takes its input in another coding.
 *
 * @param name what was done to it
 * @param network the network
 * @param encode codes a stretch of input, of even length unless it is the last
 */
record Coding(String name, AutomataNetwork network, UnaryOperator<byte[]> encode) {

  private static final int WINDOW_BYTES = 1 << 20;

  /** Where the zero byte of a widened symbol stands, by the names that users type. */
  enum Padding {
    BEFORE,
    AFTER;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static Coding widened(AutomataNetwork network, Padding padding) {
    WidenedNetwork wide =
        ByteWidening.apply(
            network,
            padding == Padding.BEFORE
                ? WidenedNetwork.Padding.BEFORE
                : WidenedNetwork.Padding.AFTER);
    return new Coding("widen", wide.network(), wide::encode);
  }

  /**
   * A network that takes two bytes a symbol.
   *
   * @param name of the file, for messages
   */
  static Coding strided(AutomataNetwork network, String name) throws UserErrorException {
    try {
      StridedNetwork strided = TwoStride.apply(network);
      return new Coding("stride2", strided.network(), strided::encode);
    } catch (MalformedNetworkException | LimitExceededException e) {
      throw new UserErrorException(name + ": --stride2 cannot be done: " + e.getMessage());
    }
  }

  /** Codes an input, a window at a time. */
  void encode(InputStream in, OutputStream out, Progress.Phase phase) throws IOException {
    long done = 0;
    byte[] window;
    do {
      window = in.readNBytes(WINDOW_BYTES);
      out.write(encode.apply(window));
      done += window.length;
      phase.to(done);
    } while (window.length == WINDOW_BYTES);
  }
}
