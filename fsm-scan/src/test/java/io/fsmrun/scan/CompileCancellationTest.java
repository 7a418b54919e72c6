package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.plan.EngineKind;
import io.fsmrun.scan.plan.PlanOptions;
import io.fsmrun.scan.plan.PlanWatch;
import io.fsmrun.scan.plan.PlannedRule;
import io.fsmrun.scan.planner.Planner;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An interrupt ends compiling wherever it is; until then a listener hears how it comes along. */
final class CompileCancellationTest {

  private static final int SEED = 7;
  private static final int RULES = 80;

  /** Rulesets each of which is for one engine. */
  enum Ruleset {
    LITERAL_FILTER,
    CLASS_INDEX,
    TOKENS,
    LAZY_DFA;

    String engine() {
      return EngineKind.valueOf(name()).userName();
    }

    Rules rules() {
      Random random = new Random(SEED);
      return Rules.of(random.ints(RULES, 0, 1 << 30).mapToObj(this::rule).toArray(String[]::new));
    }

    private String rule(int number) {
      String word = word(number, "bcdfghjklmnpqrtvwxz");
      return switch (this) {
        case LITERAL_FILTER -> word + (number % 8 == 0 ? "[0-9]{1,3}x.*" + word : "\\.com");
        case CLASS_INDEX -> word(number, "ACDEFG").replaceAll("(..)(..)", "[$1][$2]{1,2}") + "[AC]";
        case TOKENS -> " +[^ ]*" + word.substring(1, 4) + " +" + word.substring(3) + " +";
        case LAZY_DFA -> "^" + word + "[0-9]{1,3}";
      };
    }

    private static String word(int number, String letters) {
      Random random = new Random(number);
      StringBuilder word = new StringBuilder();
      for (int i = 0; i < 8; i++) {
        word.append(letters.charAt(random.nextInt(letters.length())));
      }
      return word.toString();
    }
  }

  private record Step(String engine, int done, int total) {}

  /** Notes what it hears; interrupts the thread that compiles at one step. */
  private static final class Listener implements CompileListener {

    private final int interruptAt;
    private final List<Step> steps = new ArrayList<>();
    private final AtomicInteger rules = new AtomicInteger();

    Listener(int interruptAt) {
      this.interruptAt = interruptAt;
    }

    @Override
    public void progress(int done, int total) {
      rules.accumulateAndGet(done, Math::max);
    }

    @Override
    public void building(String engine, int done, int total) {
      steps.add(new Step(engine, done, total));
      if (steps.size() == interruptAt) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Ruleset.class)
  void stepsOfEnginesAreHeard(Ruleset ruleset) throws InterruptedException {
    Listener listener = new Listener(0);
    Database database = Database.compiler().listener(listener).compile(ruleset.rules());
    assertThat(database.plan().choices())
        .allMatch(choice -> choice.engine().userName().equals(ruleset.engine()));
    assertThat(listener.rules).hasValue(RULES);
    Map<String, Step> last = new LinkedHashMap<>();
    for (Step step : listener.steps) {
      Step before = last.put(step.engine(), step);
      assertThat(step.done()).isGreaterThanOrEqualTo(before == null ? 0 : before.done() + 1);
      assertThat(step.total()).isEqualTo(before == null ? step.total() : before.total());
    }
    assertThat(last.keySet()).containsExactly(ruleset.engine());
    assertThat(listener.steps.get(0).done()).isEqualTo(0);
    assertThat(last.values()).allMatch(step -> step.done() == step.total());
  }

  /** The last step, too: nothing has been returned yet. */
  @ParameterizedTest
  @EnumSource(Ruleset.class)
  void anInterruptAtAnyStepOfAnEngineEndsCompiling(Ruleset ruleset) throws InterruptedException {
    Rules rules = ruleset.rules();
    Listener whole = new Listener(0);
    Database.compiler().listener(whole).compile(rules);
    for (int at = 1; at <= whole.steps.size(); at++) {
      Listener listener = new Listener(at);
      assertThatExceptionOfType(InterruptedException.class)
          .isThrownBy(() -> Database.compiler().listener(listener).compile(rules));
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
      assertThat(listener.steps).hasSize(at);
      assertThatNoWorkerIsLeft();
    }
  }

  private static void assertThatNoWorkerIsLeft() {
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().startsWith("fsmrun-worker"));
  }

  /** As if the interrupt came at any of hundreds of moments. */
  @ParameterizedTest
  @EnumSource(Ruleset.class)
  void enginesEndWhereverTheyAreTold(Ruleset ruleset) throws InterruptedException {
    List<PlannedRule> rules = planned(ruleset.rules());
    Planner planner = new Planner(PlanOptions.defaults());
    CountingWatch whole = new CountingWatch(Long.MAX_VALUE);
    whole.plan(planner, rules);
    assertThat(whole.passed.get()).isGreaterThan(2L * RULES);
    Random random = new Random(SEED);
    for (int i = 0; i < 5; i++) {
      CountingWatch watch = new CountingWatch(1 + random.nextLong(whole.passed.get()));
      assertThatExceptionOfType(InterruptedException.class)
          .as("at check %d of %d", watch.last, whole.passed.get())
          .isThrownBy(() -> watch.plan(planner, rules));
      assertThatNoWorkerIsLeft();
    }
  }

  private static List<PlannedRule> planned(Rules rules) {
    List<PlannedRule> planned = new ArrayList<>();
    for (Rule rule : rules.accepted()) {
      planned.add(new PlannedRule(planned.size(), rule.id(), rule.tree()));
    }
    return planned;
  }

  /** Counts how often threads of the compiler ask, and is interrupted at one of these. */
  private static final class CountingWatch {

    private final long last;
    private final AtomicLong passed = new AtomicLong();

    CountingWatch(long last) {
      this.last = last;
    }

    void plan(Planner planner, List<PlannedRule> rules) throws InterruptedException {
      Thread caller = Thread.currentThread();
      PlanWatch watch =
          new PlanWatch(
              done -> {},
              PlanWatch.Steps.NONE,
              () -> {
                // What goes on in the background may go on when all is over.
                if (!ForkJoinTask.inForkJoinPool() && passed.incrementAndGet() == last) {
                  caller.interrupt();
                }
              });
      watch.run(() -> planner.plan(rules, watch));
    }
  }

  @Test
  void anInterruptWhileManyThreadsCompileEndsThem() {
    Thread caller = Thread.currentThread();
    PlanOptions plan = PlanOptions.defaults().withThreads(4);
    assertThatExceptionOfType(InterruptedException.class)
        .isThrownBy(
            () ->
                Database.compiler()
                    .options(CompileOptions.defaults().withPlan(plan))
                    .listener(
                        (done, total) -> {
                          if (done == RULES / 2) {
                            caller.interrupt();
                          }
                        })
                    .compile(Ruleset.LITERAL_FILTER.rules()));
    assertThatNoWorkerIsLeft();
  }

  /** What is still made in the background then is not given up. */
  @ParameterizedTest
  @EnumSource(Ruleset.class)
  void anInterruptAfterCompilingHarmsNothing(Ruleset ruleset) throws InterruptedException {
    Database database = Database.compiler().compile(ruleset.rules());
    Thread.currentThread().interrupt();
    try {
      Scanner scanner = database.newScanner();
      byte[] input = "nothing of the kind ".repeat(100).getBytes(StandardCharsets.ISO_8859_1);
      assertThat(scanner.matchesAny(input)).isFalse();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void whatAListenerThrowsReachesTheCaller() {
    assertThatExceptionOfType(CancellationException.class)
        .isThrownBy(
            () ->
                Database.compiler()
                    .listener(
                        (done, total) -> {
                          throw new CancellationException("by a listener");
                        })
                    .compile(Rules.of("abc")))
        .withMessage("by a listener");
  }

  @Test
  void nothingEndsWorkThatNobodyWatches() {
    Thread.currentThread().interrupt();
    Checkpoint.NONE.reached(0, 1);
    assertThat(Thread.interrupted()).isTrue();
  }
}
