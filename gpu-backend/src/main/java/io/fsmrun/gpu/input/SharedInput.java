package io.fsmrun.gpu.input;

import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.input.ScanInput.Piece;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * An input that several scanners read, each at its own time, but never more than a piece apart.
 * Every piece is read once, into one of two stages; the next but one takes its place. For one
 * thread.
 */
public final class SharedInput {

  private static final int STAGES = 2;

  private final ScanInput source;
  private final int history;
  private final int pieceBytes;
  private final IntFunction<HostBuffer> stages;
  private final Consumer<Piece> listener;
  private final Piece[] pieces = new Piece[STAGES];
  private long read;

  /**
   * An input to be shared.
   *
   * @param source the input
   * @param history bytes of the piece before that each piece has in front of it
   * @param pieceBytes bytes of a piece
   * @param stages the two stages by number, 0 and 1, of as many bytes as both together; asked for
   *     only if the source is staged
   * @param listener hears of each piece when it has been read
   */
  public SharedInput(
      ScanInput source,
      int history,
      int pieceBytes,
      IntFunction<HostBuffer> stages,
      Consumer<Piece> listener) {
    this.source = source;
    this.history = history;
    this.pieceBytes = pieceBytes;
    this.stages = stages;
    this.listener = listener;
  }

  /**
   * The input for one more scanner.
   *
   * @return an input at its start, whose pieces stay where they are
   */
  public ScanInput reader() {
    return new ScanInput.Shared(this);
  }

  /**
   * Reads a piece, if nobody has.
   *
   * @param number which piece, from 0; the last one that was read, the one before, or the next
   * @return the piece
   * @throws IOException if reading fails
   * @throws DeviceException if there is no memory for stages
   */
  Piece piece(long number, int mostHistory, int most) throws IOException {
    if (mostHistory > history || most != pieceBytes) {
      throw new IllegalArgumentException(
          "pieces of " + most + " bytes after " + mostHistory + ", not " + pieceBytes);
    }
    if (number > read || number < read - STAGES) {
      throw new IllegalStateException("piece " + number + " when " + read + " were read");
    }
    int slot = (int) (number % STAGES);
    if (number == read) {
      Piece before = number == 0 ? null : pieces[1 - slot];
      HostBuffer stage = source.isStaged() ? stages.apply(slot) : null;
      pieces[slot] = source.next(stage, history, before, pieceBytes);
      read++;
      listener.accept(pieces[slot]);
    }
    return pieces[slot];
  }
}
