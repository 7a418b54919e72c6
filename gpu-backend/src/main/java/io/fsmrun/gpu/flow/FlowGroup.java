package io.fsmrun.gpu.flow;

/** Up to {@link Layout#MOST_FLOWS} flows of one call that are run together. */
final class FlowGroup {

  private int[] flows;
  private int position;
  private boolean stopped;
  private int place = -1;
  private int symbols;

  FlowGroup(int[] flows, int position) {
    this.flows = flows;
    this.position = position;
  }

  /** The flows, ascending. */
  int[] flows() {
    return flows;
  }

  void keep(int[] fewer) {
    flows = fewer;
  }

  int position() {
    return position;
  }

  /** Whether the last launch ended before it should have. */
  boolean stopped() {
    return stopped;
  }

  /** Where it is in the launch that runs it; -1 if it is in none. */
  int place() {
    return place;
  }

  int symbols() {
    return symbols;
  }

  /** Is run by a launch, over so many symbols. */
  void launched(int newPlace, int newSymbols) {
    place = newPlace;
    symbols = newSymbols;
  }

  /** The launch ran it over so many symbols. */
  void ran(int done) {
    place = -1;
    stopped = done < symbols;
    position += done;
  }
}
