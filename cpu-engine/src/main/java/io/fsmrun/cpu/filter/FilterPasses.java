package io.fsmrun.cpu.filter;

import io.fsmrun.core.engine.Checkpoint;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * How an engine's factors are found: the passes over the input, and in which windows of which
 * factors each is interested. Immutable.
 *
 * <p>Rows, the distinct windows, of all passes are numbered through.
 */
final class FilterPasses {

  /**
   * A factor that is searched for.
   *
   * @param offset where the first of its windows is in its string
   */
  record Place(int factor, int offset) {}

  /** Factors that are found in one pass. */
  record Group(Method method, int width, Stride stride, boolean folded, List<Place> places) {

    Group withPlaces(List<Place> others) {
      return new Group(method, width, stride, folded, others);
    }
  }

  /** How windows are found. */
  enum Method {
    HASHES,
    CLASSES,
    /** By a long stretch of one set. */
    RUNS,
    /** By a rare byte, or some in a row. */
    BYTES
  }

  private final List<Group> groups;
  private final SearchPass[] passes;
  private final SharedBits strings;
  private final int[] rowBase;
  private final int[] overlaps;
  private final int[] sights;
  private final int overlap;
  private final long id;

  /**
   * Makes passes.
   *
   * @param before passes that were made for the same factors, to be used again where they are the
   *     same; none at first
   * @throws IllegalArgumentException if rows over classes take too much memory
   */
  FilterPasses(
      List<Group> groups, List<Factor> factors, ByteModel model, Optional<FilterPasses> before) {
    this(groups, factors, model, before, Checkpoint.NONE);
  }

  /**
   * Makes passes, which may be ended.
   *
   * @param before as above
   * @param checkpoint passed for each
   */
  FilterPasses(
      List<Group> groups,
      List<Factor> factors,
      ByteModel model,
      Optional<FilterPasses> before,
      Checkpoint checkpoint) {
    this.groups = List.copyOf(groups);
    this.passes = new SearchPass[groups.size()];
    this.strings = before.map(old -> old.strings).orElseGet(() -> new SharedBits(factors));
    this.rowBase = new int[groups.size() + 1];
    this.overlaps = new int[passes.length];
    this.sights = new int[passes.length];
    long rowWords = 0;
    long mixed = 0;
    for (int p = 0; p < passes.length; p++) {
      checkpoint.pass();
      Group group = groups.get(p);
      int number = p;
      passes[p] =
          before
              .filter(old -> old.groups.size() > number && old.groups.get(number).equals(group))
              .map(old -> old.passes[number])
              .orElseGet(
                  () ->
                      switch (group.method()) {
                        case CLASSES -> new RowPass(factors, group.places(), model);
                        case RUNS -> new RunPass(factors, group.places());
                        case BYTES -> new BytePass(factors, group.places(), model);
                        case HASHES -> pass(group, factors, strings, model);
                      });
      rowBase[p + 1] = rowBase[p] + passes[p].rowCount();
      rowWords += passes[p] instanceof RowPass rows ? rows.rowWords() : 0;
      if (rowWords > RowKernel.MOST_ROW_WORDS) {
        throw new IllegalArgumentException("too many rows in all passes over classes");
      }
      overlaps[p] = overlap(group, factors);
      sights[p] =
          passes[p].isFarSighted() ? overlaps[p] : Math.min(overlaps[p], SearchPass.SIGHT - 1);
      mixed = mixed(mixed, group);
    }
    this.overlap = Arrays.stream(overlaps).max().orElse(0);
    this.id = mixed;
  }

  private static int overlap(Group group, List<Factor> factors) {
    int longest = 0;
    for (Place place : group.places()) {
      Factor factor = factors.get(place.factor());
      longest = Math.max(longest, factor.string().size() - place.offset() + factor.maxAfter());
    }
    // One for the byte behind that an end may depend on, one for a final newline.
    return longest + 2;
  }

  private static long mixed(long before, Group group) {
    long mixed = mixed(before, group.method().name().hashCode());
    mixed = mixed(mixed, group.width());
    mixed = mixed(mixed, group.stride().code());
    mixed = mixed(mixed, group.folded() ? 1 : 0);
    for (Place place : group.places()) {
      mixed = mixed(mixed, FoundEntry.of(place.factor(), place.offset()));
    }
    return mixed;
  }

  /** One to one for each number; the multiplier is that of SplitMix (Steele, OOPSLA 2014). */
  private static long mixed(long before, long number) {
    long sum = (before ^ number) * 0xBF58476D1CE4E5B9L;
    return sum ^ sum >>> Integer.SIZE;
  }

  private static WindowPass pass(
      Group group, List<Factor> factors, SharedBits strings, ByteModel model) {
    WindowPass.Entries entries = new WindowPass.Entries();
    for (Place place : group.places()) {
      Factor factor = factors.get(place.factor());
      for (int i = 0; i < group.stride().windows; i++) {
        int o = place.offset() + group.stride().offset(i);
        for (int key :
            Windows.keys(factor.string().subList(o, o + group.width()), group.folded())) {
          entries.add(key, place.factor(), o);
        }
      }
    }
    return new WindowPass(
        group.width(), group.stride(), group.folded(), entries, factors, strings, model);
  }

  boolean usesClasses() {
    return groups.stream().anyMatch(group -> group.method() == Method.CLASSES);
  }

  /** What all factors share: costs of single bytes and of classes are those of each string. */
  double nanos() {
    double nanos = 0;
    for (SearchPass pass : passes) {
      nanos +=
          switch (pass) {
            case WindowPass windows -> windows.nanos();
            case RunPass runs -> SearchCosts.runPassNanos();
            default -> 0;
          };
    }
    return nanos;
  }

  /** Whether loops of vectors are tried in one of them. */
  boolean areTried() {
    for (SearchPass pass : passes) {
      if (pass.isTried()) {
        return true;
      }
    }
    return false;
  }

  List<Group> groups() {
    return groups;
  }

  int count() {
    return passes.length;
  }

  SearchPass pass(int number) {
    return passes[number];
  }

  int rowBase(int pass) {
    return rowBase[pass];
  }

  int rowCount() {
    return rowBase[passes.length];
  }

  /** How far before a block windows are looked for, so that all that ends in it is found. */
  int overlap() {
    return overlap;
  }

  /** The same of one pass. */
  int overlap(int pass) {
    return overlaps[pass];
  }

  /**
   * The same where no string may go on in the block whose window was decided before ({@link
   * SearchPass#isFarSighted}).
   */
  int sight(int pass) {
    return sights[pass];
  }

  /** The same for passes with the same windows; others have another number, all but certainly. */
  long id() {
    return id;
  }
}
