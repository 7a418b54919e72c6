package io.fsmrun.gpu.flow;

/** A group of flows of a position automaton in one launch. For one thread. */
final class BitGroup {

  private final NfaCall call;
  private final FlowGroup group;
  private final int number;
  private final int[] record = new int[Layout.RECORD];
  private final int[][] vectors;
  private final boolean[] known;

  /** The launch that it was written down for, and where. */
  private Launch launch;

  private int place;

  BitGroup(NfaCall call, FlowGroup group, int number) {
    this.call = call;
    this.group = group;
    this.number = number;
    this.vectors = new int[group.flows().length][];
    this.known = new boolean[vectors.length];
  }

  int number() {
    return number;
  }

  /** Number of warps of the block that runs it: a power of two that is enough. */
  int warps() {
    int warps = 1;
    while (warps < vectors.length) {
      warps *= 2;
    }
    return warps;
  }

  /** Says what is run; {@code input} is the address of the first byte. */
  void describe(NfaEngine engine, long table, long input, int symbols, int checks) {
    record[Layout.INPUT] = (int) input;
    record[Layout.INPUT + 1] = (int) (input >>> Integer.SIZE);
    record[Layout.TABLE] = (int) table;
    record[Layout.TABLE + 1] = (int) (table >>> Integer.SIZE);
    record[Layout.CLASSES] = engine.classCount();
    record[Layout.WORDS] = engine.words();
    record[Layout.SYMBOLS] = symbols;
    record[Layout.CHECKS] = checks;
    record[Layout.COUNT] = vectors.length;
  }

  /** Says what one flow starts from. */
  void flow(int index, int[] vector, boolean isKnown) {
    vectors[index] = vector;
    known[index] = isKnown;
  }

  /** Writes it down for a launch. */
  void write(Launch into) {
    launch = into;
    Words flows = into.bitFlows();
    record[Layout.FIRST] = flows.size() / Layout.FLOW;
    place = into.bitGroups().add(Layout.RECORD);
    into.bitGroups().put(place, record);
    for (int i = 0; i < vectors.length; i++) {
      int flow = flows.add(Layout.FLOW);
      // A second vector is for the states after a step.
      int vector = into.vectors().add(2 * vectors[i].length);
      into.vectors().put(vector, vectors[i]);
      flows.set(flow + Layout.KNOWN, known[i] ? 1 : 0);
      flows.set(flow + Layout.VECTOR, vector);
      into.bitSlots().add(call, group.flows()[i], group.position());
    }
  }

  /** After the launch: how many symbols were run. */
  int done() {
    return launch.bitGroups().get(place + Layout.DONE);
  }

  /** After the launch: a word of a flow. */
  int get(int index, int word) {
    return launch.bitFlows().get((record[Layout.FIRST] + index) * Layout.FLOW + word);
  }

  /** After the launch: the states of a flow. */
  int[] vector(int index) {
    return launch.vectors().copy(get(index, Layout.VECTOR), vectors[index].length);
  }
}
