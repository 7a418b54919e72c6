package io.fsmrun.cli;

import io.fsmrun.ap.timing.CycleAccount;
import io.fsmrun.ap.timing.CycleModel;
import io.fsmrun.enumerative.RunListener;
import io.fsmrun.enumerative.SegmentActivity;
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
    int segments = activity.segments().size();
    int[] lengths = new int[segments];
    int[][] live = new int[segments][];
    int[] replayed = new int[segments];
    long again = 0;
    for (int s = 0; s < segments; s++) {
      SegmentActivity segment = activity.segments().get(s);
      lengths[s] = segment.length();
      live[s] = new int[segment.flows().first()];
      for (int step = 0; step < segment.flows().count(); step++) {
        int until =
            step + 1 < segment.flows().count()
                ? segment.flows().position(step + 1)
                : segment.length();
        for (int f = 0; f < segment.flows().flows(step) && f < live[s].length; f++) {
          live[s][f] = until;
        }
      }
      replayed[s] = segment.replayed();
      again += segment.reexecuted();
    }
    account.add(lengths, live, replayed, again);
  }
}
