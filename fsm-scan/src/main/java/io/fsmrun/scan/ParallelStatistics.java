package io.fsmrun.scan;

import java.util.List;

/**
 * What a {@link ParallelScanner} did in one scan.
 *
 * @param segments how many segments were cut, the first piece of the input apart
 * @param segmentBytes bytes in them
 * @param engines what became of the guesses, for each engine in the order of the plan
 */
public record ParallelStatistics(long segments, long segmentBytes, List<Engine> engines) {

  /** Copies the list. */
  public ParallelStatistics {
    engines = List.copyOf(engines);
  }

  /**
   * What became of the guesses of one engine.
   *
   * @param name what users call the engine
   * @param guesses segments that were begun in a guessed state
   * @param right how many of those guesses were true
   * @param bytesAgain bytes of such segments that were scanned again, because a guess of this
   *     engine or of another was not true, or there were more reports than were kept
   * @param bytesInTurn bytes that were scanned by the calling thread in order, without a guess: its
   *     own share, and more if guesses had failed, or the engine finds reports faster than others
   *     could leave them to the calling thread
   */
  public record Engine(String name, long guesses, long right, long bytesAgain, long bytesInTurn) {}
}
