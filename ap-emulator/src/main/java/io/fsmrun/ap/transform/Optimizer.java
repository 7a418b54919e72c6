package io.fsmrun.ap.transform;

import io.fsmrun.ap.network.AutomataNetwork;
import java.util.ArrayList;
import java.util.List;

/**
 * Applies transformations one after the other and says what each has done. The result reports the
 * same as the network did (see {@link Transformation}).
 */
public final class Optimizer {

  private Optimizer() {}

  /** The kinds of steps. */
  public enum Step {
    /** {@link DeadRemoval}. */
    DEAD,
    /** {@link PrefixMerging}. */
    PREFIX,
    /** {@link SuffixMerging}. */
    SUFFIX,
    /** {@link FanLimits}; after all others, and once. */
    FAN_LIMITS
  }

  /**
   * Which steps to take.
   *
   * @param steps the steps that shrink, in this order; without {@link Step#FAN_LIMITS}
   * @param rounds how often at most, at least 1: they are repeated while they remove anything
   * @param fanLimits what to split by in the end; with no limit, nothing is split
   * @param identity by what merging tells reports apart
   */
  public record Options(
      List<Step> steps, int rounds, FanLimits fanLimits, ReportIdentity identity) {

    /** No splitting. */
    public static final FanLimits NO_SPLITTING =
        new FanLimits(FanLimits.NO_LIMIT, FanLimits.NO_LIMIT, Integer.MAX_VALUE);

    /** All steps that shrink, up to eight rounds, and no splitting. */
    public static final Options ALL =
        new Options(
            List.of(Step.DEAD, Step.PREFIX, Step.SUFFIX), 8, NO_SPLITTING, ReportIdentity.NAME);

    /** Nothing at all. */
    public static final Options NONE = new Options(List.of(), 1, NO_SPLITTING, ReportIdentity.NAME);

    /**
     * Options.
     *
     * @throws IllegalArgumentException if there is no round, or {@link Step#FAN_LIMITS} is among
     *     the steps
     */
    public Options {
      steps = List.copyOf(steps);
      if (rounds < 1) {
        throw new IllegalArgumentException("a limit of " + rounds + " rounds");
      }
      if (steps.contains(Step.FAN_LIMITS)) {
        throw new IllegalArgumentException(
            "fan limits are given as such; they are not one of the steps that shrink");
      }
    }
  }

  /**
   * What a step has done.
   *
   * @param step the step
   * @param round the round, from 1
   * @param elementsBefore elements before it
   * @param elementsAfter elements after it
   * @param edgesBefore edges before it
   * @param edgesAfter edges after it
   */
  public record Outcome(
      Step step,
      int round,
      int elementsBefore,
      int elementsAfter,
      int edgesBefore,
      int edgesAfter) {

    /**
     * Elements saved.
     *
     * @return a number; below 0 if elements were added
     */
    public int elementsSaved() {
      return elementsBefore - elementsAfter;
    }

    /**
     * Edges saved.
     *
     * @return a number; below 0 if edges were added
     */
    public int edgesSaved() {
      return edgesBefore - edgesAfter;
    }
  }

  /**
   * A network and how it came about.
   *
   * @param network the network
   * @param outcomes what was done, in order; copied
   */
  public record Optimized(AutomataNetwork network, List<Outcome> outcomes) {

    /**
     * A result.
     *
     * @param network the network
     * @param outcomes what was done, in order; copied
     */
    public Optimized {
      outcomes = List.copyOf(outcomes);
    }
  }

  /**
   * Applies steps.
   *
   * @param network any network; it is not changed
   * @param options which steps
   * @return a network that reports the same, and what each step did
   * @throws io.fsmrun.core.engine.LimitExceededException if splitting needs too many elements
   */
  public static Optimized optimize(AutomataNetwork network, Options options) {
    List<Outcome> outcomes = new ArrayList<>();
    AutomataNetwork now = network;
    boolean shrinks = true;
    for (int round = 1; shrinks && round <= options.rounds(); round++) {
      shrinks = false;
      for (Step step : options.steps()) {
        AutomataNetwork next = transformation(step, options).apply(now);
        Outcome outcome = outcome(step, round, now, next);
        outcomes.add(outcome);
        shrinks |= outcome.elementsSaved() > 0 || outcome.edgesSaved() > 0;
        now = next;
      }
    }
    FanLimits limits = options.fanLimits();
    if (limits.fanIn() != FanLimits.NO_LIMIT || limits.fanOut() != FanLimits.NO_LIMIT) {
      AutomataNetwork next = limits.apply(now);
      outcomes.add(outcome(Step.FAN_LIMITS, 1, now, next));
      now = next;
    }
    return new Optimized(now, outcomes);
  }

  private static Transformation transformation(Step step, Options options) {
    return switch (step) {
      case DEAD -> new DeadRemoval();
      case PREFIX -> new PrefixMerging(options.identity());
      case SUFFIX -> new SuffixMerging(options.identity());
      case FAN_LIMITS -> options.fanLimits();
    };
  }

  private static Outcome outcome(
      Step step, int round, AutomataNetwork before, AutomataNetwork after) {
    return new Outcome(
        step, round, before.size(), after.size(), before.edgeCount(), after.edgeCount());
  }
}
