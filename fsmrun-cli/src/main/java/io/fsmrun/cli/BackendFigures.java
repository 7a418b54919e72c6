package io.fsmrun.cli;

import tools.jackson.databind.node.ObjectNode;

/**
 * Which back end a run had, for its summary.
 *
 * @param used the back end that the run ended on
 * @param device the device that the run used and its driver; null if it used none
 * @param choice why the back end was chosen; null if the user chose it
 * @param change what became of the back end that the run began on; null if it is the same
 */
record BackendFigures(BackendName used, String device, String choice, Change change) {

  /**
   * A back end that could not go on.
   *
   * @param from the back end
   * @param offset bytes of input whose reports are its own
   * @param reason why it could not go on
   */
  record Change(BackendName from, long offset, String reason) {}

  /** A back end that the user chose and that did what it was asked to. */
  static BackendFigures of(BackendName used) {
    return new BackendFigures(used, null, null, null);
  }

  void putInto(ObjectNode json) {
    json.put("backend", used.toString());
    if (device != null) {
      json.put("device", device);
    }
    if (choice != null) {
      json.put("backendChoice", choice);
    }
    if (change != null) {
      ObjectNode changed = json.putObject("backendChange");
      changed.put("from", change.from.toString());
      changed.put("offset", change.offset);
      changed.put("reason", change.reason);
    }
  }
}
