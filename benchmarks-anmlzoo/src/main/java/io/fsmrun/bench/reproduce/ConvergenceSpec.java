package io.fsmrun.bench.reproduce;

/**
 * Measuring how rules converge on windows of the input, beside what profiling predicted.
 *
 * @param benchmark its name
 * @param inputBytes the first so many bytes of the input
 * @param windows number of windows, evenly spaced, and of random strings
 * @param symbols of a window, and of a string
 */
public record ConvergenceSpec(String benchmark, int inputBytes, int windows, int symbols)
    implements Task {

  @Override
  public String inWords() {
    return benchmark
        + ", first "
        + inputBytes
        + " bytes, convergence on "
        + windows
        + " windows of "
        + symbols
        + " symbols";
  }

  @Override
  public String kind() {
    return "convergence";
  }
}
