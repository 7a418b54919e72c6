package io.fsmrun.ap.profile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.Ports;
import io.fsmrun.ap.network.StartKind;
import io.fsmrun.ap.reference.RandomNetworks;
import io.fsmrun.ap.timing.EventCounters;
import io.fsmrun.core.symbol.SymbolSet;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Activity, counted by hand and by a second simulator. */
class ActivityProfilerTest {

  private final List<String> reports = new ArrayList<>();

  private ActivityProfile profile(AutomataNetwork network, String input) {
    reports.clear();
    ActivityProfiler profiler =
        new ActivityProfiler(
            network, (symbol, active, count) -> {}, (e, at) -> reports.add(e + "@" + at));
    byte[] bytes = input.getBytes(ISO_8859_1);
    profiler.feed(bytes, 0, bytes.length);
    return profiler.finish();
  }

  /** "ab": a on every symbol, b after a. On "aabab" a is active on 0, 1, 3 and b on 2, 4. */
  private static AutomataNetwork ab() {
    NetworkBuilder builder = new NetworkBuilder("");
    int a = builder.ste("a", SymbolSet.of('a'));
    builder.start(a, StartKind.ALL_INPUT);
    int b = builder.ste("b", SymbolSet.of('b'));
    builder.report(b, "");
    builder.edge(a, b);
    return builder.build();
  }

  @Test
  void countsOfTwoStes() {
    ActivityProfile profile = profile(ab(), "aabab");
    assertThat(profile.symbols()).isEqualTo(5);
    assertThat(profile.activations(0)).isEqualTo(3);
    assertThat(profile.activations(1)).isEqualTo(2);
    assertThat(profile.enables(0)).isEqualTo(5);
    assertThat(profile.enables(1)).as("after 0, 1 and 3").isEqualTo(3);
    assertThat(reports).containsExactly("1@2", "1@4");
    assertThat(profile.reports()).isEqualTo(2);
    assertThat(profile.meanActive()).isEqualTo(1);
    assertThat(profile.mostActive()).isEqualTo(1);
    assertThat(profile.symbolsWithActive(1)).isEqualTo(5);
    assertThat(profile.symbolsWithActive(0)).isZero();
    assertThat(profile.events(2)).isEqualTo(new EventCounters(5, 10, 5, 8, 0, 0, 0, 2, 0, 0));
    assertThat(profile.activationHistogram())
        .containsExactly(new CountRange(0, 0, 0), new CountRange(1, 1, 0), new CountRange(2, 3, 2));
    assertThat(profile.enableHistogram())
        .containsExactly(
            new CountRange(0, 0, 0),
            new CountRange(1, 1, 0),
            new CountRange(2, 3, 1),
            new CountRange(4, 7, 1));
    assertThat(profile.activeSetHistogram())
        .containsExactly(new CountRange(0, 0, 0), new CountRange(1, 1, 5));
  }

  @Test
  void noInputCountsNothing() {
    ActivityProfile profile = profile(ab(), "");
    assertThat(profile.symbols()).isZero();
    assertThat(profile.meanActive()).isZero();
    assertThat(profile.timeline()).isEmpty();
    assertThat(profile.activeSetHistogram()).containsExactly(new CountRange(0, 0, 0));
  }

  /** The start of the data is enabled once; a latched STE is active ever after it was. */
  @Test
  void startsAndLatches() {
    NetworkBuilder builder = new NetworkBuilder("");
    int first = builder.ste("first", SymbolSet.of('a'));
    builder.start(first, StartKind.START_OF_DATA);
    int latched = builder.ste("latched", SymbolSet.of('b'));
    builder.latch(latched);
    builder.edge(first, latched);
    ActivityProfile profile = profile(builder.build(), "abcca");
    assertThat(profile.activations(0)).isEqualTo(1);
    assertThat(profile.enables(0)).isEqualTo(1);
    assertThat(profile.activations(1)).as("on 1, 2, 3 and 4").isEqualTo(4);
    assertThat(profile.enables(1)).isEqualTo(1);
  }

  /** Counts 'a' up to 3; 'r' resets. The three modes on "aaaaaaraaa". */
  @Test
  void countersInTheirThreeModes() {
    assertThat(counted(CounterMode.PULSE)).containsExactly("2@2", "2@9");
    assertThat(counted(CounterMode.LATCH)).containsExactly("2@2", "2@3", "2@4", "2@5", "2@9");
    assertThat(counted(CounterMode.ROLL)).containsExactly("2@2", "2@5", "2@9");
  }

  private List<String> counted(CounterMode mode) {
    NetworkBuilder builder = new NetworkBuilder("");
    int a = builder.ste("a", SymbolSet.of('a'));
    int r = builder.ste("r", SymbolSet.of('r'));
    builder.start(a, StartKind.ALL_INPUT);
    builder.start(r, StartKind.ALL_INPUT);
    int counter = builder.counter("n", 3, mode);
    builder.report(counter, "");
    builder.edge(a, counter, Ports.COUNT);
    builder.edge(r, counter, Ports.RESET);
    profile(builder.build(), "aaaaaaraaa");
    return reports;
  }

  /** A gate is high on the symbol of its inputs, and enables an STE for the next. */
  @Test
  void gatesTakeNoTime() {
    NetworkBuilder builder = new NetworkBuilder("");
    int a = builder.ste("a", SymbolSet.ofChars("ab"));
    int b = builder.ste("b", SymbolSet.ofChars("bc"));
    builder.start(a, StartKind.ALL_INPUT);
    builder.start(b, StartKind.ALL_INPUT);
    int and = builder.gate("and", GateFunction.AND);
    int not = builder.gate("not", GateFunction.NOT);
    int after = builder.ste("after", SymbolSet.ALL);
    builder.edge(a, and);
    builder.edge(b, and);
    builder.edge(and, not);
    builder.edge(and, after);
    builder.report(and, "");
    builder.report(not, "");
    builder.report(after, "");
    ActivityProfile profile = profile(builder.build(), "abca");
    assertThat(reports).containsExactly("3@0", "2@1", "3@2", "4@2", "3@3");
    assertThat(profile.activations(3)).isEqualTo(3);
    assertThat(profile.mostActive()).isEqualTo(3);
  }

  @Test
  void onlyTheLastSymbolIsTheEnd() {
    NetworkBuilder builder = new NetworkBuilder("");
    int a = builder.ste("a", SymbolSet.of('a'));
    builder.start(a, StartKind.ALL_INPUT);
    builder.report(a, "");
    builder.atEndOnly(a);
    AutomataNetwork network = builder.build();
    profile(network, "aaa");
    assertThat(reports).containsExactly("0@2");
    profile(network, "aab");
    assertThat(reports).isEmpty();
  }

  @Property(tries = 400)
  void agreesWithASecondSimulator(@ForAll long seed) {
    Random random = new Random(seed);
    RandomNetworks networks = new RandomNetworks(random);
    AutomataNetwork network = networks.network(RandomNetworks.Family.MIXED, 20);
    byte[] input = networks.input(60);
    NaiveSimulator naive = new NaiveSimulator(network);
    naive.run(input);
    List<List<Integer>> sets = new ArrayList<>();
    List<String> found = new ArrayList<>();
    ActivityProfiler profiler =
        new ActivityProfiler(
            network,
            (symbol, active, count) -> {
              assertThat(symbol).isEqualTo(sets.size());
              sets.add(Arrays.stream(active, 0, count).sorted().boxed().toList());
            },
            (e, at) -> found.add(e + "@" + at));
    int cut = input.length == 0 ? 0 : random.nextInt(input.length);
    profiler.feed(input, 0, cut);
    profiler.feed(input, cut, input.length);
    ActivityProfile profile = profiler.finish();
    assertThat(sets).isEqualTo(naive.activeSets.stream().map(ArrayList::new).toList());
    assertThat(found).isEqualTo(naive.reports);
    for (int e = 0; e < network.size(); e++) {
      int element = e;
      assertThat(profile.activations(e))
          .isEqualTo(naive.activeSets.stream().filter(s -> s.contains(element)).count());
      assertThat(profile.enables(e))
          .isEqualTo(naive.enabledSets.stream().filter(s -> s.contains(element)).count());
    }
    assertThat(profile.events(1).enables())
        .isEqualTo(naive.enabledSets.stream().mapToLong(Set::size).sum());
    assertThat(profile.reports()).isEqualTo(naive.reports.size());
  }

  /** 5,000 symbols in 2,048 buckets: four symbols each, and the last as many as the others. */
  @Test
  void theTimelineIsBounded() throws IOException {
    byte[] input = new byte[5_001];
    Arrays.fill(input, (byte) 'x');
    Arrays.fill(input, 3_000, 3_002, (byte) 'a');
    input[5_000] = 'a';
    ActivityProfile profile = ActivityProfiler.profile(ab(), new ByteArrayInputStream(input));
    List<ActivityPoint> timeline = profile.timeline();
    assertThat(timeline).hasSize(1_251);
    assertThat(timeline.get(0)).isEqualTo(new ActivityPoint(0, 4, 0, 0, 0));
    assertThat(timeline.get(750)).isEqualTo(new ActivityPoint(3_000, 4, 0, 0.5, 1));
    assertThat(timeline.get(1_250)).isEqualTo(new ActivityPoint(5_000, 1, 1, 1, 1));
    assertThat(timeline.stream().mapToLong(ActivityPoint::symbols).sum()).isEqualTo(5_001);
  }

  /** The profiler must not be the slow part of a session: well over 1 MB/s on small active sets. */
  @Test
  void aMegabyteTakesLessThanASecond() throws IOException {
    byte[] input = new byte[1 << 20];
    Random random = new Random(3);
    for (int i = 0; i < input.length; i++) {
      input[i] = (byte) ('a' + random.nextInt(26));
    }
    AutomataNetwork network = words(500);
    ActivityProfiler.profile(network, new ByteArrayInputStream(input, 0, 1 << 18));
    // Processor time, so that other work on the machine does not count.
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    ActivityProfile profile = ActivityProfiler.profile(network, new ByteArrayInputStream(input));
    double seconds = (threads.getCurrentThreadCpuTime() - start) / 1e9;
    assertThat(profile.meanActive()).isBetween(10.0, 30.0);
    assertThat(seconds).isLessThan(1);
  }

  private static AutomataNetwork words(int count) {
    NetworkBuilder builder = new NetworkBuilder("");
    Random random = new Random(4);
    for (int w = 0; w < count; w++) {
      int last = -1;
      for (int i = 0; i < 8; i++) {
        int next = builder.ste(w + "_" + i, SymbolSet.of('a' + random.nextInt(26)));
        if (last < 0) {
          builder.start(next, StartKind.ALL_INPUT);
        } else {
          builder.edge(last, next);
        }
        last = next;
      }
      builder.report(last, "");
    }
    return builder.build();
  }
}
