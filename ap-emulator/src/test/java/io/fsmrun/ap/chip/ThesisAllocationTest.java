package io.fsmrun.ap.chip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The thesis's table, line by line as the specification has it. */
class ThesisAllocationTest {

  private static final String TABLE =
      """
      | Dotstar03 | 300 | 19,038 | 1/16 | 30 | 100% |
      | Dotstar06 | 300 | 24,821 | 1/16 | 30 | 100% |
      | Dotstar09 | 299 | 29,442 | 1/16 | 30 | 99% |
      | Ranges05 | 300 | 13,391 | 1/16 | 20 | 100% |
      | Ranges1 | 299 | 13,324 | 1/16 | 10 | 100% |
      | ExactMatch | 300 | 13,212 | 1/16 | 10 | 100% |
      | TCP | 733 | 38,107 | 1/16 | 30 | 100% |
      | PowerEN | 2,860 | 73,140 | 1/16 | 20 | 100% |
      | Dotstar | 3,000 | 119,468 | 2/8 | 20 | 100% |
      | Protomata | 2,340 | 1,949,014 | 2/8 | 20 | 99% |
      | Snort | 3,379 | 152,616 | 3/5 | 10 | 99% |
      | ClamAV | 515 | 185,181 | 3/5 | 40 | 99% |
      | Brill | 2,050 | 256,349 | 3/5 | 50 | 99% |
      """;

  @Test
  void theTableIsTheSpecifications() {
    String lines =
        Arrays.stream(ThesisAllocation.values())
            .map(
                a ->
                    "| %s | %,d | %,d | %d/%d | %d | %d%% |\n"
                        .formatted(
                            a.label(),
                            a.machines(),
                            a.states(),
                            a.halfCoresPerSegment(),
                            a.segments(),
                            a.lookBackSymbols(),
                            a.cutOffPercent()))
            .collect(Collectors.joining());
    assertThat(lines).isEqualTo(TABLE);
  }

  /** One rank has 16 half-cores. */
  @Test
  void segmentsShareOneRank() {
    int rank = DeviceModel.d480().withRanks(1).halfCores();
    for (ThesisAllocation a : ThesisAllocation.values()) {
      assertThat(a.segments()).as(a.label()).isEqualTo(rank / a.halfCoresPerSegment());
    }
  }

  @Test
  void benchmarksAreFoundByName() {
    for (ThesisAllocation a : ThesisAllocation.values()) {
      assertThat(ThesisAllocation.named(a.label())).isSameAs(a);
    }
    assertThat(ThesisAllocation.named("clamav")).isSameAs(ThesisAllocation.CLAM_AV);
    assertThatThrownBy(() -> ThesisAllocation.named("Hamming"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'Hamming'")
        .hasMessageContaining("Dotstar03, ")
        .hasMessageContaining("Brill");
  }
}
