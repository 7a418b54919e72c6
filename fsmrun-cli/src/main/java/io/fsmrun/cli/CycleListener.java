package io.fsmrun.cli;

import io.fsmrun.ap.timing.CycleAccount;
import io.fsmrun.ap.timing.CycleModel;
import io.fsmrun.enumerative.RunListener;
import io.fsmrun.enumerative.WindowActivity;

/** Charges what flows did to a cycle account. */
final class CycleListener {

  private final CycleAccount account;

  CycleListener(CycleModel model) {
    account = new CycleAccount(model);
  }

  CycleAccount account() {
    return account;
  }

  RunListener reportingTo(Progress.Phase phase) {
    return new RunListener() {
      @Override
      public void progress(long bytes) {
        phase.to(bytes);
      }

      @Override
      public void window(WindowActivity activity) {
        charge(activity);
      }
    };
  }

  private void charge(WindowActivity activity) {
    int segments = activity.segmentCount();
    int[] lengths = new int[segments];
    int[][] live = new int[segments][];
    int[] replayed = new int[segments];
    for (int s = 0; s < segments; s++) {
      lengths[s] = activity.length(s);
      live[s] = activity.liveSymbols(s);
      replayed[s] = activity.replayedSymbols(s);
    }
    account.add(lengths, live, replayed, activity.reexecutedSymbols());
  }
}
