package io.fsmrun.cpu.filter;

import io.fsmrun.core.engine.Checkpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Says which factors had better be found by {@link WindowKeys wide} windows: strings over few
 * letters, in texts over the same letters, where shorter windows are everywhere. For one thread.
 */
final class WideWindows {

  /** Where a choice has to cost less than this, none is made. */
  private static final double LEAST_NANOS = 0.25;

  /** So few factors get no pass for themselves. */
  private static final int FEW = 48;

  /** What windows cost is found out from about so many factors. */
  private static final int FACTORS_TRIED = 1_000;

  private final List<Factor> factors;
  private final WindowPlaces places;
  private final Checkpoint checkpoint;

  WideWindows(List<Factor> factors, WindowPlaces places) {
    this.factors = factors;
    this.places = places;
    this.checkpoint = places.checkpoint();
  }

  /**
   * A choice.
   *
   * @param fit factors that have such windows
   * @param others those that do not
   */
  record Choice(int width, Stride stride, List<Integer> fit, List<Integer> others) {}

  /** A width and a stride, and what all passes should cost with them. */
  private record Way(int width, Stride stride, double nanos) {}

  /**
   * Chooses, by what some of the factors should cost.
   *
   * @param all the factors
   * @param most what finding all of them may cost, in nanoseconds per byte
   * @return nothing if it should cost more
   */
  Optional<Choice> best(List<Integer> all, double most) {
    if (all.size() < FEW || most < LEAST_NANOS) {
      return Optional.empty();
    }
    Way best = new Way(0, Stride.EVERY, most);
    for (int width : Windows.WIDE) {
      for (Stride stride : Stride.values()) {
        Way way =
            new Way(width, stride, WideHashes.isFor(stride) ? nanos(all, width, stride) : most);
        best = way.nanos() < best.nanos() ? way : best;
      }
    }
    return best.width() == 0 ? Optional.empty() : Optional.of(choice(all, best));
  }

  private Choice choice(List<Integer> all, Way way) {
    List<Integer> fit = new ArrayList<>();
    List<Integer> others = new ArrayList<>();
    for (int factor : all) {
      checkpoint.pass();
      (fits(factor, way.width(), way.stride()) ? fit : others).add(factor);
    }
    return new Choice(way.width(), way.stride(), fit, others);
  }

  /** What a way should cost; infinite if few factors have such windows. */
  private double nanos(List<Integer> all, int width, Stride stride) {
    int apart = Math.max(1, all.size() / FACTORS_TRIED);
    double nanos = 0;
    int fit = 0;
    int others = 0;
    for (int i = 0; i < all.size(); i += apart) {
      checkpoint.pass();
      int factor = all.get(i);
      if (fits(factor, width, stride)) {
        nanos += apart * places.best(factor, width, stride, true).cost();
        fit += apart;
      } else {
        int narrow = places.width(factor);
        nanos += apart * places.best(factor, narrow, Stride.EVERY, true).cost();
        others += apart;
      }
    }
    if (fit < FEW) {
      return Double.POSITIVE_INFINITY;
    }
    double pass = SearchCosts.wideNanos(stride, fit * stride.windows);
    double other = others == 0 ? 0 : SearchCosts.passNanos(Integer.BYTES, Stride.EVERY, others);
    return nanos + pass + other;
  }

  private boolean fits(int factor, int width, Stride stride) {
    return width + stride.reach() <= factors.get(factor).string().size()
        && places.best(factor, width, stride, true).exists();
  }
}
