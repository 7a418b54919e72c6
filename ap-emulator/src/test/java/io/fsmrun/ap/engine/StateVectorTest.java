package io.fsmrun.ap.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.StartKind;
import io.fsmrun.ap.reference.NetworkReport;
import io.fsmrun.core.symbol.SymbolSet;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** Saved states are taken up exactly, and nothing else is. */
class StateVectorTest {

  private static AutomataNetwork network(long target) {
    NetworkBuilder builder = new NetworkBuilder("saved");
    int a = builder.ste("a", SymbolSet.of('a'));
    builder.start(a, StartKind.ALL_INPUT);
    int counter = builder.counter("counter", target, CounterMode.ROLL);
    builder.edge(a, counter);
    builder.report(counter, "third");
    int b = builder.ste("b", SymbolSet.of('b'));
    builder.start(b, StartKind.START_OF_DATA);
    int c = builder.ste("c", SymbolSet.of('c'));
    builder.edge(b, c);
    builder.report(c, "bc");
    int end = builder.ste("end", SymbolSet.ALL);
    builder.start(end, StartKind.ALL_INPUT);
    builder.report(end, "last");
    builder.atEndOnly(end);
    return builder.build();
  }

  private static NetworkSession session(long target) {
    return NetworkEngine.of(network(target), EngineOptions.DEFAULT).newSession();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void aStreamGoesOnInAnotherSession() {
    for (int cut = 0; cut <= 6; cut++) {
      byte[] input = ascii("bcaaab");
      List<NetworkReport> reports = new ArrayList<>();
      NetworkSession first = session(3);
      Runs.write(first, input, 0, cut, reports);
      NetworkSession second = session(3);
      second.restore(first.save());
      assertThat(second.position()).isEqualTo(cut);
      Runs.write(second, input, cut, 6, reports);
      Runs.finish(second, reports);
      assertThat(reports)
          .containsExactly(
              new NetworkReport(3, 1), new NetworkReport(1, 4), new NetworkReport(4, 5));
    }
  }

  @Test
  void aStateIsSmall() {
    NetworkSession session = session(3);
    Runs.write(session, ascii("bcaa"), 0, 4, new ArrayList<>());
    assertThat(session.save()).hasSizeLessThan(40);
  }

  @Test
  void aStateOfAnotherNetworkIsRefused() {
    byte[] state = session(3).save();
    NetworkSession other = session(4);
    assertThatThrownBy(() -> other.restore(state))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("another network");
  }

  @Test
  void damagedStatesAreRefusedAndChangeNothing() {
    NetworkSession session = session(3);
    List<NetworkReport> reports = new ArrayList<>();
    Runs.write(session, ascii("aa"), 0, 2, reports);
    byte[] state = session.save();
    Random random = new Random(5);
    for (int i = 0; i < 2000; i++) {
      byte[] damaged = Arrays.copyOf(state, random.nextInt(state.length + 3));
      if (damaged.length > 0) {
        damaged[random.nextInt(damaged.length)] ^= (byte) (1 + random.nextInt(255));
      }
      assertThatThrownBy(() -> session.restore(damaged))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("saved state");
    }
    Runs.write(session, ascii("a"), 0, 1, reports);
    Runs.finish(session, reports);
    assertThat(reports).containsExactly(new NetworkReport(1, 2), new NetworkReport(4, 2));
  }

  /** With a check sum that fits, so that what lies behind it is reached. */
  @Test
  void hostileStatesAreRefused() {
    NetworkSession session = session(3);
    byte[] good = session.save();
    Random random = new Random(6);
    for (int i = 0; i < 2000; i++) {
      byte[] body = Arrays.copyOf(good, 5 + random.nextInt(good.length));
      for (int k = 0; k < 3; k++) {
        body[random.nextInt(body.length - 4)] = (byte) random.nextInt(256);
      }
      CRC32C crc = new CRC32C();
      crc.update(body, 0, body.length - 4);
      for (int k = 0; k < 4; k++) {
        body[body.length - 1 - k] = (byte) (crc.getValue() >>> 8 * k);
      }
      try {
        session.restore(body);
        session.save();
        Runs.write(session, ascii("abcab"), 0, 5, new ArrayList<>());
      } catch (IllegalArgumentException refused) {
        assertThat(refused).hasMessageContaining("saved state");
      }
    }
  }
}
