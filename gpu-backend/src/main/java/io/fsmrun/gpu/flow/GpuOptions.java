package io.fsmrun.gpu.flow;

/**
 * How the back end {@code gpu} shares out memory and work. None of this changes what is reported.
 *
 * @param callers how many calls shall be gathered for one launch, from 1
 * @param hostSymbols runs over at most so many symbols, of all flows together, are done by the
 *     calling thread; a launch takes longer than that. 0 for none
 * @param chunks room for reports of one launch, in chunks of 14, from 1. Calls that find none go on
 *     in another launch
 * @param setWords transitions of sets of states that the table of one automaton may have, from 1;
 *     sets beyond are followed by the calling thread
 * @param tableBytes the most device memory that tables of automata may take, from 1; beyond that
 *     all are given up, and those that are needed are copied again
 */
public record GpuOptions(int callers, int hostSymbols, int chunks, int setWords, long tableBytes) {

  /** Checks the numbers. */
  public GpuOptions {
    if (callers < 1 || hostSymbols < 0 || chunks < 1 || setWords < 1 || tableBytes < 1) {
      throw new IllegalArgumentException(
          callers
              + " callers, "
              + hostSymbols
              + " symbols on the host, "
              + chunks
              + " chunks, "
              + setWords
              + " words for sets, "
              + tableBytes
              + " bytes for tables");
    }
  }

  /**
   * 65,536 calls, runs of up to 2,048 symbols on the host, room for 3.6 million reports, 262,144
   * transitions of sets for an automaton, and tables of any size.
   *
   * @return the usual options
   */
  public static GpuOptions defaults() {
    return new GpuOptions(1 << 16, 1 << 11, 1 << 18, 1 << 18, Long.MAX_VALUE);
  }

  /**
   * The same options with another number of callers.
   *
   * @param number how many calls shall be gathered for one launch
   * @return new options
   */
  public GpuOptions withCallers(int number) {
    return new GpuOptions(number, hostSymbols, chunks, setWords, tableBytes);
  }

  /**
   * The same options with another limit for runs on the host.
   *
   * @param symbols the most symbols of a run on the host
   * @return new options
   */
  public GpuOptions withHostSymbols(int symbols) {
    return new GpuOptions(callers, symbols, chunks, setWords, tableBytes);
  }

  /**
   * The same options with other room for reports.
   *
   * @param number chunks of 14 reports
   * @return new options
   */
  public GpuOptions withChunks(int number) {
    return new GpuOptions(callers, hostSymbols, number, setWords, tableBytes);
  }

  /**
   * The same options with other room for sets of states.
   *
   * @param words transitions of sets, for each automaton
   * @return new options
   */
  public GpuOptions withSetWords(int words) {
    return new GpuOptions(callers, hostSymbols, chunks, words, tableBytes);
  }

  /**
   * The same options with other room for tables.
   *
   * @param bytes the most device memory for tables of automata
   * @return new options
   */
  public GpuOptions withTableBytes(long bytes) {
    return new GpuOptions(callers, hostSymbols, chunks, setWords, bytes);
  }
}
