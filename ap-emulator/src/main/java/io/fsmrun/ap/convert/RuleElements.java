package io.fsmrun.ap.convert;

import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.StartKind;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;

/** The STEs of one rule; those that report twice have a companion, which is driven as they are. */
final class RuleElements {

  private static final int HERE = ReportFlags.HERE | ReportFlags.FINAL_HERE;
  private static final int BACK = ReportFlags.BACK | ReportFlags.FINAL_BACK;

  private final NetworkBuilder builder;
  private final int ruleId;
  private final Int2IntOpenHashMap companions = new Int2IntOpenHashMap();

  RuleElements(NetworkBuilder builder, int ruleId) {
    this.builder = builder;
    this.ruleId = ruleId;
    companions.defaultReturnValue(-1);
  }

  /** Defines the STE of a state; {@code part} counts the STEs that a state is split into. */
  int ste(int state, int part, SymbolSet symbols, int reportFlags) {
    int flags = ReportFlags.canonical(reportFlags);
    String id = ruleId + "_" + state + (part == 0 ? "" : "_" + part);
    int ste = builder.ste(id, symbols);
    if ((flags & HERE) != 0) {
      report(ste, 0, (flags & ReportFlags.HERE) == 0);
    }
    if ((flags & BACK) != 0) {
      int reporting = ste;
      if ((flags & HERE) != 0) {
        reporting = builder.ste(id + "_back", symbols);
        companions.put(ste, reporting);
      }
      report(reporting, 1, (flags & ReportFlags.BACK) == 0);
    }
    return ste;
  }

  private void report(int ste, int symbolsBack, boolean atEndOnly) {
    builder.report(ste, ReportCodes.print(new ReportCodes.Match(ruleId, symbolsBack)));
    if (atEndOnly) {
      builder.atEndOnly(ste);
    }
  }

  void start(int ste, StartKind start) {
    builder.start(ste, start);
    if (companions.get(ste) >= 0) {
      builder.start(companions.get(ste), start);
    }
  }

  void edge(int from, int to) {
    builder.edge(from, to);
    if (companions.get(to) >= 0) {
      builder.edge(from, companions.get(to));
    }
  }
}
