package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.DeviceFacts;
import java.util.Arrays;

/** Runs blocks, one after the other: their warps in turn, each until it waits or exits. */
final class BlockRun {

  /** Branches after which another warp has its turn, lest one wait for another for ever. */
  private static final int TURN = 1 << 16;

  private static final int BARRIERS = 16;

  private final Launch launch;
  private final Code code;
  private final Tally tally;
  private final Warp[] warps;
  private final byte[] shared;
  private final Barrier[] barriers = new Barrier[BARRIERS];
  private int index;

  /** Warps that have not exited. */
  private int live;

  BlockRun(Launch launch, Tally tally) {
    this.launch = launch;
    this.tally = tally;
    code = launch.code();
    shared = new byte[code.frame.sharedBytes() + launch.grid().sharedBytes()];
    warps = new Warp[launch.grid().threads() / DeviceFacts.WARP];
    for (int i = 0; i < warps.length; i++) {
      warps[i] = new Warp(code, this, i, tally);
    }
    for (int i = 0; i < BARRIERS; i++) {
      barriers[i] = new Barrier();
    }
  }

  /** Lets go of what others can use. No block is run after that. */
  void end() {
    for (Warp warp : warps) {
      warp.end();
    }
  }

  Launch launch() {
    return launch;
  }

  int index() {
    return index;
  }

  byte[] shared() {
    return shared;
  }

  /** Runs one block. */
  void run(int block) {
    index = block;
    Arrays.fill(shared, GlobalMemory.UNDEFINED);
    for (Barrier barrier : barriers) {
      barrier.clear();
    }
    for (Warp warp : warps) {
      warp.start();
    }
    live = warps.length;
    boolean progress = true;
    while (progress) {
      progress = false;
      for (Warp warp : warps) {
        if (!warp.waits && !warp.isDone()) {
          warp.run(TURN);
          progress = true;
          if (warp.isDone()) {
            live--;
            releaseAll();
          }
        }
      }
      launch.checkLimit(tally.warpInstructions);
    }
    checkDone();
  }

  /** Has a warp come to a barrier; see {@link Barrier}. */
  void arrive(Warp warp, int number, Barrier.Arrival arrival) {
    tally.barriers++;
    if (Integer.compareUnsigned(number, BARRIERS) >= 0) {
      throw warp.fault(0, "barrier " + number + ", of " + BARRIERS);
    }
    barriers[number].arrive(warp, arrival);
    barriers[number].releaseIf(live);
  }

  private void releaseAll() {
    for (Barrier barrier : barriers) {
      barrier.releaseIf(live);
    }
  }

  private void checkDone() {
    for (Warp warp : warps) {
      if (!warp.isDone()) {
        StringBuilder message = new StringBuilder("deadlock at barriers:");
        for (Warp each : warps) {
          message.append(" warp ").append(each.number);
          message.append(each.isDone() ? " has exited;" : " waits at line " + each.line() + ";");
        }
        throw new DeviceException("kernel " + code.name + ", block " + index + ": " + message);
      }
    }
  }
}
