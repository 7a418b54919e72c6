package io.fsmrun.bench.adversary;

import io.fsmrun.regex.Rules;
import io.fsmrun.regex.RulesFile;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.Scanner;
import io.fsmrun.scan.Stream;
import io.fsmrun.scan.UnusableDatabaseException;
import io.fsmrun.scan.plan.EngineKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What an attack from the first byte of a stream on has cost after so many bytes, in code that is
 * compiled: the lazy automaton alone over the usual plan. The attack is a short input again and
 * again. Times are those that this thread has run since it has a scanner. For one thread.
 */
public final class FirstBytesBenchmark {

  private static final int PART = 1 << 18;

  /** How many parts are written when a figure is taken. */
  private static final int[] PARTS = {1, 4, 16, 64, 128};

  private static final int MOST_PARTS = PARTS[PARTS.length - 1];

  /** How many are written to warm up: of the first megabyte it is asked most. */
  private static final int WARM_PARTS = PARTS[1];

  /** A scan that has taken so long is not continued; what would come later has no figure. */
  private static final long MOST_NANOS = 1_000_000_000L;

  /**
   * How long the first megabyte is scanned again and again before anything counts. Two rounds left
   * the search of ClamAV's rules uncompiled in half of the processes: 20 ns a byte instead of 1.
   */
  private static final long WARM_NANOS = 8_000_000_000L;

  /** Rounds of which the least time counts. */
  private static final int ROUNDS = 4;

  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

  /** What has scanned with the database before. */
  private enum Start {
    /** Nothing: it was just loaded. */
    LOADED("just loaded"),
    /** Another scanner, under the same attack. */
    USED("new scanner");

    private final String text;

    Start(String text) {
      this.text = text;
    }
  }

  private final MemorySegment usual;
  private final MemorySegment fallback;

  private FirstBytesBenchmark(Rules rules) throws IOException, InterruptedException {
    this.usual = saved(AttackBenchmark.compile(rules, EnumSet.allOf(EngineKind.class)));
    this.fallback = saved(AttackBenchmark.compile(rules, EnumSet.of(EngineKind.LAZY_DFA)));
  }

  private static MemorySegment saved(Database database) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    database.save(bytes);
    return MemorySegment.ofArray(bytes.toByteArray());
  }

  /**
   * Attacks the rules of a file and prints a line for each attack and each start.
   *
   * @param args the rules file, then attacks by name
   * @throws IOException if the file cannot be read
   * @throws InterruptedException if the thread is interrupted
   * @throws UnusableDatabaseException never
   */
  public static void main(String[] args)
      throws IOException, InterruptedException, UnusableDatabaseException {
    if (args.length < 2) {
      System.err.println("usage: RULES ATTACK ...");
      return;
    }
    Path file = Path.of(args[0]);
    Rules rules = RulesFile.read(file);
    Set<String> named = Set.copyOf(Arrays.asList(args).subList(1, args.length));
    AttackBenchmark inputs = new AttackBenchmark(rules, Files.readAllBytes(file), 1, 0, 1);
    FirstBytesBenchmark benchmark = new FirstBytesBenchmark(rules);
    for (Attack attack : Attack.values()) {
      if (named.contains(attack.userName())) {
        benchmark.print(attack, inputs.input(attack, PART));
      }
    }
  }

  private void print(Attack attack, byte[] part) throws UnusableDatabaseException {
    Map<Start, double[]> least = new EnumMap<>(Start.class);
    double[] alone = new double[PARTS.length];
    Arrays.fill(alone, Double.POSITIVE_INFINITY);
    for (Start start : Start.values()) {
      least.put(start, alone.clone());
    }
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < WARM_NANOS) {
      run(usual, Start.USED, part, WARM_PARTS);
      run(fallback, Start.LOADED, part, WARM_PARTS);
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (Start start : Start.values()) {
        keepLeast(least.get(start), run(usual, start, part, MOST_PARTS));
      }
      keepLeast(alone, run(fallback, Start.LOADED, part, MOST_PARTS));
    }
    for (Start start : Start.values()) {
      StringBuilder line = new StringBuilder("| " + attack.userName() + " | " + start.text + " |");
      for (int i = 0; i < PARTS.length; i++) {
        double ratio = alone[i] / least.get(start)[i];
        line.append(Double.isFinite(ratio) ? String.format(Locale.ROOT, " %.2f |", ratio) : " – |");
      }
      System.out.println(line);
    }
  }

  private static void keepLeast(double[] least, double[] times) {
    for (int i = 0; i < times.length; i++) {
      least[i] = Math.min(least[i], times[i]);
    }
  }

  /** Nanoseconds after each number of parts, up to some. */
  private static double[] run(MemorySegment saved, Start start, byte[] part, int most)
      throws UnusableDatabaseException {
    Database database = Database.load(saved);
    if (start == Start.USED) {
      scan(database, part, most);
    }
    return scan(database, part, most);
  }

  private static double[] scan(Database database, byte[] part, int most) {
    double[] times = new double[PARTS.length];
    Arrays.fill(times, Double.NaN);
    Scanner scanner = database.newScanner();
    Stream stream = scanner.open();
    long begin = CLOCK.getCurrentThreadCpuTime();
    int written = 0;
    for (int i = 0;
        i < PARTS.length
            && PARTS[i] <= most
            && CLOCK.getCurrentThreadCpuTime() - begin < MOST_NANOS;
        i++) {
      for (; written < PARTS[i]; written++) {
        stream.write(part, (rule, from, end, tag) -> true);
      }
      times[i] = CLOCK.getCurrentThreadCpuTime() - begin;
    }
    return times;
  }
}
