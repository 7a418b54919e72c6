package io.fsmrun.gpu.table;

/**
 * What tables may take.
 *
 * @param groupStates states of the product of a group of rules, at most
 * @param groupBytes bytes of the table of such a product, at most; 0: as much as fits shared memory
 * @param directBytes bytes of a table that has a column for each byte instead of each byte class,
 *     at most; 0: none has
 * @param privateBytes bytes of a table with a copy in each bank of shared memory, at most; 0: none
 *     has
 * @param groupsAtOnce groups that run over one reading of the input, at most; 1 to 4
 * @param programBytes bytes of all tables, at most
 */
public record TableLimits(
    int groupStates,
    int groupBytes,
    int directBytes,
    int privateBytes,
    int groupsAtOnce,
    long programBytes) {

  private static final int DEFAULT_STATES = 8192;
  private static final int DEFAULT_DIRECT = 128 << 10;
  private static final int DEFAULT_PRIVATE = 256 << 10;
  private static final long DEFAULT_PROGRAM = 1L << 30;

  /** Checks the numbers. */
  public TableLimits {
    if (groupStates < 1
        || groupBytes < 0
        || directBytes < 0
        || privateBytes < 0
        || programBytes < 0) {
      throw new IllegalArgumentException("a limit is negative");
    }
    if (groupsAtOnce < 1 || groupsAtOnce > TableLayout.MOST_GROUPS) {
      throw new IllegalArgumentException(groupsAtOnce + " groups at once");
    }
  }

  /**
   * Groups that fit shared memory, of 8,192 states at most; direct tables up to 128 KiB; 1 GiB in
   * all.
   *
   * @return the limits
   */
  public static TableLimits defaults() {
    return new TableLimits(
        DEFAULT_STATES,
        0,
        DEFAULT_DIRECT,
        DEFAULT_PRIVATE,
        TableLayout.MOST_GROUPS,
        DEFAULT_PROGRAM);
  }

  /**
   * The same with other groups.
   *
   * @param states states of the product of a group, at most
   * @param bytes bytes of its table, at most; 0: as much as fits shared memory
   * @return the limits
   */
  public TableLimits withGroups(int states, int bytes) {
    return new TableLimits(states, bytes, directBytes, privateBytes, groupsAtOnce, programBytes);
  }

  /**
   * The same with other direct tables.
   *
   * @param bytes bytes of a direct table, at most
   * @return the limits
   */
  public TableLimits withDirectBytes(int bytes) {
    return new TableLimits(
        groupStates, groupBytes, bytes, privateBytes, groupsAtOnce, programBytes);
  }

  /**
   * The same with another number of groups over one reading of the input.
   *
   * @param groups how many, at most
   * @return the limits
   */
  public TableLimits withGroupsAtOnce(int groups) {
    return new TableLimits(
        groupStates, groupBytes, directBytes, privateBytes, groups, programBytes);
  }

  /**
   * The same with other private tables.
   *
   * @param bytes bytes of a table with a copy in each bank, at most
   * @return the limits
   */
  public TableLimits withPrivateBytes(int bytes) {
    return new TableLimits(groupStates, groupBytes, directBytes, bytes, groupsAtOnce, programBytes);
  }
}
