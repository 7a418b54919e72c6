package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.DeviceFacts;
import java.util.Arrays;

/** Special registers that keep their value while a block runs. */
final class SpecialRegisters {

  private SpecialRegisters() {}

  static boolean isKnown(String name) {
    return switch (name) {
      case "%tid.x", "%tid.y", "%tid.z", "%ntid.x", "%ntid.y", "%ntid.z" -> true;
      case "%ctaid.x", "%ctaid.y", "%ctaid.z", "%nctaid.x", "%nctaid.y", "%nctaid.z" -> true;
      case "%laneid", "%warpid", "%nwarpid", "%smid", "%nsmid", "%gridid" -> true;
      case "%lanemask_eq", "%lanemask_le", "%lanemask_lt", "%lanemask_ge", "%lanemask_gt" -> true;
      case "%dynamic_smem_size", "%total_smem_size" -> true;
      default -> false;
    };
  }

  /** Whether blocks of one launch differ in it. */
  static boolean isOfBlock(String name) {
    return name.equals("%ctaid.x") || name.equals("%smid");
  }

  static void fill(String name, int[] row, Warp warp) {
    if (name.equals("%tid.x") || name.equals("%laneid") || name.startsWith("%lanemask")) {
      for (int lane = 0; lane < DeviceFacts.WARP; lane++) {
        row[lane] = ofLane(name, lane, warp.number);
      }
    } else {
      Arrays.fill(row, ofWarp(name, warp));
    }
  }

  private static int ofLane(String name, int lane, int warp) {
    int self = 1 << lane;
    return switch (name) {
      case "%tid.x" -> warp * DeviceFacts.WARP + lane;
      case "%laneid" -> lane;
      case "%lanemask_eq" -> self;
      case "%lanemask_lt" -> self - 1;
      case "%lanemask_le" -> self | self - 1;
      case "%lanemask_gt" -> ~(self | self - 1);
      default -> ~(self - 1);
    };
  }

  private static int ofWarp(String name, Warp warp) {
    Launch launch = warp.block.launch();
    return switch (name) {
      case "%ntid.x" -> launch.grid().threads();
      case "%nctaid.x" -> launch.grid().blocks();
      case "%ctaid.x" -> warp.block.index();
      case "%ntid.y", "%ntid.z", "%nctaid.y", "%nctaid.z" -> 1;
      case "%warpid" -> warp.number;
      case "%nwarpid" -> launch.grid().threads() / DeviceFacts.WARP;
      case "%smid" -> warp.block.index() % launch.processors();
      case "%nsmid" -> launch.processors();
      case "%dynamic_smem_size" -> launch.grid().sharedBytes();
      case "%total_smem_size" -> warp.block.shared().length;
      default -> 0;
    };
  }
}
