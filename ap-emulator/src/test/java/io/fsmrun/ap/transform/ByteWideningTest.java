package io.fsmrun.ap.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.StartKind;
import io.fsmrun.ap.reference.NamedReport;
import io.fsmrun.ap.reference.NetworkCase;
import io.fsmrun.ap.reference.NetworkReference;
import io.fsmrun.ap.reference.RandomNetworks.Family;
import io.fsmrun.ap.transform.WidenedNetwork.Padding;
import io.fsmrun.core.symbol.SymbolSet;
import java.nio.charset.StandardCharsets;
import java.util.SortedSet;
import java.util.TreeSet;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Bytes padded to 16 bits give the same reports, once their places are halved. */
class ByteWideningTest {

  @Provide
  Arbitrary<NetworkCase> cases() {
    return NetworkCase.cases(24, 40, Family.values());
  }

  private static SortedSet<NamedReport> readBack(WidenedNetwork widened, byte[] input) {
    SortedSet<NamedReport> reports = new TreeSet<>();
    for (NamedReport report : NetworkReference.named(widened.network(), widened.encode(input))) {
      reports.add(new NamedReport(report.name(), widened.originalSymbol(report.symbol())));
    }
    return reports;
  }

  /** Zero bytes in the input are those that may be taken for padding. */
  private static byte[] withZeros(byte[] input, long seed) {
    byte[] mixed = input.clone();
    for (int i = 0; i < mixed.length; i++) {
      if ((seed >>> i % 60 & 3) == 0) {
        mixed[i] = 0;
      }
    }
    return mixed;
  }

  @Property(tries = 500)
  void reportsTheSame(
      @ForAll("cases") NetworkCase drawn, @ForAll Padding padding, @ForAll long zeros) {
    AutomataNetwork network = drawn.network();
    byte[] input = withZeros(drawn.input(), zeros);
    assertThat(readBack(ByteWidening.apply(network, padding), input))
        .isEqualTo(NetworkReference.named(network, input));
  }

  @Test
  void paddingStandsBeforeOrAfter() {
    AutomataNetwork empty = new NetworkBuilder("").build();
    byte[] input = {1, 2};
    assertThat(ByteWidening.apply(empty, Padding.BEFORE).encode(input)).containsExactly(0, 1, 0, 2);
    assertThat(ByteWidening.apply(empty, Padding.AFTER).encode(input)).containsExactly(1, 0, 2, 0);
    assertThat(ByteWidening.apply(empty, Padding.AFTER).encode(new byte[0])).isEmpty();
  }

  /** The coding is that of UTF-16 for Latin text, as its purpose is. */
  @Test
  void latinTextIsCodedAsUtf16() {
    AutomataNetwork network = new Hand().stes("^a=a b=b c=\u00e4!").edges("a>b b>c").build();
    WidenedNetwork big = ByteWidening.apply(network, Padding.BEFORE);
    String text = "xab\u00e4ab";
    assertThat(big.encode(text.getBytes(StandardCharsets.ISO_8859_1)))
        .isEqualTo(text.getBytes(StandardCharsets.UTF_16BE));
    assertThat(readBack(big, text.getBytes(StandardCharsets.ISO_8859_1)))
        .containsExactly(new NamedReport("r", 3));
  }

  /** One zero byte must not be found twice, as itself and as padding. */
  @Test
  void aZeroByteIsNotFoundInTheMiddleOfSymbols() {
    NetworkBuilder builder = new NetworkBuilder("");
    int zero = builder.ste("zero", SymbolSet.of(0));
    builder.start(zero, StartKind.ALL_INPUT);
    builder.report(zero, "");
    AutomataNetwork network = builder.build();
    for (Padding padding : Padding.values()) {
      WidenedNetwork widened = ByteWidening.apply(network, padding);
      assertThat(NetworkReference.named(widened.network(), widened.encode(new byte[] {1, 0, 0, 1})))
          .containsExactly(new NamedReport("zero", 3), new NamedReport("zero", 5));
    }
  }

  @Test
  void withoutZerosAndGatesThereIsNoClock() {
    AutomataNetwork network = new Hand().stes("^a=a b=b!").edges("a>b").build();
    AutomataNetwork widened = ByteWidening.apply(network, Padding.AFTER).network();
    assertThat(Hand.ids(widened)).containsExactly("a", "a~first", "b", "b~first");
  }

  @Test
  void whatIsActiveOfItselfCountsOnceASymbol() {
    Hand hand = new Hand().stes("^a=a");
    int nor = hand.builder.gate("nor", GateFunction.NOR);
    int counter = hand.builder.counter("three", 3, CounterMode.ROLL);
    int latch = hand.builder.counter("latch", 1, CounterMode.LATCH);
    int after = hand.builder.counter("after", 2, CounterMode.ROLL);
    hand.edges("a>nor nor>three a>latch latch>after");
    hand.builder.report(nor, "");
    hand.builder.report(counter, "");
    hand.builder.report(latch, "");
    hand.builder.report(after, "");
    AutomataNetwork network = hand.build();
    byte[] input = "bbbabbb".getBytes(StandardCharsets.US_ASCII);
    for (Padding padding : Padding.values()) {
      assertThat(readBack(ByteWidening.apply(network, padding), input))
          .contains(new NamedReport("three", 2), new NamedReport("after", 4))
          .isEqualTo(NetworkReference.named(network, input));
    }
  }
}
