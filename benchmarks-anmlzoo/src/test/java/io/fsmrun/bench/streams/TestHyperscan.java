package io.fsmrun.bench.streams;

import static org.junit.jupiter.api.Assumptions.abort;

import io.fsmrun.bench.hyperscan.HyperscanDatabase;
import io.fsmrun.bench.hyperscan.HyperscanException;
import io.fsmrun.bench.hyperscan.HyperscanLibrary;
import io.fsmrun.bench.hyperscan.HyperscanMode;
import io.fsmrun.bench.hyperscan.HyperscanRule;
import io.fsmrun.regex.Rules;

/** The system's Hyperscan; tests that need it are skipped where it is not installed. */
final class TestHyperscan {

  private TestHyperscan() {}

  static HyperscanDatabase compile(HyperscanMode mode, String... regexes)
      throws HyperscanException {
    HyperscanLibrary library;
    try {
      library = HyperscanLibrary.find(null);
    } catch (HyperscanException e) {
      return abort("skipped: " + e.getMessage());
    }
    return HyperscanDatabase.compile(
        library, mode, HyperscanRule.all(Rules.of(regexes).accepted()));
  }
}
