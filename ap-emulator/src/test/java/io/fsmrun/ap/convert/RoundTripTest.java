package io.fsmrun.ap.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.ap.anml.AnmlReader;
import io.fsmrun.ap.anml.AnmlWriter;
import io.fsmrun.ap.mnrl.MnrlReader;
import io.fsmrun.ap.mnrl.MnrlWriter;
import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.ap.network.NetworkLimits;
import io.fsmrun.ap.reference.NetworkReference;
import io.fsmrun.testkit.RandomAutomata;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** What is written and read again means the same. */
class RoundTripTest {

  private static AutomataNetwork anml(AutomataNetwork network, AnmlWriter.EndReports endReports) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      AnmlWriter.write(network, out, endReports);
      return AnmlReader.read(
          new ByteArrayInputStream(out.toByteArray()), "random.anml", NetworkLimits.DEFAULT);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static AutomataNetwork anml(AutomataNetwork network) {
    return anml(network, AnmlWriter.EndReports.ATTRIBUTE);
  }

  private static AutomataNetwork mnrl(AutomataNetwork network) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      MnrlWriter.write(network, out);
      return MnrlReader.read(
          new ByteArrayInputStream(out.toByteArray()), "random.mnrl", NetworkLimits.DEFAULT);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void assertSame(AutomataNetwork after, AutomataNetwork before) {
    assertThat(after.networkId()).isEqualTo(before.networkId());
    assertThat(Networks.canonical(after)).isEqualTo(Networks.canonical(before));
    for (int element = 0; element < before.size(); element++) {
      assertThat(after.id(element)).isEqualTo(before.id(element));
    }
  }

  @Property(tries = 250, shrinking = ShrinkingMode.OFF)
  void anmlKeepsEveryElementThatItCanSay(@ForAll long seed) {
    AutomataNetwork network = Networks.random(seed, Networks.Wish.SAID_BY_ANML);
    assertSame(anml(network), network);
  }

  @Property(tries = 250, shrinking = ShrinkingMode.OFF)
  void mnrlKeepsEveryElementThatItCanSay(@ForAll long seed) {
    AutomataNetwork network = Networks.random(seed, Networks.Wish.SAID_BY_MNRL);
    assertSame(mnrl(network), network);
  }

  @Property(tries = 150, shrinking = ShrinkingMode.OFF)
  void anyWayThroughBothKeepsEveryElement(@ForAll long seed) {
    AutomataNetwork network = Networks.random(seed, Networks.Wish.SAID_BY_BOTH);
    assertSame(anml(mnrl(anml(network))), network);
    assertSame(mnrl(anml(mnrl(network))), network);
  }

  /** What a format says by other elements gives the same reports under the same names. */
  @Property(tries = 250, shrinking = ShrinkingMode.OFF)
  void everyNetworkKeepsItsReports(@ForAll long seed) {
    AutomataNetwork network = Networks.random(seed, Networks.Wish.ANYTHING);
    RandomAutomata random = RandomAutomata.seeded(seed);
    byte[] input = random.input(random.number(1, 12), 4);
    var expected = NetworkReference.named(network, input);
    assertThat(NetworkReference.named(anml(network), input)).isEqualTo(expected);
    assertThat(NetworkReference.named(anml(network, AnmlWriter.EndReports.GATE), input))
        .isEqualTo(expected);
    assertThat(NetworkReference.named(mnrl(network), input)).isEqualTo(expected);
    assertThat(NetworkReference.named(mnrl(anml(mnrl(network))), input)).isEqualTo(expected);
  }

  @Property(tries = 150, shrinking = ShrinkingMode.OFF)
  void endGatesLeaveNoEndReportToAnSte(@ForAll long seed) {
    AutomataNetwork network =
        anml(Networks.random(seed, Networks.Wish.ANYTHING), AnmlWriter.EndReports.GATE);
    for (int element = 0; element < network.size(); element++) {
      assertThat(network.isAtEndOnly(element) && network.kind(element) != ElementKind.GATE)
          .isFalse();
    }
  }
}
