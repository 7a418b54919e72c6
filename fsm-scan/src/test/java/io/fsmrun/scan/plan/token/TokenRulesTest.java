package io.fsmrun.scan.plan.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.binary.DamagedDataException;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.token.SwitchingTokens;
import io.fsmrun.cpu.token.TokenEngine;
import io.fsmrun.cpu.token.TokenOptions;
import io.fsmrun.scan.plan.PlannedRule;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenRulesTest {

  private static final int RULES = 12;

  /** Rules that make any list long enough for a plan. */
  private static final List<String> PADDING =
      List.of(
          " +a +b ",
          " +b +a ",
          " +a +[^ ]+ ",
          " +[^ ]+ +a ",
          " +b +[^ ]+ ",
          " +b +b ",
          " +a +a ",
          " +(a +[^ ]+|[^ ]+ +a) +b +[^ ]+ ");

  private static List<PlannedRule> padded(List<String> patterns) {
    List<String> all = new ArrayList<>(PADDING);
    all.addAll(patterns);
    return TokenScans.rules(all);
  }

  private static TokenPlan planned(List<PlannedRule> rules) {
    return TokenRules.plan(rules).orElseThrow();
  }

  @Property(tries = 100)
  void findsWhatTheRulesSay(@ForAll long seed) {
    RandomTokenRules random = new RandomTokenRules(seed);
    List<PlannedRule> rules = padded(random.rules(RULES));
    TokenPlan plan = planned(rules);
    BinaryWriter stored = new BinaryWriter();
    plan.engine().write(stored);
    List<TokenEngine> engines =
        List.of(
            plan.engine(),
            new TokenEngine(plan.program(), new TokenOptions(false, 1 << 20)),
            new TokenEngine(plan.program(), new TokenOptions(true, 0)),
            TokenEngine.read(new BinaryReader(stored.toByteArray()), rules.size()));
    for (int i = 0; i < 6; i++) {
      byte[] input = random.input(80);
      List<String> expected = TokenScans.expected(plan, rules, input);
      int oneIn = 1 + random.below(9);
      for (TokenEngine engine : engines) {
        assertThat(TokenScans.scan(engine, input, at -> random.chance(oneIn)))
            .as("%s", Arrays.toString(input))
            .isEqualTo(expected);
      }
    }
  }

  /** Blocks are run by the automaton of the whole program at random, and given up at random. */
  @Property(tries = 150)
  void blocksMayBeScannedInEitherWay(@ForAll long seed) {
    RandomTokenRules random = new RandomTokenRules(seed);
    List<PlannedRule> rules = padded(random.rules(RULES));
    TokenPlan plan = planned(rules);
    Random coin = new Random(seed);
    Supplier<BlockSession> sessions = () -> SwitchingTokens.of(plan.engine(), coin);
    for (int i = 0; i < 6; i++) {
      byte[] input = random.input(120);
      List<String> expected = TokenScans.expected(plan, rules, input);
      int oneIn = 1 + random.below(40);
      boolean restored = random.chance(2);
      assertThat(TokenScans.scan(sessions, input, at -> random.chance(oneIn), restored))
          .as("%s", Arrays.toString(input))
          .isEqualTo(expected);
    }
  }

  @Test
  void cutsAnywhere() {
    List<PlannedRule> rules =
        padded(
            List.of(" +a +b +", "  a [^ ]+ ", "[^ ]*b +a ", " +[^ ]+ +[^ ]*\\/. +[^ ]+ +[^ ]+ "));
    TokenPlan plan = planned(rules);
    assertThat(plan.taken()).hasSize(rules.size());
    byte[] input = "ab  a b   x/a  x/  y bb a a\n a b  a b  ".getBytes(StandardCharsets.ISO_8859_1);
    List<String> expected = TokenScans.expected(plan, rules, input);
    assertThat(expected).hasSizeGreaterThan(20);
    assertThat(TokenScans.scan(plan.engine(), input, at -> true)).isEqualTo(expected);
    for (int cut = 0; cut < input.length; cut++) {
      int only = cut;
      assertThat(TokenScans.scan(plan.engine(), input, at -> at == only)).isEqualTo(expected);
    }
  }

  @Test
  void aCacheThatIsOfNoUseIsBypassed() {
    List<PlannedRule> rules =
        padded(List.of(" +[^ ]*a[^ ]{9} +b ", " +[^ ]*b[^ ]{8} +[^ ]+ ", " +[^ ]*a[ab]{6} +"));
    TokenPlan plan = planned(rules);
    RandomTokenRules random = new RandomTokenRules(5);
    byte[] input = new byte[200_000];
    for (int i = 0; i < input.length; i++) {
      input[i] = (byte) (random.chance(20) ? ' ' : random.chance(2) ? 'a' : 'b');
    }
    TokenEngine small = new TokenEngine(plan.program(), new TokenOptions(true, 4096));
    List<String> found = TokenScans.scan(plan.engine(), input, at -> at % 50_000 == 0);
    assertThat(TokenScans.scan(small, input, at -> at % 1000 == 0)).isEqualTo(found);
    byte[] start = Arrays.copyOf(input, 2000);
    assertThat(TokenScans.scan(small, start, at -> false))
        .isEqualTo(TokenScans.expected(plan, rules, start))
        .isNotEmpty();
  }

  @Test
  void longTokensAndOnlyDelimiters() {
    List<PlannedRule> rules = padded(List.of(" +a +", " +[^ ]*ab "));
    TokenPlan plan = planned(rules);
    byte[] input = new byte[15_000];
    Arrays.fill(input, (byte) ' ');
    Arrays.fill(input, 5000, 10_000, (byte) 'a');
    input[9999] = 'b';
    input[10_001] = 'a';
    List<String> expected = TokenScans.expected(plan, rules, input);
    assertThat(expected).hasSizeGreaterThan(4900);
    assertThat(TokenScans.scan(plan.engine(), input, at -> at % 7 == 0)).isEqualTo(expected);
    // In long blocks, several pieces are walked side by side once the cache knows enough.
    TokenEngine engine = plan.engine();
    assertThat(TokenScans.scan(engine, input, at -> false)).isEqualTo(expected);
    assertThat(TokenScans.scan(engine, input, at -> at % 7001 == 0)).isEqualTo(expected);
  }

  /** Whole chunks of one byte are left as soon as the state stays, which it need not. */
  @ParameterizedTest
  @ValueSource(strings = {"a", "b", " ", "x", "\0"})
  void longRunsOfOneByte(String repeated) {
    List<PlannedRule> rules =
        padded(
            List.of(
                " +([^ ][^ ])+ ",
                " +([^ ]{3})+c ",
                " +[^ ]*a[^ ]{70} +",
                " +[^ ]*b[^ ]{5}c ",
                " +x+c +[^ ]+ ",
                " +[^ ]*\\x00{9}c "));
    TokenPlan plan = planned(rules);
    assertThat(plan.taken()).hasSize(rules.size());
    RandomTokenRules random = new RandomTokenRules(repeated.charAt(0));
    TokenEngine engine = plan.engine();
    TokenEngine small = new TokenEngine(plan.program(), new TokenOptions(true, 4096));
    for (int i = 0; i < 8; i++) {
      StringBuilder text = new StringBuilder();
      for (int runs = 0; runs < 3; runs++) {
        text.append(random.chance(2) ? " a " : " b").append(repeated.repeat(random.below(10_000)));
        text.append(random.chance(2) ? "c " : "ab c a ");
      }
      byte[] input = text.toString().getBytes(StandardCharsets.ISO_8859_1);
      List<String> expected = TokenScans.expected(plan, rules, input);
      assertThat(expected).isNotEmpty();
      assertThat(TokenScans.scan(engine, input, at -> false)).isEqualTo(expected);
      assertThat(TokenScans.scan(small, input, at -> false)).isEqualTo(expected);
      assertThat(TokenScans.scan(engine, input, at -> random.chance(6000))).isEqualTo(expected);
    }
  }

  @Test
  void leavesOtherRules() {
    List<String> others =
        List.of(" +a +b", " +a$ +b ", "abc", " +(a +)*b ", "^ +a ", " +a[ b]*c ", " +");
    List<PlannedRule> rules = padded(others);
    assertThat(planned(rules).taken().stream().map(TokenPlan.Taken::rule))
        .containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    assertThat(planned(rules).taken().getLast().reason())
        .isEqualTo("tokens between ' ': 4 tokens in a row, 2 ways");
    assertThat(TokenRules.plan(rules.subList(1, rules.size()))).isEqualTo(Optional.empty());
  }

  @Test
  void otherDelimiters() {
    List<String> patterns = new ArrayList<>();
    for (char c = 'a'; c < 'k'; c++) {
      patterns.add("[,;]+[^,;]*" + c + "[,;]+[^,;]+[,;]");
    }
    List<PlannedRule> rules = TokenScans.rules(patterns);
    TokenPlan plan = planned(rules);
    byte[] input = "a,;;bc;;,x;,e\n f,;g\0,,a;".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(TokenScans.scan(plan.engine(), input, at -> at % 3 == 0))
        .isEqualTo(TokenScans.expected(plan, rules, input))
        .isNotEmpty();
  }

  @Property(tries = 300)
  void damagedDataIsRefusedOrHarmless(@ForAll long seed) {
    RandomTokenRules random = new RandomTokenRules(seed);
    List<PlannedRule> rules = padded(List.of(" +[^ ]*a. +", " +a   "));
    TokenEngine engine = planned(rules).engine();
    BinaryWriter stored = new BinaryWriter();
    engine.write(stored);
    byte[] input = random.input(60);
    BlockSession session = engine.newSession();
    session.scan(input, 0, input.length, 0, new ReportBuffer());
    BinaryWriter state = new BinaryWriter();
    session.save(state);
    try {
      tryOut(TokenEngine.read(new BinaryReader(damaged(stored, random)), rules.size()), random);
    } catch (DamagedDataException e) {
      assertThat(e).hasMessageContaining("byte");
    }
    try {
      BlockSession other = engine.newSession();
      other.restore(new BinaryReader(damaged(state, random)), input.length);
      other.scan(input, 0, input.length, input.length, new ReportBuffer());
    } catch (DamagedDataException e) {
      assertThat(e).hasMessageContaining("byte");
    }
  }

  private static byte[] damaged(BinaryWriter stored, RandomTokenRules random) {
    byte[] bytes = stored.toByteArray();
    if (random.chance(3)) {
      return Arrays.copyOf(bytes, random.below(bytes.length));
    }
    for (int flips = 1 + random.below(4); flips > 0; flips--) {
      bytes[random.below(bytes.length)] ^= (byte) (1 << random.below(Byte.SIZE));
    }
    return bytes;
  }

  private static void tryOut(TokenEngine engine, RandomTokenRules random) {
    byte[] input = random.input(60);
    engine.newSession().scan(input, 0, input.length, 0, new ReportBuffer());
  }

  @Test
  void cutShortIsRefused() {
    BinaryWriter stored = new BinaryWriter();
    planned(padded(List.of())).engine().write(stored);
    byte[] bytes = stored.toByteArray();
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> TokenEngine.read(new BinaryReader(cut), PADDING.size()))
          .isInstanceOf(DamagedDataException.class);
    }
  }
}
