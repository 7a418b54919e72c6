package io.fsmrun.gpu.table;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** DFAs for tests and measurements. */
final class WordDfas {

  private WordDfas() {}

  /** Reports where one of some words ends (Aho and Corasick 1975). */
  static Dfa ofWords(List<byte[]> words) {
    int[] labels = new int[SymbolSet.ALPHABET_SIZE];
    for (byte[] word : words) {
      for (byte symbol : word) {
        labels[symbol & 0xff] = 1 + (symbol & 0xff);
      }
    }
    SymbolClasses classes = SymbolClasses.ofLabels(labels);
    List<int[]> rows = new ArrayList<>();
    List<Byte> flags = new ArrayList<>();
    rows.add(row(classes));
    flags.add((byte) 0);
    for (byte[] word : words) {
      int state = 0;
      for (byte symbol : word) {
        int[] row = rows.get(state);
        int c = classes.classOf(symbol & 0xff);
        if (row[c] < 0) {
          row[c] = rows.size();
          rows.add(row(classes));
          flags.add((byte) 0);
        }
        state = row[c];
      }
      flags.set(state, (byte) ReportFlags.HERE);
    }
    complete(rows, flags, classes.count());
    char[] table = new char[rows.size() * classes.count()];
    byte[] reports = new byte[rows.size()];
    for (int state = 0; state < reports.length; state++) {
      reports[state] = flags.get(state);
      for (int c = 0; c < classes.count(); c++) {
        table[state * classes.count() + c] = (char) rows.get(state)[c];
      }
    }
    return new Dfa(classes, table, reports, 0);
  }

  private static int[] row(SymbolClasses classes) {
    int[] row = new int[classes.count()];
    Arrays.fill(row, -1);
    return row;
  }

  private static void complete(List<int[]> rows, List<Byte> flags, int classCount) {
    int[] fall = new int[rows.size()];
    ArrayDeque<Integer> queue = new ArrayDeque<>();
    queue.add(0);
    while (!queue.isEmpty()) {
      int state = queue.remove();
      int[] row = rows.get(state);
      for (int c = 0; c < classCount; c++) {
        int back = state == 0 ? 0 : rows.get(fall[state])[c];
        if (row[c] < 0) {
          row[c] = back;
        } else {
          fall[row[c]] = back;
          flags.set(row[c], (byte) (flags.get(row[c]) | flags.get(back)));
          queue.add(row[c]);
        }
      }
    }
  }

  /** Random words over the letters a to z. */
  static List<byte[]> randomWords(Random random, int count, int least, int most) {
    List<byte[]> words = new ArrayList<>();
    for (int w = 0; w < count; w++) {
      byte[] word = new byte[random.nextInt(least, most + 1)];
      for (int i = 0; i < word.length; i++) {
        word[i] = (byte) ('a' + random.nextInt(26));
      }
      words.add(word);
    }
    return words;
  }

  /** Remembers the last symbols, each modulo a number; all states are visited alike. */
  static Dfa ofLastSymbols(int letters, int length) {
    int[] labels = new int[SymbolSet.ALPHABET_SIZE];
    for (int symbol = 0; symbol < labels.length; symbol++) {
      labels[symbol] = symbol % letters;
    }
    int states = 1;
    for (int i = 0; i < length; i++) {
      states *= letters;
    }
    char[] table = new char[states * letters];
    for (int state = 0; state < states; state++) {
      for (int c = 0; c < letters; c++) {
        table[state * letters + c] = (char) ((state * letters + c) % states);
      }
    }
    return new Dfa(SymbolClasses.ofLabels(labels), table, new byte[states], 0);
  }

  /** Reports what the second does, once the first has reported. */
  static Dfa gap(GroupDfa first, GroupDfa second) {
    int states = first.stateCount() + second.stateCount();
    char[] table = new char[states * SymbolSet.ALPHABET_SIZE];
    byte[] flags = new byte[states];
    int[] labels = new int[SymbolSet.ALPHABET_SIZE];
    for (int symbol = 0; symbol < labels.length; symbol++) {
      labels[symbol] = symbol;
      for (int state = 0; state < states; state++) {
        boolean late = state >= first.stateCount();
        int next =
            late
                ? second.next(state - first.stateCount(), symbol) + first.stateCount()
                : first.next(state, symbol);
        boolean over = !late && first.isReporting(next);
        table[state * SymbolSet.ALPHABET_SIZE + symbol] = (char) (over ? first.stateCount() : next);
        if (late && second.isReporting(state - first.stateCount())) {
          flags[state] = ReportFlags.HERE;
        }
      }
    }
    return new Dfa(SymbolClasses.ofLabels(labels), table, flags, 0);
  }
}
