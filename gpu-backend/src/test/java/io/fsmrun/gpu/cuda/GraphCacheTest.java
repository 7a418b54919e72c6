package io.fsmrun.gpu.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.Grid;
import io.fsmrun.gpu.device.Kernel;
import io.fsmrun.gpu.device.Sequence;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When graphs are made, changed and given back, with graphs that only note what is done. */
final class GraphCacheTest {

  private final List<FakeGraph> graphs = new ArrayList<>();
  private final GraphCache cache = new GraphCache(this::make);
  private boolean refusesGraphs;
  private boolean refusesChanges;
  private boolean isLost;

  private record FakeKernel(String name) implements Kernel {
    @Override
    public int blocksPerProcessor(int threads, int sharedBytes) {
      return 1;
    }
  }

  private final class FakeGraph implements GraphCache.Graph {
    private final List<Sequence.Step> steps;
    private final List<Integer> changed = new ArrayList<>();
    private int launches;
    private boolean closed;

    FakeGraph(List<Sequence.Step> steps) {
      this.steps = new ArrayList<>(steps);
    }

    @Override
    public void set(int index, Sequence.Step step) {
      if (refusesChanges) {
        throw new DeviceException("not this one");
      }
      assertThat(closed).isFalse();
      steps.set(index, step);
      changed.add(index);
    }

    @Override
    public void launch() {
      if (isLost) {
        throw new DeviceException("lost");
      }
      assertThat(closed).isFalse();
      launches++;
    }

    @Override
    public void close() {
      assertThat(closed).isFalse();
      closed = true;
    }
  }

  private GraphCache.Graph make(List<Sequence.Step> steps) {
    if (refusesGraphs) {
      throw new DeviceException("no graphs");
    }
    FakeGraph graph = new FakeGraph(steps);
    graphs.add(graph);
    return graph;
  }

  private static void note(Sequence sequence, String kernels, int number) {
    sequence.clear();
    for (int i = 0; i < kernels.length(); i++) {
      sequence.launch(
          new FakeKernel(kernels.substring(i, i + 1)),
          new Grid(1, 32, 0),
          new Arguments().int32(i == 1 ? number : 0));
    }
  }

  private long open() {
    return graphs.stream().filter(graph -> !graph.closed).count();
  }

  @Test
  void onlyWhatDiffersIsChanged() {
    Sequence sequence = new Sequence();
    for (int number : new int[] {5, 5, 6, 6, 7}) {
      note(sequence, "abc", number);
      assertThat(cache.run(sequence)).isTrue();
      assertThat(graphs.getLast().steps).isEqualTo(sequence.steps());
    }
    assertThat(graphs).hasSize(1);
    assertThat(graphs.getFirst().launches).isEqualTo(5);
    assertThat(graphs.getFirst().changed).containsExactly(1, 1);
  }

  @Test
  void whatIsPreparedIsOnlyLaunched() {
    Sequence sequence = new Sequence();
    for (int number : new int[] {5, 6, 7}) {
      note(sequence, "abc", number);
      assertThat(cache.prepare(sequence)).isNotNull();
      assertThat(graphs.getFirst().steps).isEqualTo(sequence.steps());
      assertThat(graphs.getFirst().launches).isEqualTo(number - 5);
      int changes = graphs.getFirst().changed.size();
      assertThat(cache.run(sequence)).isTrue();
      assertThat(graphs.getFirst().changed).hasSize(changes);
    }
    note(sequence, "abc", 8);
    cache.prepare(sequence);
    note(sequence, "abc", 9);
    assertThat(cache.run(sequence)).isTrue();
    assertThat(graphs.getFirst().steps).isEqualTo(sequence.steps());
    assertThat(graphs).hasSize(1);
    assertThat(graphs.getFirst().launches).isEqualTo(4);
  }

  @Test
  void whatCannotBePreparedIsNotTriedAgain() {
    Sequence sequence = new Sequence();
    note(sequence, "abc", 1);
    refusesGraphs = true;
    assertThat(cache.prepare(sequence)).isNull();
    refusesGraphs = false;
    assertThat(cache.run(sequence)).isFalse();
    assertThat(graphs).isEmpty();
  }

  @Test
  void otherKernelsAreAnotherGraph() {
    Sequence sequence = new Sequence();
    for (String kernels : new String[] {"abc", "abd", "ab", "ab"}) {
      note(sequence, kernels, 1);
      assertThat(cache.run(sequence)).isTrue();
      assertThat(graphs.getLast().steps).isEqualTo(sequence.steps());
      assertThat(open()).isEqualTo(1);
    }
    assertThat(graphs).hasSize(3);
    assertThat(graphs.getLast().launches).isEqualTo(2);
    cache.close();
    assertThat(open()).isZero();
  }

  @Test
  void sequencesHaveGraphsOfTheirOwn() {
    Sequence one = new Sequence();
    Sequence two = new Sequence();
    for (int i = 0; i < 3; i++) {
      note(one, "abc", 1);
      note(two, "abc", 2);
      cache.run(one);
      cache.run(two);
    }
    assertThat(graphs).hasSize(2).allSatisfy(graph -> assertThat(graph.changed).isEmpty());
  }

  @Test
  void graphsThatWereNotRunForLongestAreForgotten() {
    Sequence first = new Sequence();
    note(first, "a", 1);
    for (int i = 0; i < 3 * GraphCache.MOST; i++) {
      Sequence sequence = new Sequence();
      note(sequence, "a", 1);
      cache.run(sequence);
      cache.run(first);
      assertThat(open()).isLessThanOrEqualTo(GraphCache.MOST);
    }
    assertThat(graphs.get(1).launches).isEqualTo(3 * GraphCache.MOST);
    assertThat(open()).isEqualTo(GraphCache.MOST);
  }

  @Test
  void aGraphThatCannotBeChangedIsMadeAnew() {
    Sequence sequence = new Sequence();
    note(sequence, "abc", 1);
    cache.run(sequence);
    refusesChanges = true;
    note(sequence, "abc", 2);
    assertThat(cache.run(sequence)).isTrue();
    assertThat(graphs).hasSize(2);
    assertThat(open()).isEqualTo(1);
    assertThat(graphs.getLast().steps).isEqualTo(sequence.steps());
  }

  @Test
  void withoutGraphsNothingIsStartedAndNothingTriedAgain() {
    Sequence sequence = new Sequence();
    note(sequence, "abc", 1);
    refusesGraphs = true;
    assertThat(cache.run(sequence)).isFalse();
    refusesGraphs = false;
    assertThat(cache.run(sequence)).isFalse();
    assertThat(graphs).isEmpty();
  }

  @Test
  void nothingToDoIsDone() {
    assertThat(cache.run(new Sequence())).isTrue();
    assertThat(graphs).isEmpty();
  }

  @Test
  void aDeviceThatIsLostIsTold() {
    Sequence sequence = new Sequence();
    note(sequence, "abc", 1);
    isLost = true;
    assertThatThrownBy(() -> cache.run(sequence)).isInstanceOf(DeviceException.class);
    cache.close();
    assertThat(open()).isZero();
  }
}
