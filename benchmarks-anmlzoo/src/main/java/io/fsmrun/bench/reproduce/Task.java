package io.fsmrun.bench.reproduce;

/** A piece of work whose result is kept in a file of its own. */
public sealed interface Task permits RunSpec, ProfileSpec, FactsSpec, ConvergenceSpec {

  /**
   * The benchmark that it is about.
   *
   * @return its name
   */
  String benchmark();

  /**
   * What is done, in words; two tasks have the same words only if they are the same.
   *
   * @return one line
   */
  String inWords();

  /**
   * What kind of work it is, for the name of its file.
   *
   * @return letters, digits and hyphens
   */
  String kind();

  /**
   * Bytes of the benchmark's input that are needed.
   *
   * @return 0 if none
   */
  int inputBytes();

  /**
   * The name of the file of its result.
   *
   * @return readable, and different for different tasks
   */
  default String fileName() {
    return benchmark() + "-" + kind() + "-" + Digests.of(inWords()) + ".json";
  }
}
