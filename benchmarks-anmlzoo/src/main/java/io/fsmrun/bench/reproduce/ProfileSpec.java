package io.fsmrun.bench.reproduce;

/**
 * Profiling a ruleset, with the choice of every merge strategy.
 *
 * @param benchmark its name
 * @param strings random strings for each rule
 */
public record ProfileSpec(String benchmark, int strings) implements Task {

  @Override
  public String inWords() {
    return benchmark + ", profile of " + strings + " strings";
  }

  @Override
  public String kind() {
    return "profile";
  }

  @Override
  public int inputBytes() {
    return 0;
  }
}
