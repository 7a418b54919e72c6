package io.fsmrun.cli;

import io.fsmrun.testkit.Corpus;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every case of the corpus, through the whole stack, in every way to run it. */
class CorpusTest {

  private static final int WHOLE = 1 << 20;

  private static final WholeStack.Cuts CUTS =
      new WholeStack.Cuts(
          List.of(1, 2, 3, 7, 16),
          List.of(1, 2, 3, 7, 16),
          List.of(1, 3, WHOLE),
          List.of(1, 5, WHOLE));

  static List<Corpus.Case> cases() {
    return Corpus.load();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void givesTheExpectedReports(Corpus.Case given) throws InterruptedException {
    WholeStack.check(given.rules(), given.input(), given.reports(), CUTS);
  }
}
