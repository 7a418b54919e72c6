package io.fsmrun.ap.mnrl;

import java.util.ArrayList;
import java.util.List;

/** What a file says of one node, until its type is known. Used over and over. */
final class MnrlNode {

  String id;
  String type;
  String enable;
  Boolean report;
  String symbolSet;
  boolean latched;
  String reportId;
  String threshold;
  String mode;
  String gateType;
  int line;
  int column;
  int symbolSetLine;
  int symbolSetColumn;
  List<Edge> edges = new ArrayList<>();

  /** Where an edge leads, and where in the file it stands. */
  record Edge(String id, String port, int line, int column) {}

  void clear(int newLine, int newColumn) {
    id = type = enable = symbolSet = reportId = threshold = mode = gateType = null;
    report = null;
    latched = false;
    line = newLine;
    column = newColumn;
    symbolSetLine = newLine;
    symbolSetColumn = newColumn;
    if (edges.size() > 1 << 10) {
      edges = new ArrayList<>();
    }
    edges.clear();
  }

  /** For messages. */
  String name() {
    return id == null ? "a node" : "'" + id + "'";
  }
}
