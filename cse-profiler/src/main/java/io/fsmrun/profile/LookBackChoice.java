package io.fsmrun.profile;

import java.util.List;

/**
 * The length of the look-back that is predicted to cost least.
 *
 * @param symbols the length, in symbols; the shortest of equally good ones
 * @param predictions what each candidate is predicted to cost, by ascending length
 */
public record LookBackChoice(int symbols, List<LookBackPrediction> predictions) {

  /** Copies the list. */
  public LookBackChoice {
    predictions = List.copyOf(predictions);
  }

  /** The first of the cheapest. */
  static LookBackChoice of(List<LookBackPrediction> predictions) {
    LookBackPrediction best = predictions.get(0);
    for (LookBackPrediction prediction : predictions) {
      best = prediction.cycles() < best.cycles() ? prediction : best;
    }
    return new LookBackChoice(best.symbols(), predictions);
  }
}
