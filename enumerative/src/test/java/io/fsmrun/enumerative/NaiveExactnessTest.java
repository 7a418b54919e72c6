package io.fsmrun.enumerative;

import io.fsmrun.core.engine.Backend;
import io.fsmrun.testkit.NaiveBackend;

/** Strategies, composition and report order, judged apart from any real back end. */
class NaiveExactnessTest extends ExactnessContract {

  @Override
  protected Backend backend() {
    return new NaiveBackend();
  }
}
