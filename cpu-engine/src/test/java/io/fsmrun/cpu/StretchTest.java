package io.fsmrun.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Backend;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.testkit.NaiveBackend;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Flows that are apart for long are run in stretches; what happens inside of one is not missed. */
class StretchTest {

  /**
   * Two chains, of the states 0 to meet - 1 and of the meet states after them, that end in one last
   * state, where a run stays.
   */
  private static Dfa twoChains(int meet, int lastFlags) {
    int last = 2 * meet;
    char[] table = new char[last + 1];
    byte[] flags = new byte[last + 1];
    for (int i = 0; i < meet; i++) {
      boolean end = i == meet - 1;
      table[i] = (char) (end ? last : i + 1);
      table[meet + i] = (char) (end ? last : meet + i + 1);
      flags[i] = (byte) (i % 7 == 0 ? ReportFlags.HERE : ReportFlags.NONE);
      flags[meet + i] = (byte) (i % 5 == 0 ? ReportFlags.BACK : ReportFlags.NONE);
    }
    table[last] = (char) last;
    flags[last] = (byte) lastFlags;
    return new Dfa(SymbolClasses.ofLabels(new int[256]), table, flags, 0);
  }

  @ParameterizedTest
  @CsvSource({"10, 0", "10, 1", "100, 0", "100, 1", "528, 1", "529, 0", "1500, 1", "3000, 1"})
  void aMeetingInsideIsSeenWhereItHappens(int meet, int lastFlags) {
    Dfa dfa = twoChains(meet, lastFlags);
    byte[] input = new byte[2000];
    SegmentOutcome expected = run(new NaiveBackend(), dfa, input, meet);
    for (boolean on : new boolean[] {true, false}) {
      Backend backend = new CpuBackend(new CpuOptions(on, on));
      assertSame(run(backend, dfa, input, meet), expected, meet);
    }
  }

  private static void assertSame(SegmentOutcome seen, SegmentOutcome expected, int meet) {
    assertThat(seen.oneLeftAt()).isEqualTo(expected.oneLeftAt());
    assertThat(seen.oneLeftAt()).isEqualTo(meet < 2000 ? meet : SegmentOutcome.NEVER);
    for (int flow = 0; flow < 2; flow++) {
      assertThat(ends(seen, flow)).isNotEmpty().isEqualTo(ends(expected, flow));
      assertThat(seen.end(flow)).isEqualTo(expected.end(flow));
    }
  }

  private static SegmentOutcome run(Backend backend, Dfa dfa, byte[] input, int meet) {
    List<FlowStart> starts =
        List.of(new FlowStart(StateSet.of(0), true), new FlowStart(StateSet.of(meet), true));
    return backend
        .prepare(dfa)
        .newSession()
        .runFlows(input, 0, input.length, starts, FlowChecks.ALL, ReportBudget.unlimited());
  }

  private static int[] ends(SegmentOutcome outcome, int flow) {
    ReportEnds ends = new ReportEnds(ReportBudget.unlimited());
    outcome.collectEnds(flow, ends);
    return ends.toArray();
  }
}
