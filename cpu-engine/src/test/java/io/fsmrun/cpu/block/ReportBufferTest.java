package io.fsmrun.cpu.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ReportBufferTest {

  private static List<String> contents(ReportBuffer reports) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < reports.size(); i++) {
      all.add(reports.end(i) + " " + reports.rule(i));
    }
    return all;
  }

  /** Adds sorted stretches; returns what they are together, in order, each once. */
  private static List<String> addStretches(ReportBuffer reports, Random random, long position) {
    TreeSet<Long> expected = new TreeSet<>();
    int stretches = random.nextInt(4) == 0 ? 30 : random.nextInt(5);
    for (int s = 0; s < stretches; s++) {
      TreeSet<Long> stretch = new TreeSet<>();
      for (int i = random.nextInt(40); i > 0; i--) {
        stretch.add((long) random.nextInt(30) << 32 | random.nextInt(3));
      }
      stretch.forEach(one -> reports.add((int) (long) one, position + (one >>> 32)));
      expected.addAll(stretch);
    }
    return expected.stream().map(one -> position + (one >>> 32) + " " + (int) (long) one).toList();
  }

  @Test
  void sortsTheLastReportsAndLeavesThoseBefore() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      ReportBuffer reports = new ReportBuffer();
      reports.startBlock(1000);
      List<String> expected = new ArrayList<>();
      for (int block = 0; block < 4; block++) {
        int first = reports.size();
        expected.addAll(addStretches(reports, random, 1000));
        reports.sortFrom(first);
        assertThat(contents(reports)).as("seed %d", seed).isEqualTo(expected);
      }
    }
  }

  @Test
  void addsReportsOfAnotherBuffer() {
    ReportBuffer other = new ReportBuffer();
    other.startBlock(5000);
    other.add(3, 4999);
    other.add(7, 5001);
    other.add(8, 5010);
    ReportBuffer reports = new ReportBuffer();
    reports.startBlock(4000);
    reports.add(1, 4000);
    reports.addRange(other, 0, 2);
    assertThat(contents(reports)).containsExactly("4000 1", "4999 3", "5001 7");
    reports.startBlock(5010);
    reports.addRange(other, 2, 3);
    assertThat(contents(reports)).containsExactly("5010 8");
  }

  @Test
  void growsByWhatIsAddedAtOnce() {
    ReportBuffer other = new ReportBuffer();
    other.startBlock(0);
    for (int i = 0; i < 5000; i++) {
      other.add(1, i);
    }
    ReportBuffer reports = new ReportBuffer();
    reports.startBlock(0);
    reports.addRange(other, 0, 5000);
    assertThat(reports.size()).isEqualTo(5000);
    assertThat(reports.end(4999)).isEqualTo(4999);
    assertThat(reports.capacity()).isGreaterThanOrEqualTo(5000);
  }
}
