package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.DeviceException;

/** Sees to it that lanes that do something together are together. */
final class Members {

  private Members() {}

  /**
   * Whether all lanes that are named are here. If not, and they are still to come, the warp waits
   * for them. Lanes that have exited are not waited for, but it is a failure if they exit while
   * they are: that their absence does no harm is chance.
   *
   * @param mask the lanes that run
   * @param members the lanes that each names
   * @throws DeviceException if a lane does not name itself, names one that does not name the same,
   *     or names one that cannot come
   */
  static boolean gather(Warp warp, int mask, int[] members) {
    int first = Integer.numberOfTrailingZeros(mask);
    int named = members[first];
    boolean same = true;
    int all = 0;
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int lane = Integer.numberOfTrailingZeros(rest);
      if ((members[lane] >>> lane & 1) == 0) {
        throw warp.fault(
            lane, "the mask 0x" + Integer.toHexString(members[lane]) + " lacks the lane itself");
      }
      same &= members[lane] == named;
      all |= members[lane];
    }
    if (!same) {
      checkGroups(warp, mask, members);
    }
    return here(warp, mask, all, true);
  }

  /** Whether all lanes that have not exited, or are about to, are here. */
  static boolean gatherAll(Warp warp, int mask) {
    return here(warp, mask, Operation.ALL, false);
  }

  private static boolean here(Warp warp, int mask, int named, boolean strict) {
    int missing = named & warp.alive & ~mask;
    if (missing == 0) {
      return true;
    }
    int unwilling = missing & warp.active();
    if (unwilling != 0) {
      throw warp.fault(
          Integer.numberOfTrailingZeros(unwilling),
          "is waited for, but its guard does not hold; lanes 0x" + Integer.toHexString(missing));
    }
    warp.await(missing, strict);
    return false;
  }

  private static void checkGroups(Warp warp, int mask, int[] members) {
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int lane = Integer.numberOfTrailingZeros(rest);
      for (int others = members[lane] & mask; others != 0; others &= others - 1) {
        int other = Integer.numberOfTrailingZeros(others);
        if (members[other] != members[lane]) {
          throw warp.fault(
              lane, "names lane " + other + ", but the masks of the two are different");
        }
      }
    }
  }
}
