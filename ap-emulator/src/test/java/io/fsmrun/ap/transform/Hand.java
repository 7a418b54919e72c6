package io.fsmrun.ap.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.StartKind;
import io.fsmrun.ap.reference.NetworkReference;
import io.fsmrun.ap.reference.RandomNetworks;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.Set;
import java.util.TreeSet;

/** Networks made by hand in few words. */
final class Hand {

  final NetworkBuilder builder = new NetworkBuilder("hand");

  /** Elements separated by blanks: x=ab an STE, ^x one that starts on all input, x=ab! reports. */
  Hand stes(String text) {
    for (String word : text.split(" ", -1)) {
      boolean reports = word.endsWith("!");
      String[] parts = word.replace("!", "").split("=", -1);
      boolean starts = parts[0].startsWith("^");
      int ste = builder.ste(parts[0].replace("^", ""), SymbolSet.ofChars(parts[1]));
      if (starts) {
        builder.start(ste, StartKind.ALL_INPUT);
      }
      if (reports) {
        builder.report(ste, "r");
      }
    }
    return this;
  }

  /** Edges separated by blanks: x&gt;y. */
  Hand edges(String text) {
    for (String word : text.split(" ", -1)) {
      String[] ends = word.split(">", -1);
      builder.edge(builder.handle(ends[0]), builder.handle(ends[1]));
    }
    return this;
  }

  int at(String id) {
    return builder.handle(id);
  }

  AutomataNetwork build() {
    return builder.build();
  }

  static Set<String> ids(AutomataNetwork network) {
    Set<String> ids = new TreeSet<>();
    for (int element = 0; element < network.size(); element++) {
      ids.add(network.id(element));
    }
    return ids;
  }

  /** Both report the same on twenty inputs. */
  static void assertSameReports(AutomataNetwork network, AutomataNetwork other) {
    for (long seed = 0; seed < 20; seed++) {
      byte[] input = RandomNetworks.seeded(seed).input(60);
      assertThat(NetworkReference.named(other, input))
          .isEqualTo(NetworkReference.named(network, input));
    }
  }
}
