package io.fsmrun.scan;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.start.StartReports;
import java.util.Arrays;

/** Reports that wait for the next block. Mutable, for one thread. */
final class HeldReports {

  /** Reports wait at the last two positions of a block. */
  private static final int POSITIONS = 2;

  private int[] rules = new int[16];
  private long[] ends = new long[16];
  private long[] starts = new long[16];
  private int size;

  void clear() {
    size = 0;
  }

  void add(int rule, long end, long start) {
    if (size == rules.length) {
      rules = Arrays.copyOf(rules, 2 * size);
      ends = Arrays.copyOf(ends, 2 * size);
      starts = Arrays.copyOf(starts, 2 * size);
    }
    rules[size] = rule;
    ends[size] = end;
    starts[size++] = start;
  }

  /** Adds all to what the next block reports, and forgets them. */
  void moveTo(ReportBuffer reports, StartReports startsOfReports) {
    for (int i = 0; i < size; i++) {
      reports.add(rules[i], ends[i]);
      if (starts[i] != MatchHandler.NO_START) {
        startsOfReports.add(rules[i], ends[i], starts[i]);
      }
    }
    size = 0;
  }

  /** Each takes its rule, and its distances from the end of the stream, 0 for no start. */
  void save(BinaryWriter state, long position) {
    state.writeInt(size);
    for (int i = 0; i < size; i++) {
      state.writeInt(rules[i]);
      state.writeLong(position - ends[i]);
      state.writeLong(starts[i] == MatchHandler.NO_START ? 0 : 1 + position - starts[i]);
    }
  }

  void restore(BinaryReader state, long position, int ruleCount, boolean withStarts) {
    clear();
    int count = state.readCount("reports held back");
    for (int i = 0; i < count; i++) {
      int rule = state.readInt(ruleCount, "the rule of a report");
      int back = state.readInt(Math.min(POSITIONS, position + 1), "the distance of a report");
      long start = state.readLong();
      if (start > (withStarts ? position + 1 : 0)) {
        throw state.damaged("a match that starts " + (start - 1) + " bytes before " + position);
      }
      add(rule, position - back, start == 0 ? MatchHandler.NO_START : position - (start - 1));
    }
  }
}
