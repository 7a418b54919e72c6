package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.binary.DamagedDataException;
import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.nfa.NfaCodec;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Chains and passes that are well-formed, but that no program writes: they ask for too much. */
class HostileChainsTest {

  private static final SymbolSet LETTERS = SymbolSet.range('a', 'z');
  private static final int RULES = 10_000;

  /** So many bytes out of one set, after any one if it is a tail; reports at the last. */
  private static Nfa row(SymbolSet first, SymbolSet set, int length) {
    NfaBuilder builder = new NfaBuilder();
    int state = builder.addState(first);
    builder.addEdge(Nfa.START, state);
    for (int i = 0; i < length; i++) {
      int next = builder.addState(set);
      builder.addEdge(state, next);
      state = next;
    }
    builder.addFlags(state, ReportFlags.HERE);
    return builder.build();
  }

  /** A number in capital letters, so that no two strings are alike. */
  private static String word(int number) {
    StringBuilder word = new StringBuilder();
    for (int i = 0, rest = number; i < 6; i++, rest /= 26) {
      word.append((char) ('A' + rest % 26));
    }
    return word.toString();
  }

  private static Factor factor(int number) {
    return Factor.of(word(number).chars().mapToObj(SymbolSet::of).toList());
  }

  private static Chain chain(int number, Optional<Head> head, Optional<Nfa> tail) {
    return new Chain(
        number,
        EdgeCondition.ALWAYS,
        head,
        List.of(List.of(factor(number))),
        List.of(),
        tail,
        EdgeCondition.ALWAYS);
  }

  private static List<Chain> withTail(Nfa tail, int count) {
    List<Chain> chains = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      chains.add(chain(i, Optional.empty(), Optional.of(tail)));
    }
    return chains;
  }

  private static byte[] written(List<Chain> chains, List<FilterPasses.Group> groups) {
    BinaryWriter out = new BinaryWriter();
    out.writeInt(0);
    NfaCodec.writeSet(SymbolSet.EMPTY, out);
    ChainCodec.write(chains, out);
    GroupCodec.write(groups, out);
    return out.toByteArray();
  }

  private static byte[] written(List<Chain> chains) {
    List<Factor> factors = new LinkTable(chains, Checkpoint.NONE).factors();
    return written(chains, new WindowChooser(factors, ByteModel.prior()).choose());
  }

  private static FilterEngine read(byte[] bytes) {
    return FilterEngine.read(new BinaryReader(bytes), RULES);
  }

  private static void assertRefused(byte[] bytes, String message) {
    assertThatExceptionOfType(DamagedDataException.class)
        .isThrownBy(() -> read(bytes))
        .withMessageContaining(message);
  }

  private static SortedSet<String> reports(FilterEngine engine, String text) {
    byte[] input = text.getBytes(StandardCharsets.ISO_8859_1);
    BlockSession session = engine.newSession();
    ReportBuffer found = new ReportBuffer();
    found.startBlock(0);
    session.scan(input, 0, input.length, 0, found);
    session.finish(input, input.length, input.length, found);
    SortedSet<String> reports = new TreeSet<>();
    for (int i = 0; i < found.size(); i++) {
      reports.add(found.end(i) + ":" + found.rule(i));
    }
    return reports;
  }

  /** A few kilobytes that would become 1.6 million states and edges. */
  @Test
  void tailsAreNotMultiplied() {
    byte[] bytes = written(withTail(row(SymbolSet.ALL, LETTERS, 2000), 400));
    assertThat(bytes.length).isLessThan(20_000);
    assertRefused(bytes, "states and edges of heads and tails that chains share");
  }

  @Test
  void headsAreNotMultiplied() {
    Nfa head = row(LETTERS, LETTERS, 2000);
    List<Chain> chains = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      Gap gap = new Gap(LETTERS, i, i + 1);
      chains.add(chain(i, Optional.of(new Head(head, gap)), Optional.empty()));
    }
    assertRefused(written(chains), "states and edges of heads and tails that chains share");
  }

  @Test
  void whatIsNotReadIsNotMade() {
    List<Chain> chains = withTail(row(SymbolSet.ALL, LETTERS, 2000), 400);
    assertThatExceptionOfType(LimitExceededException.class)
        .isThrownBy(() -> FilterEngine.of(chains, ByteModel.prior()));
  }

  /** Thousands of chains may well have one tail, if it is not large. */
  @Test
  void smallTailsAreShared() {
    List<Chain> chains = withTail(row(SymbolSet.ALL, LETTERS, 20), 1000);
    FilterEngine engine = FilterEngine.of(chains, ByteModel.prior());
    BinaryWriter out = new BinaryWriter();
    engine.write(out);
    FilterEngine loaded = read(out.toByteArray());
    String text = "--" + word(999) + "abcdefghijklmnopqrstuv" + word(7) + "a".repeat(20) + "--";
    assertThat(reports(loaded, text))
        .isEqualTo(reports(engine, text))
        .containsExactlyInAnyOrder("28:999", "56:7");
  }

  /** Turned round, a head has an edge for each place of its gap and each state that reports. */
  @Test
  void headsThatAreLargeBackwardsAreReadForwards() {
    NfaBuilder builder = new NfaBuilder();
    for (int i = 0; i < 300; i++) {
      int state = builder.addState(LETTERS);
      builder.setAlwaysEnabled(state);
      builder.addFlags(state, ReportFlags.HERE);
    }
    List<Head> heads = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      heads.add(new Head(builder.build(), new Gap(LETTERS, 0, 63)));
    }
    ReversedHeads reversed = new ReversedHeads(heads, Checkpoint.NONE);
    assertThat(reversed.has(0)).isTrue();
    assertThat(reversed.has(199)).isFalse();
  }

  @Test
  void passesThatFindNothingAreRefused() {
    List<FilterPasses.Group> groups =
        new ArrayList<>(
            Collections.nCopies(
                2000,
                new FilterPasses.Group(
                    FilterPasses.Method.HASHES, 4, Stride.EVERY, false, List.of())));
    groups.add(pass(0));
    List<Chain> chains = List.of(chain(0, Optional.empty(), Optional.empty()));
    assertRefused(written(chains, groups), "windows that cannot be searched for");
  }

  private static FilterPasses.Group pass(int factor) {
    return new FilterPasses.Group(
        FilterPasses.Method.HASHES,
        4,
        Stride.EVERY,
        false,
        List.of(new FilterPasses.Place(factor, 0)));
  }

  @Test
  void aPassForEachStringIsRefused() {
    List<Chain> chains = new ArrayList<>();
    List<FilterPasses.Group> groups = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      chains.add(chain(i, Optional.empty(), Optional.empty()));
      groups.add(pass(i));
    }
    assertRefused(written(chains, groups), "more than 16 passes");
  }

  /** Of windows that are not looked for, none has to be usable. */
  @Test
  void readsGroupsOfEachStride() {
    List<SymbolSet> string = new ArrayList<>(Collections.nCopies(7, SymbolSet.of('a')));
    for (Stride stride : Stride.values()) {
      if (stride == Stride.TWO_OF_FOUR) {
        // Windows at 0 and 2 stand for 60 strings each, the one at 1 for 3,600.
        string.set(1, SymbolSet.range(100, 159));
        string.set(4, SymbolSet.range(100, 159));
      } else {
        Collections.fill(string, SymbolSet.of('a'));
      }
      var place = List.of(new FilterPasses.Place(0, 0));
      var group = new FilterPasses.Group(FilterPasses.Method.HASHES, 4, stride, false, place);
      BinaryWriter out = new BinaryWriter();
      GroupCodec.write(List.of(group), out);
      BinaryReader in = new BinaryReader(out.toByteArray());
      assertThat(GroupCodec.read(in, List.of(Factor.of(string)), false)).containsExactly(group);
      assertThatExceptionOfType(DamagedDataException.class)
          .isThrownBy(
              () ->
                  GroupCodec.read(
                      new BinaryReader(out.toByteArray()),
                      List.of(Factor.of(string.subList(0, 3 + stride.reach()))),
                      false));
    }
  }

  /** There are loops for wide windows at three strides; none is wider than what is hashed. */
  @Test
  void wideWindowsThatNoLoopFindsAreRefused() {
    List<SymbolSet> string = "ACGTACGTACGTACGTACGT".chars().mapToObj(SymbolSet::of).toList();
    List<FilterPasses.Place> places = List.of(new FilterPasses.Place(0, 0));
    for (int width = 5; width <= string.size(); width++) {
      for (Stride stride : Stride.values()) {
        FilterPasses.Group group =
            new FilterPasses.Group(FilterPasses.Method.HASHES, width, stride, false, places);
        BinaryWriter out = new BinaryWriter();
        GroupCodec.write(List.of(group), out);
        BinaryReader in = new BinaryReader(out.toByteArray());
        if (width <= WindowKeys.WIDEST && WideHashes.isFor(stride)) {
          assertThat(GroupCodec.read(in, List.of(Factor.of(string)), false)).containsExactly(group);
        } else {
          assertThatExceptionOfType(DamagedDataException.class)
              .isThrownBy(() -> GroupCodec.read(in, List.of(Factor.of(string)), false));
        }
      }
    }
  }

  @Test
  void classesShareTheirPasses() {
    List<Factor> factors = new ArrayList<>();
    List<FilterPasses.Group> groups = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      factors.add(factor(i));
      groups.add(
          new FilterPasses.Group(
              FilterPasses.Method.CLASSES,
              RowPass.SETS,
              Stride.EVERY,
              false,
              List.of(new FilterPasses.Place(i, 0))));
    }
    BinaryWriter out = new BinaryWriter();
    GroupCodec.write(groups, out);
    BinaryReader in = new BinaryReader(out.toByteArray());
    assertThatExceptionOfType(DamagedDataException.class)
        .isThrownBy(() -> GroupCodec.read(in, factors, true))
        .withMessageContaining("windows that cannot be searched for");
  }

  /** How far a match reaches is what sessions keep of the input. */
  @Test
  void whatLiesAroundAStringIsNoLongerThanItSays() {
    Nfa five = row(LETTERS, LETTERS, 4);
    assertThat(read(written(List.of(around(five, 5)))).historyBytes()).isPositive();
    assertRefused(written(List.of(around(five, 4))), "beside a string that takes more than 4");
    NfaBuilder endless = new NfaBuilder();
    int state = endless.addState(LETTERS);
    endless.addEdge(Nfa.START, state);
    endless.addEdge(state, state);
    endless.addFlags(state, ReportFlags.HERE);
    assertRefused(
        written(List.of(around(endless.build(), Factor.MAX_LENGTH))),
        "beside a string that takes more than 512");
  }

  private static Chain around(Nfa nfa, int length) {
    Factor inside =
        new Factor(Optional.of(nfa), factor(1).string(), Optional.of(nfa), length, length, false);
    return new Chain(
        0,
        EdgeCondition.ALWAYS,
        Optional.empty(),
        List.of(List.of(inside)),
        List.of(),
        Optional.empty(),
        EdgeCondition.ALWAYS);
  }
}
