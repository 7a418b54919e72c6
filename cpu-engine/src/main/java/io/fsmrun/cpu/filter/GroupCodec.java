package io.fsmrun.cpu.filter;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Stores in which windows factors are searched for: about two bytes a factor. An instance reads,
 * for one thread.
 */
final class GroupCodec {

  /** A pass for windows or bytes has tables of some kilobytes, however little it looks for. */
  private static final int MOST_PASSES = 16;

  private final BinaryReader in;
  private final List<Factor> factors;
  private final boolean[] placed;

  /** Factors that are to be searched for, and that no group read so far has. */
  private int left;

  /** Passes with tables of their own, so far. */
  private int tables;

  private GroupCodec(BinaryReader in, List<Factor> factors) {
    this.in = in;
    this.factors = factors;
    this.placed = new boolean[factors.size()];
    this.left = (int) factors.stream().filter(factor -> !factor.onDemand()).count();
  }

  static void write(List<FilterPasses.Group> groups, BinaryWriter out) {
    out.writeInt(groups.size());
    for (FilterPasses.Group group : groups) {
      out.writeInt(
          switch (group.method()) {
            case HASHES, CLASSES -> 0;
            case RUNS -> 1;
            case BYTES -> 2;
          });
      out.writeInt(group.width());
      out.writeInt(group.stride().code());
      out.writeInt(group.folded() ? 1 : 0);
      out.writeInt(group.places().size());
      for (FilterPasses.Place place : group.places()) {
        out.writeInt(place.factor());
        out.writeInt(place.offset());
      }
    }
  }

  /**
   * Reads groups.
   *
   * @throws io.fsmrun.core.binary.DamagedDataException if some factor would not be found by them,
   *     or there are more passes than are ever chosen
   */
  static List<FilterPasses.Group> read(BinaryReader in, List<Factor> factors, boolean byClasses) {
    GroupCodec codec = new GroupCodec(in, factors);
    int count = in.readCount("passes");
    List<FilterPasses.Group> groups = new ArrayList<>();
    for (int g = 0; g < count; g++) {
      groups.add(codec.readGroup(byClasses, g == count - 1));
    }
    if (codec.left > 0) {
      throw in.damaged(codec.left + " strings that are not searched for");
    }
    return groups;
  }

  private FilterPasses.Group readGroup(boolean byClasses, boolean isLast) {
    int way = in.readInt(3, "a way to find windows");
    FilterPasses.Method method =
        switch (byClasses ? -1 : way) {
          case -1 -> FilterPasses.Method.CLASSES;
          case 0 -> FilterPasses.Method.HASHES;
          case 1 -> FilterPasses.Method.RUNS;
          default -> FilterPasses.Method.BYTES;
        };
    int width = in.readInt(StringRun.LEAST + 1L, "the width of a window");
    int code = in.readInt(Stride.values().length + 1L, "a stride");
    if (code == 0) {
      throw in.damaged("no stride");
    }
    Stride stride = Stride.ofCode(code);
    boolean folded = in.readInt(2, "whether windows are folded") == 1;
    int size = in.readCount("places");
    boolean fits =
        switch (method) {
          // Rows are shared by as many as there may be.
          case CLASSES ->
              width == RowPass.SETS
                  && stride == Stride.EVERY
                  && (size == RowPass.MOST || isLast && size < RowPass.MOST);
          case RUNS -> width == StringRun.LEAST && stride == Stride.EVERY;
          case BYTES -> width == 1 && stride == Stride.EVERY;
          case HASHES ->
              width >= 2
                  && width <= WindowKeys.WIDEST
                  && (!WindowKeys.isWide(width) || WideHashes.isFor(stride));
        };
    if (!fits || size == 0) {
      throw in.damaged("windows that cannot be searched for");
    }
    boolean ownTables = method == FilterPasses.Method.HASHES || method == FilterPasses.Method.BYTES;
    if (ownTables && ++tables > MOST_PASSES) {
      throw in.damaged("more than " + MOST_PASSES + " passes for windows and bytes");
    }
    List<FilterPasses.Place> places = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      places.add(readPlace(method, width, stride, folded));
    }
    return new FilterPasses.Group(method, width, stride, folded, places);
  }

  private FilterPasses.Place readPlace(
      FilterPasses.Method method, int width, Stride stride, boolean folded) {
    int factor = in.readInt(factors.size(), "a string");
    int offset = in.readInt(factors.get(factor).string().size(), "a place in a string");
    boolean usable =
        switch (method) {
          case CLASSES, BYTES -> true;
          case RUNS -> isRun(factors.get(factor), offset);
          case HASHES -> isUsable(factors.get(factor), offset, width, stride, folded);
        };
    if (placed[factor] || factors.get(factor).onDemand() || !usable) {
      throw in.damaged("a window that cannot be searched for");
    }
    placed[factor] = true;
    left--;
    return new FilterPasses.Place(factor, offset);
  }

  /** Whether a stretch is long enough. */
  private static boolean isRun(Factor factor, int offset) {
    return StringRun.at(factor.string(), offset).length() >= StringRun.LEAST;
  }

  private static boolean isUsable(
      Factor factor, int offset, int width, Stride stride, boolean folded) {
    if (offset + stride.reach() + width > factor.string().size()) {
      return false;
    }
    for (int i = 0; i < stride.windows; i++) {
      int o = offset + stride.offset(i);
      if (!Windows.areUsable(factor.string().subList(o, o + width), width, folded)) {
        return false;
      }
    }
    return true;
  }
}
