package io.fsmrun.bench.reproduce;

/**
 * What there is to say of a benchmark's rules before any run.
 *
 * @param benchmark its name
 */
public record FactsSpec(String benchmark) implements Task {

  @Override
  public String inWords() {
    return benchmark + ", rules and states";
  }

  @Override
  public String kind() {
    return "facts";
  }

  @Override
  public int inputBytes() {
    return 0;
  }
}
