package io.fsmrun.gpu.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.gpu.device.DeviceFacts;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.gpu.stream.StreamProgram;
import io.fsmrun.gpu.stream.StreamRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Which rule goes where, and in how large pieces. */
final class GpuPlannerTest {

  private static final DeviceFacts FACTS = new SimtDevice().facts();
  private static final long LARGE = 1L << 40;

  private static GpuPlan plan(List<StreamRule> rules, PlanRequest request) {
    return new GpuPlanner(rules, Map.of(77, "too large for anybody"), FACTS, request).plan();
  }

  /** Rules of some classes in a row, which no string gates: bit streams always run them. */
  private static List<StreamRule> classes(int rules, int length) {
    return classes(rules, length, 20);
  }

  private static List<StreamRule> classes(int rules, int length, int starts) {
    List<StreamRule> list = new ArrayList<>();
    for (int r = 0; r < rules; r++) {
      NfaBuilder builder = new NfaBuilder();
      int last = -1;
      for (int i = 0; i < length; i++) {
        int from = 'a' + (7 * r + 3 * i) % starts;
        int state = builder.addState(SymbolSet.range(from, from + 5));
        if (i == 0) {
          builder.setAlwaysEnabled(state);
        } else {
          builder.addEdge(last, state);
        }
        last = state;
      }
      builder.addFlags(last, ReportFlags.HERE);
      list.add(new StreamRule(r + 1, builder.build()));
    }
    return list;
  }

  /** A rule whose states all lead to the last: as many streams are wanted at once. */
  private static Nfa wide(int states) {
    NfaBuilder builder = new NfaBuilder();
    int[] all = new int[states];
    for (int i = 0; i < states; i++) {
      all[i] = builder.addState(SymbolSet.of('a' + i % 26));
      builder.setAlwaysEnabled(all[i]);
      for (int j = 0; j < i; j++) {
        builder.addEdge(all[j], all[i]);
      }
    }
    builder.addFlags(all[states - 1], ReportFlags.HERE);
    return builder.build();
  }

  private static byte[] text(char of) {
    byte[] text = new byte[1 << 16];
    Arrays.fill(text, (byte) of);
    return text;
  }

  /** Letters that rules of classes go far in, and hardly ever to their end. */
  private static byte[] letters() {
    Random random = new Random(4);
    byte[] text = new byte[1 << 16];
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) ('a' + random.nextInt(26));
    }
    return text;
  }

  private static String engineOf(GpuPlan plan, int rule) {
    for (RulePlacement placement : plan.placements()) {
      if (placement.rule() == rule) {
        assertThat(placement.reason()).isNotBlank();
        return placement.engine().userName();
      }
    }
    throw new AssertionError("rule " + rule + " has no place");
  }

  @Test
  void whatBitStreamsRefuseGoesToATableThenToTheHost() {
    List<StreamRule> rules = new ArrayList<>(classes(2, 4));
    rules.add(new StreamRule(9, wide(30)));
    GpuPlan auto = plan(rules, PlanRequest.defaults());
    assertThat(engineOf(auto, 1)).isEqualTo("gpu-streams");
    assertThat(engineOf(auto, 9)).isEqualTo("gpu-tables");
    assertThat(engineOf(auto, 77)).isEqualTo("cpu");
    GpuPlan streams = plan(rules, PlanRequest.defaults().withWish(EngineWish.STREAMS));
    assertThat(engineOf(streams, 9)).isEqualTo("cpu");
    assertThat(streams.tables()).isNull();
    assertThat(streams.placements().get(2).reason()).contains("streams at once");
    GpuPlan tables = plan(rules, PlanRequest.defaults().withWish(EngineWish.TABLES));
    assertThat(tables.streams()).isNull();
    assertThat(tables.rulesOf(GpuEngine.TABLES)).containsExactly(1, 2, 9);
  }

  @Test
  void tablesAreMadeOnlyWhereTheyPay() {
    List<StreamRule> heavy = classes(400, 10);
    byte[] silent = letters();
    GpuPlan large = plan(heavy, PlanRequest.defaults().withInput(LARGE, silent));
    assertThat(large.rulesOf(GpuEngine.TABLES)).hasSizeGreaterThan(200);
    assertThat(large.reason()).contains("passes of tables are cheaper");
    GpuPlan small = plan(heavy, PlanRequest.defaults().withInput(1 << 20, silent));
    assertThat(small.tables()).isNull();
    assertThat(small.reason()).contains("to make");
    GpuPlan unknown = plan(heavy, PlanRequest.defaults().withInput(-1, silent));
    assertThat(unknown.tables()).isNull();
    GpuPlan skipped = plan(heavy, PlanRequest.defaults().withInput(LARGE, text('-')));
    assertThat(skipped.tables()).as("rules that never begin").isNull();
    GpuPlan light = plan(classes(3, 4), PlanRequest.defaults().withInput(LARGE, silent));
    assertThat(light.tables()).isNull();
    assertThat(light.reason()).contains("about as the link");
  }

  /** The same rules on a text where they report everywhere. */
  @Test
  void denseReportsAreNotForTables() {
    List<StreamRule> heavy = classes(400, 10, 6);
    GpuPlan dense = plan(heavy, PlanRequest.defaults().withInput(LARGE, text('f')));
    GpuPlan silent = plan(heavy, PlanRequest.defaults().withInput(LARGE, letters()));
    assertThat(dense.rulesOf(GpuEngine.TABLES).size())
        .isLessThan(silent.rulesOf(GpuEngine.TABLES).size() / 2);
  }

  @Test
  void piecesAreThoseOfTheModelOrOfTheUser() {
    List<StreamRule> rules = classes(40, 10);
    PlanRequest request = PlanRequest.defaults();
    int usual = plan(rules, request.withInput(1L << 36, new byte[0])).piece().bytes();
    assertThat(usual).isBetween(60 << 20, 64 << 20);
    PieceSize middle = plan(rules, request.withInput(100 << 20, new byte[0])).piece();
    assertThat(middle.bytes()).isBetween(8 << 20, 60 << 20);
    assertThat(middle.reason()).contains("pieces");
    int small = plan(rules, request.withInput(5000, new byte[0])).piece().bytes();
    assertThat(small).isBetween(5000, 3 * StreamProgram.WINDOW_BYTES);
    PieceSize wanted = plan(rules, request.withPieceBytes(1 << 20)).piece();
    assertThat(wanted.bytes()).isBetween((1 << 20) - StreamProgram.WINDOW_BYTES, 1 << 20);
    assertThat(wanted.reason()).isEqualTo("as asked for");
  }

  @Test
  void noRules() {
    GpuPlan plan = new GpuPlanner(List.of(), Map.of(), FACTS, PlanRequest.defaults()).plan();
    assertThat(plan.usesDevice()).isFalse();
    assertThat(plan.placements()).isEmpty();
  }
}
