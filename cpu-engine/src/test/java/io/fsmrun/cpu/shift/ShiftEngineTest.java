package io.fsmrun.cpu.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.binary.DamagedDataException;
import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.core.nfa.NfaCodec;
import io.fsmrun.core.report.Report;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ShiftEngineTest {

  /** Against sets of positions, one byte after the other; streams go on in other sessions. */
  @Property(tries = 300)
  void reportsAreThoseOfSetsOfPositions(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int count) {
    Random random = new Random(seed);
    List<ShiftChain> chains = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      chains.add(chain(random.nextInt(count), random));
    }
    byte[] input = new byte[1 + random.nextInt(900)];
    for (int i = 0; i < input.length; i++) {
      input[i] = (byte) ('a' + random.nextInt(5));
    }
    ShiftEngine engine = ShiftEngine.of(chains, Checkpoint.NONE);
    BinaryWriter written = new BinaryWriter();
    engine.write(written);
    BinaryReader in = new BinaryReader(written.toByteArray());
    ShiftEngine read = ShiftEngine.read(in, count);
    in.expectEnd();
    SortedSet<Report> expected = new TreeSet<>();
    for (ShiftChain chain : chains) {
      for (int end : ends(chain.elements(), input)) {
        expected.add(new Report(chain.rule(), end));
      }
    }
    assertThat(scan(List.of(engine, read), input, random)).containsExactlyElementsOf(expected);
  }

  /** Both loops are asked for the same, whichever the trial would have taken. */
  @Property(tries = 200)
  void bothKernelsGiveTheSame(@ForAll long seed, @ForAll @IntRange(min = 1, max = 200) int count) {
    Random random = new Random(seed);
    List<ShiftChain> chains = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      chains.add(chain(i, random));
    }
    byte[] input = new byte[600];
    for (int i = 0; i < input.length; i++) {
      input[i] = (byte) ('a' + random.nextInt(3));
    }
    ShiftEngine engine = ShiftEngine.of(chains, Checkpoint.NONE);
    List<ShiftKernel> kernels = new ArrayList<>(List.of(engine.scalar));
    engine.vectors.ifPresent(kernels::add);
    List<List<String>> found = new ArrayList<>();
    for (ShiftKernel kernel : kernels) {
      long[] active = new long[engine.layout.words];
      List<String> hits = new ArrayList<>();
      for (int group = 0; group < kernel.groups(); group++) {
        ShiftHits some = new ShiftHits(kernel.lanes);
        for (int at = 0; at < input.length; at += ShiftHits.PIECE) {
          int end = Math.min(input.length, at + ShiftHits.PIECE);
          kernel.run(group, input, at, end, active, some);
          for (int i = 0; i < some.count * kernel.lanes; i++) {
            int word = group * kernel.lanes + i % kernel.lanes;
            if (some.ends[i] != 0) {
              hits.add(word + " " + some.places[i / kernel.lanes] + " " + some.ends[i]);
            }
          }
        }
      }
      hits.sort(null);
      hits.add(Arrays.toString(active));
      found.add(hits);
    }
    assertThat(found).allSatisfy(hits -> assertThat(hits).isEqualTo(found.get(0)));
  }

  /** A chain that fills a word, with a gap that ends in its last bit. */
  @Test
  void chainsMayFillWords() {
    List<ShiftElement> elements = new ArrayList<>();
    elements.add(ShiftElement.one(SymbolSet.of('x')));
    for (int i = 1; i < ShiftChain.MOST_ELEMENTS; i++) {
      elements.add(new ShiftElement(SymbolSet.ALL, true, false));
    }
    ShiftChain chain = new ShiftChain(0, elements);
    ShiftEngine engine = ShiftEngine.of(List.of(chain, chain, chain), Checkpoint.NONE);
    byte[] input = new byte[200];
    input[3] = 'x';
    input[100] = 'x';
    assertThat(scan(List.of(engine), input, new Random(0)))
        .hasSize(128)
        .contains(new Report(0, 4), new Report(0, 67), new Report(0, 101), new Report(0, 164));
  }

  @Test
  void chainsThatAreNoneAreRefused() {
    ShiftElement one = ShiftElement.one(SymbolSet.of('x'));
    ShiftElement optional = new ShiftElement(SymbolSet.of('x'), true, false);
    ShiftElement repeated = new ShiftElement(SymbolSet.of('x'), false, true);
    List<ShiftElement> tooMany = new ArrayList<>(List.of(one));
    while (tooMany.size() <= ShiftChain.MOST_ELEMENTS) {
      tooMany.add(optional);
    }
    for (List<ShiftElement> elements :
        List.of(List.<ShiftElement>of(), List.of(optional), List.of(repeated), tooMany)) {
      assertThatIllegalArgumentException().isThrownBy(() -> new ShiftChain(0, elements));
    }
  }

  /** Or else a small file could ask for much memory. */
  @Test
  void tooManyElementsAreRefused() {
    ShiftElement one = ShiftElement.one(SymbolSet.of('x'));
    ShiftChain full = new ShiftChain(0, Collections.nCopies(ShiftChain.MOST_ELEMENTS, one));
    int fitting = ShiftEngine.MOST_ELEMENTS / ShiftChain.MOST_ELEMENTS;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ShiftEngine.of(Collections.nCopies(fitting + 1, full), Checkpoint.NONE));
    BinaryWriter written = new BinaryWriter();
    written.writeInt(fitting + 1);
    for (int i = 0; i <= fitting; i++) {
      written.writeInt(0);
      written.writeInt(ShiftChain.MOST_ELEMENTS);
      for (int e = 0; e < ShiftChain.MOST_ELEMENTS; e++) {
        written.writeByte(0);
        NfaCodec.writeSet(one.set(), written);
      }
    }
    assertThatExceptionOfType(DamagedDataException.class)
        .isThrownBy(() -> ShiftEngine.read(new BinaryReader(written.toByteArray()), 1))
        .withMessageContaining("too many elements");
  }

  @Test
  void damagedFilesAndStatesAreRefused() {
    ShiftElement one = ShiftElement.one(SymbolSet.of('x'));
    ShiftEngine engine =
        ShiftEngine.of(List.of(new ShiftChain(0, List.of(one, one, one))), Checkpoint.NONE);
    BinaryWriter written = new BinaryWriter();
    engine.write(written);
    byte[] bytes = written.toByteArray();
    for (int i = 0; i < bytes.length; i++) {
      byte[] cut = Arrays.copyOf(bytes, i);
      assertThatExceptionOfType(DamagedDataException.class)
          .isThrownBy(() -> ShiftEngine.read(new BinaryReader(cut), 1));
    }
    assertThatExceptionOfType(DamagedDataException.class)
        .isThrownBy(() -> ShiftEngine.read(new BinaryReader(bytes), 0));
    BinaryWriter state = new BinaryWriter();
    state.writeBits(0b1000);
    BinaryReader none = new BinaryReader(state.toByteArray());
    assertThatExceptionOfType(DamagedDataException.class)
        .isThrownBy(() -> engine.newSession().restore(none, 0));
  }

  private static ShiftChain chain(int rule, Random random) {
    List<ShiftElement> elements = new ArrayList<>();
    int count = 1 + random.nextInt(random.nextInt(8) == 0 ? ShiftChain.MOST_ELEMENTS : 9);
    while (elements.size() < count) {
      SymbolSet set = SymbolSet.EMPTY;
      for (int i = 1 + random.nextInt(4); i > 0; i--) {
        set = set.or(SymbolSet.of('a' + random.nextInt(5)));
      }
      boolean first = elements.isEmpty();
      boolean optional = !first && random.nextInt(3) == 0;
      boolean repeated = !first && random.nextInt(5) == 0;
      ShiftElement element = new ShiftElement(set, optional, repeated);
      for (int i = random.nextInt(4); i >= 0 && elements.size() < count; i--) {
        elements.add(first ? ShiftElement.one(set) : element);
      }
    }
    return new ShiftChain(rule, elements);
  }

  /** Where a chain ends, by sets of how many of its elements are done. */
  private static List<Integer> ends(List<ShiftElement> elements, byte[] input) {
    List<Integer> ends = new ArrayList<>();
    BitSet done = new BitSet();
    for (int p = 0; p < input.length; p++) {
      done.set(0);
      BitSet next = new BitSet();
      for (int i = done.nextSetBit(0); i >= 0; i = done.nextSetBit(i + 1)) {
        if (i < elements.size() && elements.get(i).set().contains(input[p] & 0xff)) {
          next.set(i + 1);
        }
        ShiftElement before = i > 0 ? elements.get(i - 1) : null;
        if (before != null && before.isRepeated() && before.set().contains(input[p] & 0xff)) {
          next.set(i);
        }
      }
      for (int i = 1; i < elements.size(); i++) {
        if (next.get(i) && elements.get(i).isOptional()) {
          next.set(i + 1);
        }
      }
      done = next;
      if (done.get(elements.size())) {
        ends.add(p + 1);
      }
    }
    return ends;
  }

  /** Scans in parts, each in a session of its own. */
  private static SortedSet<Report> scan(List<ShiftEngine> engines, byte[] input, Random random) {
    SortedSet<Report> found = new TreeSet<>();
    BlockSession session = engines.get(0).newSession();
    session.start();
    for (int at = 0; at < input.length; ) {
      int end = Math.min(input.length, at + 1 + random.nextInt(400));
      ReportBuffer reports = new ReportBuffer();
      reports.startBlock(at);
      session.scan(input, at, end, at, reports);
      reports.sort();
      for (int i = 0; i < reports.size(); i++) {
        found.add(new Report(reports.rule(i), reports.end(i)));
      }
      BinaryWriter state = new BinaryWriter();
      session.save(state);
      session = engines.get(random.nextInt(engines.size())).newSession();
      BinaryReader saved = new BinaryReader(state.toByteArray());
      session.restore(saved, end);
      saved.expectEnd();
      at = end;
    }
    return found;
  }
}
