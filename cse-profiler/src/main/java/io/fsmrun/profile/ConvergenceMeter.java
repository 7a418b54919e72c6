package io.fsmrun.profile;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.engine.Workers;
import io.fsmrun.core.state.Partition;
import io.fsmrun.profile.Convergence.MissRates;
import io.fsmrun.profile.Convergence.RuleConvergence;
import io.fsmrun.profile.ConvergenceStudy.FlowCurve;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Runs given strings, such as windows of a real input, from all states of every deterministic
 * component and says how flows and convergence sets fare. All components read the same strings.
 * Position automata are not counted.
 *
 * <p><em>Live flows</em> are counted after 0, 1, 2, 3, 4, 6, 8, 12, 16, 24, … symbols and at the
 * end. With one flow a state they are the different states that the component's states have come
 * to. With one flow a convergence set (of the first profile), two flows become one when the states
 * of both are in one state; a set of several states is one flow of its own as long as its states
 * are in several. A flow with all its states in <em>idle</em> ones, which can neither change nor
 * report, is not carried and not counted (deactivation; Zhuo 2022, section 3.2.2), from the start
 * on; at least one flow always is. Flows of the whole machine are, for every string, the maximum
 * over the components: a machine flow carries one flow of each. That is a lower bound, since
 * machine flows merge only when they are equal in every component. A string counts at positions up
 * to its end.
 *
 * <p><em>Symbols until one state</em> and <em>misses</em> make no exception for idle states: a set
 * of which some states are dead and others are not has diverged. A miss is a string under which
 * some set of a component is in several states at the end.
 *
 * <p>Time is, for each component and string, O(survivors) a symbol, after O(states) for each class
 * of first symbols and different partition. Memory beside strings and profiles is, for each thread,
 * up to twice the table of a component and 24 MiB, and four bytes for each string and position.
 * Results do not depend on the number of threads.
 */
public final class ConvergenceMeter {

  private final List<ConvergenceProfile> profiles;
  private final List<byte[]> strings;
  private final RuleSet rules;
  private final int[] positions;
  private final Percentiles[] statesPerRule;
  private final Percentiles[] setsPerRule;
  private final int[][] statesOfMachine;
  private final int[][] setsOfMachine;
  private final boolean[][] machineMisses;
  private final RuleConvergence[] ofRules;
  private final Percentiles toOne = new Percentiles();
  private long never;

  private ConvergenceMeter(List<ConvergenceProfile> profiles, List<byte[]> strings) {
    this.profiles = List.copyOf(profiles);
    this.strings = List.copyOf(strings);
    this.rules = profiles.get(0).rules();
    this.positions = positions(strings.stream().mapToInt(s -> s.length).max().orElse(0));
    this.statesPerRule = percentiles(positions.length);
    this.setsPerRule = percentiles(positions.length);
    this.statesOfMachine = new int[strings.size()][positions.length];
    this.setsOfMachine = new int[strings.size()][positions.length];
    this.machineMisses = new boolean[profiles.size()][strings.size()];
    this.ofRules = new RuleConvergence[rules.size()];
  }

  /**
   * Measures.
   *
   * @param profiles profiles of one ruleset, at least one; the first one's sets are the flows of
   *     curves
   * @param strings the strings, of any lengths; they must not be changed meanwhile
   * @param threads number of threads, from 1
   * @param progress hears how many components are done; called by any thread
   * @return what was counted; rates are 0 where there is no string or no deterministic component
   * @throws InterruptedException if the thread is interrupted
   * @throws IllegalArgumentException if there is no profile, or they are of different rulesets
   */
  public static Convergence measure(
      List<ConvergenceProfile> profiles, List<byte[]> strings, int threads, IntConsumer progress)
      throws InterruptedException {
    if (profiles.isEmpty()) {
      throw new IllegalArgumentException("no profile to measure");
    }
    for (ConvergenceProfile profile : profiles) {
      if (!profile.rules().equals(profiles.get(0).rules())) {
        throw new IllegalArgumentException("profiles of different rulesets");
      }
    }
    return new ConvergenceMeter(profiles, strings).measure(threads, progress);
  }

  /** 0, 1, 2, 3, 4, 6, 8, 12, … and the length itself. */
  static int[] positions(int length) {
    IntArrayList positions = new IntArrayList(new int[] {0});
    for (long power = 1; power < length; power *= 2) {
      positions.add((int) power);
      if (power > 1 && power + power / 2 < length) {
        positions.add((int) (power + power / 2));
      }
    }
    if (length > 0) {
      positions.add(length);
    }
    return positions.toIntArray();
  }

  private static Percentiles[] percentiles(int number) {
    Percentiles[] all = new Percentiles[number];
    Arrays.setAll(all, i -> new Percentiles());
    return all;
  }

  private Convergence measure(int threads, IntConsumer progress) throws InterruptedException {
    AtomicInteger done = new AtomicInteger();
    Workers.run(
        threads,
        rules.size(),
        task -> {
          if (rules.automaton((int) task) instanceof Dfa dfa) {
            new OfRule((int) task, dfa).measure();
          }
          progress.accept(done.incrementAndGet());
        });
    List<RuleConvergence> counted = new ArrayList<>();
    for (RuleConvergence rule : ofRules) {
      if (rule != null) {
        counted.add(rule);
      }
    }
    List<FlowCurve> curves =
        List.of(
            curve(Convergence.STATES_PER_RULE, statesPerRule),
            curve(Convergence.STATES_OF_MACHINE, ofMachine(statesOfMachine)),
            curve(Convergence.SETS_PER_RULE, setsPerRule),
            curve(Convergence.SETS_OF_MACHINE, ofMachine(setsOfMachine)));
    return new Convergence(curves, toOne.symbolsToOne(never), counted, missRates(counted));
  }

  private FlowCurve curve(String of, Percentiles[] flows) {
    List<FlowCurve.Point> points = new ArrayList<>();
    for (int point = 0; point < flows.length; point++) {
      if (!flows[point].isEmpty()) {
        points.add(flows[point].point(positions[point]));
      }
    }
    return new FlowCurve(of, points);
  }

  private Percentiles[] ofMachine(int[][] flows) {
    Percentiles[] all = percentiles(positions.length);
    for (int s = 0; s < flows.length; s++) {
      for (int point = 0; reaches(s, point); point++) {
        all[point].add(Math.max(1, flows[s][point]));
      }
    }
    return all;
  }

  private boolean reaches(int string, int point) {
    return point < positions.length && positions[point] <= strings.get(string).length;
  }

  private List<MissRates> missRates(List<RuleConvergence> counted) {
    List<MissRates> rates = new ArrayList<>();
    for (int profile = 0; profile < machineMisses.length; profile++) {
      double sum = 0;
      for (RuleConvergence rule : counted) {
        sum += rule.missRates().get(profile);
      }
      int machine = 0;
      for (boolean missed : machineMisses[profile]) {
        machine += missed ? 1 : 0;
      }
      rates.add(
          new MissRates(
              counted.isEmpty() ? 0 : sum / counted.size(),
              strings.isEmpty() ? 0 : (double) machine / strings.size()));
    }
    return rates;
  }

  /** Measures one component. */
  private final class OfRule {

    private final int component;
    private final RuleMeter meter;
    private final int[][] states = new int[strings.size()][];
    private final int[][] sets = new int[strings.size()][];
    private final boolean[][] misses = new boolean[profiles.size()][strings.size()];
    private final Percentiles ownToOne = new Percentiles();
    private int ownNever;

    private OfRule(int component, Dfa dfa) {
      this.component = component;
      List<Partition> partitions = new ArrayList<>();
      for (ConvergenceProfile profile : profiles) {
        partitions.add(profile.partitions().get(component).orElseThrow().partition());
      }
      this.meter = new RuleMeter(dfa, partitions, positions);
    }

    private void measure() {
      for (int s = 0; s < states.length; s++) {
        meter.run(strings.get(s));
        int points = 0;
        while (reaches(s, points)) {
          points++;
        }
        states[s] = new int[points];
        Arrays.setAll(states[s], meter::stateFlows);
        sets[s] = new int[points];
        Arrays.setAll(sets[s], meter::setFlows);
        for (int profile = 0; profile < misses.length; profile++) {
          misses[profile][s] = meter.missed(profile);
        }
        if (meter.toOne() < 0) {
          ownNever++;
        } else {
          ownToOne.add(meter.toOne());
        }
      }
      ofRules[component] =
          new RuleConvergence(
              component,
              rules.components().get(component).ruleId(),
              ownToOne.symbolsToOne(ownNever),
              missRates());
      synchronized (toOne) {
        addToAll();
      }
    }

    private List<Double> missRates() {
      List<Double> rates = new ArrayList<>();
      for (boolean[] ofProfile : misses) {
        int missed = 0;
        for (boolean miss : ofProfile) {
          missed += miss ? 1 : 0;
        }
        rates.add(ofProfile.length == 0 ? 0 : (double) missed / ofProfile.length);
      }
      return rates;
    }

    private void addToAll() {
      toOne.addAll(ownToOne);
      never += ownNever;
      for (int s = 0; s < states.length; s++) {
        for (int point = 0; point < states[s].length; point++) {
          statesPerRule[point].add(states[s][point]);
          setsPerRule[point].add(sets[s][point]);
          statesOfMachine[s][point] = Math.max(statesOfMachine[s][point], states[s][point]);
          setsOfMachine[s][point] = Math.max(setsOfMachine[s][point], sets[s][point]);
        }
        for (int profile = 0; profile < misses.length; profile++) {
          machineMisses[profile][s] |= misses[profile][s];
        }
      }
    }
  }
}
