package io.fsmrun.gpu.plan;

import io.fsmrun.gpu.stream.StreamOptions;

/** What a plan is made for. Immutable. */
public final class PlanRequest {

  private final EngineWish wish;
  private final long inputBytes;
  private final byte[] sample;
  private final int pieceBytes;
  private final long pinnedBytes;

  /**
   * A request.
   *
   * @param wish which engines may be used
   * @param inputBytes length of the longest input; -1 if it is not known
   * @param sample the beginning of an input, or something like it; may be empty; not changed later
   * @param pieceBytes bytes of input in one launch, if the user wants so many; 0 for the model's
   *     choice
   * @param pinnedBytes page-locked memory that may be taken, as in {@link StreamOptions}
   */
  public PlanRequest(
      EngineWish wish, long inputBytes, byte[] sample, int pieceBytes, long pinnedBytes) {
    this.wish = wish;
    this.inputBytes = inputBytes;
    this.sample = sample;
    this.pieceBytes = pieceBytes;
    this.pinnedBytes = pinnedBytes;
  }

  /**
   * A plan for inputs of any length, of which nothing is known.
   *
   * @return all engines, no sample
   */
  public static PlanRequest defaults() {
    return new PlanRequest(
        EngineWish.AUTO, -1, new byte[0], 0, StreamOptions.defaults().pinnedBytes());
  }

  /**
   * The same with other engines.
   *
   * @param choice which engines may be used
   * @return the request
   */
  public PlanRequest withWish(EngineWish choice) {
    return new PlanRequest(choice, inputBytes, sample, pieceBytes, pinnedBytes);
  }

  /**
   * The same for another input.
   *
   * @param bytes its length; -1 if it is not known
   * @param beginning its beginning, or what is known of it
   * @return the request
   */
  public PlanRequest withInput(long bytes, byte[] beginning) {
    return new PlanRequest(wish, bytes, beginning, pieceBytes, pinnedBytes);
  }

  /**
   * The same with pieces of another size.
   *
   * @param bytes bytes of input in one launch; 0 for the model's choice
   * @return the request
   */
  public PlanRequest withPieceBytes(int bytes) {
    return new PlanRequest(wish, inputBytes, sample, bytes, pinnedBytes);
  }

  EngineWish wish() {
    return wish;
  }

  long inputBytes() {
    return inputBytes;
  }

  byte[] sample() {
    return sample;
  }

  int pieceBytes() {
    return pieceBytes;
  }

  /**
   * Page-locked memory that may be taken.
   *
   * @return bytes
   */
  public long pinnedBytes() {
    return pinnedBytes;
  }
}
