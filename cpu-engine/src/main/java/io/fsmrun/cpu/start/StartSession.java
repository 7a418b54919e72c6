package io.fsmrun.cpu.start;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import java.util.List;

/**
 * A session of a {@link StartEngine}. What it adds to a {@link ReportBuffer} it adds to {@link
 * StartReports} too, with the start. A match may be told twice, at its end and one byte later, with
 * different starts; the least counts.
 */
public final class StartSession implements BlockSession {

  private final RuleWalk[] walks;

  StartSession(List<StartRule> rules) {
    walks = new RuleWalk[rules.size()];
    for (int i = 0; i < walks.length; i++) {
      walks[i] = new RuleWalk(rules.get(i));
    }
    start();
  }

  /**
   * Says who takes the starts; nobody until this is called.
   *
   * @param starts started for each block as the {@link ReportBuffer} is
   */
  public void reportTo(StartReports starts) {
    for (RuleWalk walk : walks) {
      walk.reportTo(starts);
    }
  }

  @Override
  public void start() {
    for (RuleWalk walk : walks) {
      walk.start();
    }
  }

  @Override
  public void scan(byte[] input, int from, int to, long position, ReportBuffer reports) {
    for (RuleWalk walk : walks) {
      walk.scan(input, from, to, position, reports);
    }
  }

  @Override
  public void finish(byte[] input, int to, long position, ReportBuffer reports) {
    for (RuleWalk walk : walks) {
      walk.finish(position, reports);
    }
  }

  @Override
  public void save(BinaryWriter state) {
    for (RuleWalk walk : walks) {
      walk.save(state);
    }
  }

  @Override
  public void restore(BinaryReader state, long position) {
    for (RuleWalk walk : walks) {
      walk.restore(state, position);
    }
  }
}
