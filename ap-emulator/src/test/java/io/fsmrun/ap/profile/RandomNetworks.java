package io.fsmrun.ap.profile;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.Ports;
import io.fsmrun.ap.network.StartKind;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.Random;

/** Small networks of all kinds of elements, from a seed. */
final class RandomNetworks {

  private RandomNetworks() {}

  static AutomataNetwork of(Random random) {
    NetworkBuilder builder = new NetworkBuilder("");
    int stes = 1 + random.nextInt(12);
    int specials = random.nextInt(7);
    for (int i = 0; i < stes; i++) {
      int ste = builder.ste("s" + i, symbols(random));
      int start = random.nextInt(5);
      builder.start(
          ste,
          start == 0 ? StartKind.ALL_INPUT : start == 1 ? StartKind.START_OF_DATA : StartKind.NONE);
      if (random.nextInt(12) == 0) {
        builder.latch(ste);
      }
    }
    GateFunction[] functions = new GateFunction[specials];
    for (int i = 0; i < specials; i++) {
      if (random.nextInt(2) == 0) {
        builder.counter("x" + i, 1 + random.nextInt(4), pick(CounterMode.values(), random));
      } else {
        functions[i] = pick(GateFunction.values(), random);
        int gate = builder.gate("x" + i, functions[i]);
        if (random.nextInt(8) == 0) {
          builder.atEndOnly(gate);
        }
      }
    }
    for (int e = 0; e < stes + specials; e++) {
      if (random.nextInt(3) == 0) {
        builder.report(e, "");
        if (e < stes && random.nextInt(4) == 0) {
          builder.atEndOnly(e);
        }
      }
    }
    connect(builder, random, stes, functions);
    return builder.build();
  }

  private static void connect(
      NetworkBuilder builder, Random random, int stes, GateFunction[] functions) {
    for (int from = 0; from < stes + functions.length; from++) {
      for (int i = random.nextInt(3); i > 0; i--) {
        builder.edge(from, random.nextInt(stes));
      }
    }
    for (int x = 0; x < functions.length; x++) {
      // From STEs, and from specials defined before, so that there is no circle.
      int inputs = functions[x] == GateFunction.NOT ? 1 : random.nextInt(5);
      for (int i = 0; i < inputs; i++) {
        int ports = functions[x] == null ? Ports.RESET + 1 : functions[x].hasTerms() ? 3 : 1;
        builder.edge(random.nextInt(stes + x), stes + x, random.nextInt(ports));
      }
    }
  }

  private static SymbolSet symbols(Random random) {
    SymbolSet set = SymbolSet.EMPTY;
    for (char c : "abc".toCharArray()) {
      set = random.nextInt(2) == 0 ? set : set.or(SymbolSet.of(c));
    }
    return set;
  }

  private static <T> T pick(T[] values, Random random) {
    return values[random.nextInt(values.length)];
  }

  static byte[] input(Random random) {
    byte[] input = new byte[random.nextInt(40)];
    for (int i = 0; i < input.length; i++) {
      input[i] = (byte) "abcd".charAt(random.nextInt(4));
    }
    return input;
  }
}
