package io.fsmrun.ap.timing;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What holds of the cycles of any work. */
class CycleAccountPropertyTest {

  private static CycleModel model(Random random) {
    int quantum = 1 + random.nextInt(6);
    CycleModel model = CycleModel.published().withTurns(quantum, quantum * (1 + random.nextInt(3)));
    return random.nextInt(5) == 0 ? model.withoutChecks() : model;
  }

  /** Ever fewer flows. */
  private static LiveFlows flows(Random random, int symbols) {
    int live = 1 + random.nextInt(6);
    LiveFlows flows = LiveFlows.constant(live);
    int at = 0;
    while (live > 1 && random.nextInt(4) > 0) {
      at += 1 + random.nextInt(1 + symbols / 2);
      live -= 1 + random.nextInt(live - 1);
      flows = flows.then(at, live);
    }
    return flows;
  }

  private static JoinWork join(Random random, int symbols) {
    IntArrayList checkpoints = new IntArrayList();
    IntArrayList again = new IntArrayList();
    int at = 1 + random.nextInt(8);
    while (at <= symbols) {
      checkpoints.add(at);
      again.add(random.nextInt(3));
      at += 1 + random.nextInt(8);
    }
    return new JoinWork(checkpoints, again);
  }

  private static SegmentWork segment(Random random) {
    int symbols = random.nextInt(40);
    SegmentWork work =
        SegmentWork.enumerated(symbols, flows(random, symbols))
            .withEvaluations(random.nextInt(3))
            .withReplay(random.nextInt(1 + symbols), random.nextBoolean())
            .withReexecution(random.nextBoolean() ? symbols : 0);
    work = random.nextBoolean() ? work.withLookBack(random.nextInt(9)) : work;
    return random.nextBoolean() ? work.withJoin(join(random, symbols)) : work;
  }

  private static List<PieceWork> pieces(Random random) {
    List<PieceWork> pieces = new ArrayList<>();
    for (int p = random.nextInt(6); p >= 0; p--) {
      List<SegmentWork> segments = new ArrayList<>();
      segments.add(SegmentWork.known(random.nextInt(40)));
      int more = random.nextBoolean() ? random.nextInt(4) : 0;
      for (int s = 0; s < more; s++) {
        segments.add(segment(random));
      }
      pieces.add(new PieceWork(random.nextInt(4) > 0, segments));
    }
    return pieces;
  }

  private static CycleAccount charge(
      CycleModel model, int copies, CycleTrace trace, List<PieceWork> pieces) {
    CycleAccount account =
        new CycleAccount(CycleParameters.published().withFlows(model), copies, trace);
    pieces.forEach(account::add);
    account.finish();
    return account;
  }

  @Property(tries = 500)
  void categoriesAddUpTracedOrNot(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 4) int copies) {
    Random random = new Random(seed);
    CycleModel model = model(random);
    List<PieceWork> pieces = pieces(random);
    List<String> lines = new ArrayList<>();
    CycleAccount plain = charge(model, copies, CycleTrace.none(), pieces);
    CycleAccount traced = charge(model, copies, new CycleTrace(100_000, lines::add), pieces);
    CycleAccount partly = charge(model, copies, new CycleTrace(9, line -> {}), pieces);
    assertThat(plain.cyclesBy().total()).isEqualTo(plain.cycles());
    for (CycleAccount other : List.of(traced, partly)) {
      assertThat(other.cyclesBy()).isEqualTo(plain.cyclesBy());
      assertThat(other.events(1)).isEqualTo(plain.events(1));
    }
    long latest = 0;
    for (String line : lines.subList(2, lines.size())) {
      long to = Long.parseLong(line.substring(line.indexOf('-') + 1, line.indexOf('\t')));
      latest = Math.max(latest, to);
    }
    assertThat(latest).isEqualTo(plain.cycles());
  }

  @Property(tries = 200)
  void copiesTakeNoLongerThanOneAndNoLessThanTheirShare(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int copies) {
    Random random = new Random(seed);
    CycleModel model = model(random);
    List<PieceWork> pieces = pieces(random);
    long one = charge(model, 1, CycleTrace.none(), pieces).cycles();
    long some = charge(model, copies, CycleTrace.none(), pieces).cycles();
    assertThat(some).isLessThanOrEqualTo(one).isGreaterThanOrEqualTo(Math.ceilDiv(one, copies));
  }

  @Property(tries = 200)
  void oneFlowInOneSegmentCostsItsSymbols(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 5000) int symbols) {
    PieceWork piece = PieceWork.of(SegmentWork.known(symbols));
    CycleAccount account = charge(model(new Random(seed)), 1, CycleTrace.none(), List.of(piece));
    assertThat(account.cyclesBy()).isEqualTo(new CycleBreakdown(symbols, 0, 0, 0, 0, 0, 0));
    assertThat(account.baselineCycles()).isEqualTo(symbols);
  }

  @Property(tries = 500)
  void moreFlowsNeverCostLess(@ForAll long seed) {
    Random random = new Random(seed);
    CycleModel model = model(random);
    SegmentWork few = segment(random);
    LiveFlows more = LiveFlows.constant(few.flows().flows().getInt(0) + random.nextInt(3));
    for (int i = 1; i < few.flows().from().size(); i++) {
      int live = few.flows().flows().getInt(i) + random.nextInt(3);
      more = more.then(few.flows().from().getInt(i), live);
    }
    SegmentWork many =
        new SegmentWork(
            few.symbols(),
            few.lookedBack(),
            more,
            few.join(),
            few.evaluated(),
            few.replayed(),
            few.replayWaited(),
            few.reexecuted());
    long least = charge(model, 1, CycleTrace.none(), List.of(PieceWork.of(few))).cycles();
    long most = charge(model, 1, CycleTrace.none(), List.of(PieceWork.of(many))).cycles();
    assertThat(most).isGreaterThanOrEqualTo(least);
  }
}
