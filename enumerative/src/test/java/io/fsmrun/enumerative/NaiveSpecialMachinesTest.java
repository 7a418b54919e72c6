package io.fsmrun.enumerative;

import io.fsmrun.core.engine.Backend;
import io.fsmrun.testkit.NaiveBackend;

/** Machines that are special in some way are scanned right, judged apart from any real back end. */
class NaiveSpecialMachinesTest extends SpecialMachinesContract {

  @Override
  protected Backend backend() {
    return new NaiveBackend();
  }
}
