package io.fsmrun.cli;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.NetworkLimits;
import io.fsmrun.ap.transform.FanLimits;
import io.fsmrun.ap.transform.Optimizer;
import io.fsmrun.ap.transform.ReportIdentity;
import io.fsmrun.core.engine.LimitExceededException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What is done to a network between two files, and what each step saved. For one thread, once. */
final class Conversion {

  private final String source;
  private final Choice choice;
  private final List<String> steps = new ArrayList<>();

  /**
   * What was chosen on the command line.
   *
   * @param steps the steps that shrink, in their order
   * @param identity by what merging tells reports apart
   * @param fanIn the most edges into an STE; {@link FanLimits#NO_LIMIT} for any
   * @param fanOut the most edges out of an element; {@link FanLimits#NO_LIMIT} for any
   * @param recoding what becomes of the input
   * @param padding where the zero bytes of a widened input are
   */
  record Choice(
      List<Optimizer.Step> steps,
      ReportIdentity identity,
      int fanIn,
      int fanOut,
      Recoding recoding,
      Coding.Padding padding) {}

  /** How the input of the network is coded anew. */
  enum Recoding {
    NONE,
    WIDEN,
    STRIDE2
  }

  /**
   * A conversion to be done.
   *
   * @param source the name of the file, for messages
   */
  Conversion(String source, Choice choice) {
    this.source = source;
    this.choice = choice;
  }

  /** The result; its coding leaves the input alone unless it was to be coded anew. */
  Coding of(AutomataNetwork network) throws UserErrorException {
    if (choice.recoding == Recoding.NONE) {
      return new Coding("none", optimised(network, limits()), input -> input);
    }
    // Shrinking goes first too, since coding anew makes much of little.
    AutomataNetwork small = optimised(network, Optimizer.Options.NO_SPLITTING);
    Coding coding =
        choice.recoding == Recoding.WIDEN
            ? Coding.widened(small, choice.padding)
            : Coding.strided(small, source);
    add(coding.name(), sizes(small), sizes(coding.network()));
    return new Coding(coding.name(), optimised(coding.network(), limits()), coding.encode());
  }

  private FanLimits limits() {
    return new FanLimits(choice.fanIn, choice.fanOut, NetworkLimits.DEFAULT.elements());
  }

  private AutomataNetwork optimised(AutomataNetwork network, FanLimits limits)
      throws UserErrorException {
    Optimizer.Options options =
        new Optimizer.Options(
            choice.steps, Optimizer.Options.ALL.rounds(), limits, choice.identity);
    Optimizer.Optimized result;
    try {
      result = Optimizer.optimize(network, options);
    } catch (LimitExceededException e) {
      throw new UserErrorException(
          source + ": " + e.getMessage() + "; allow a larger --fan-in or --fan-out");
    }
    for (Optimizer.Outcome outcome : result.outcomes()) {
      String step = outcome.step().name().toLowerCase(Locale.ROOT).replace('_', ' ');
      add(
          step,
          new int[] {outcome.elementsBefore(), outcome.edgesBefore()},
          new int[] {outcome.elementsAfter(), outcome.edgesAfter()});
    }
    return result.network();
  }

  private static int[] sizes(AutomataNetwork network) {
    return new int[] {network.size(), network.edgeCount()};
  }

  private void add(String step, int[] before, int[] after) {
    steps.add(
        String.format(
            Locale.ROOT,
            "%-12s %,d elements (%s), %,d edges (%s)",
            step,
            after[0],
            change(before[0], after[0]),
            after[1],
            change(before[1], after[1])));
  }

  private static String change(int before, int after) {
    return before >= after
        ? String.format(Locale.ROOT, "%,d saved", before - after)
        : String.format(Locale.ROOT, "%,d more", after - before);
  }

  /** What was done, a line a step. */
  List<String> steps() {
    return List.copyOf(steps);
  }
}
