package io.fsmrun.cpu.lazy;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.block.ReportBuffer;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** A program that times sessions with optimisations on and off; not run by the tests. */
final class LazyThroughput {

  private static final int BYTES = 16 << 20;
  private static final int BLOCK = 1 << 18;
  private static final int ROUNDS = 15;

  private LazyThroughput() {}

  /** An automaton that finds a word anywhere, or a word, then anything, then a word. */
  static Nfa words(byte[] first, byte[] second) {
    NfaBuilder builder = new NfaBuilder();
    int at = chain(builder, Nfa.START, first);
    builder.setAlwaysEnabled(1);
    if (second.length > 0) {
      int gap = builder.addState(SymbolSet.ALL);
      builder.addEdge(at, gap);
      builder.addEdge(gap, gap);
      int after = at;
      int next = chain(builder, gap, second);
      builder.addEdge(after, gap + 1);
      at = next;
    }
    builder.addFlags(at, ReportFlags.HERE);
    return builder.build();
  }

  private static int chain(NfaBuilder builder, int from, byte[] word) {
    int at = from;
    for (byte symbol : word) {
      int state = builder.addState(SymbolSet.of(symbol & 0xff));
      builder.addEdge(at, state);
      at = state;
    }
    return at;
  }

  static byte[] letters(SplittableRandom random, int length, int first, int count) {
    byte[] text = new byte[length];
    for (int i = 0; i < length; i++) {
      text[i] = (byte) (first + random.nextInt(count));
    }
    return text;
  }

  private static double megabytesPerSecond(
      List<RuleAutomaton> rules, LazyOptions options, byte[] input, long[] found) {
    // Time of this thread alone, since the machine may be shared.
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    LazySession session = new LazyEngine(rules, options).newSession();
    double[] rates = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      long start = threads.getCurrentThreadCpuTime();
      found[0] = scan(session, input);
      rates[round] = input.length * 1e3 / (threads.getCurrentThreadCpuTime() - start);
    }
    found[1] = session.statistics().setsMade();
    found[2] = session.statistics().wastedSymbols() * 100 / ((long) ROUNDS * input.length);
    Arrays.sort(rates);
    return rates[ROUNDS / 2];
  }

  private static long scan(LazySession session, byte[] input) {
    ReportBuffer out = new ReportBuffer();
    session.start();
    long sum = 0;
    for (int at = 0; at < input.length; at += BLOCK) {
      out.startBlock(at);
      session.scan(input, at, Math.min(input.length, at + BLOCK), at, out);
      out.sort();
      sum += out.size();
    }
    return sum;
  }

  /** Times unions of literals and of pairs of literals; an argument is part of a name to choose. */
  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    String only = args.length > 0 ? args[0] : "";
    SplittableRandom random = new SplittableRandom(5);
    byte[] input = letters(random, BYTES, 'a', 26);
    byte[] sparse = letters(random, BYTES, 0, 256);
    List<RuleAutomaton> some = new ArrayList<>();
    List<RuleAutomaton> many = new ArrayList<>();
    List<RuleAutomaton> pairs = new ArrayList<>();
    List<RuleAutomaton> shorts = new ArrayList<>();
    List<RuleAutomaton> few = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      Nfa word = words(letters(random, random.nextInt(5, 12), 'a', 26), new byte[0]);
      many.add(new RuleAutomaton(i, word));
      if (i < 200) {
        some.add(new RuleAutomaton(i, word));
        Nfa small = words(letters(random, random.nextInt(2, 4), 'a', 26), new byte[0]);
        shorts.add(new RuleAutomaton(i, small));
      }
      if (i < 3) {
        few.add(new RuleAutomaton(i, word));
      }
      if (i < 12) {
        byte[] head = letters(random, 4, 'a', 26);
        pairs.add(new RuleAutomaton(i, words(head, letters(random, 6, 'a', 26))));
      }
    }
    report(out, "200 words, letters", some, input, only);
    report(out, "2000 words, letters", many, input, only);
    report(out, "200 short words, letters", shorts, input, only);
    report(out, "12 pairs, letters", pairs, input, only);
    report(out, "3 words, letters", few, input, only);
    report(out, "200 words, any bytes", some, sparse, only);
    byte[] rare = letters(random, BYTES, 'A', 26);
    for (int at = 0; at < rare.length; at += random.nextInt(2000)) {
      rare[at] = (byte) ('a' + random.nextInt(26));
    }
    report(out, "3 words, rare letters", few, rare, only);
    report(out, "200 words, rare letters", some, rare, only);
    report(out, "3 words, any bytes", few, sparse, only);
  }

  private static void report(
      PrintStream out, String name, List<RuleAutomaton> rules, byte[] input, String only) {
    if (!name.contains(only)) {
      return;
    }
    for (boolean lanes : new boolean[] {false, true}) {
      for (boolean skipping : new boolean[] {false, true}) {
        long[] found = new long[3];
        double rate =
            megabytesPerSecond(
                rules,
                LazyOptions.defaults().withLanes(lanes).withSelfLoopSkipping(skipping),
                input,
                found);
        out.printf(
            Locale.ROOT,
            "%-26s lanes %-5b skipping %-5b %7.0f MB/s, %d reports, %d sets, %d%% wasted%n",
            name,
            lanes,
            skipping,
            rate,
            found[0],
            found[1],
            found[2]);
      }
    }
  }
}
