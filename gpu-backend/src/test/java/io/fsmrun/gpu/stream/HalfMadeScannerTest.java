package io.fsmrun.gpu.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.testkit.RandomAutomata;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Devices with too little memory for a scanner: what it took before it failed is given back. */
final class HalfMadeScannerTest {

  private static final int PIECE = 100 * StreamProgram.ADVANCE;

  @Test
  void memoryIsGivenBack() {
    RandomAutomata random = RandomAutomata.seeded(3);
    List<RuleSet.Component> components = new ArrayList<>();
    for (int r = 0; r < 20; r++) {
      components.add(new RuleSet.Component(r, random.nfa(8)));
    }
    List<StreamRule> rules = StreamScans.rules(new RuleSet(components));
    int failures = 0;
    boolean made = false;
    for (long memory = 1 << 12; !made; memory += memory / 8) {
      SimtDevice.Options options = new SimtDevice.Options(2, 227 << 10, memory, 1);
      try (SimtDevice device = new SimtDevice(options)) {
        StreamProgram program = StreamProgram.compile(rules, device.facts());
        long free = device.freeBytes();
        try (StreamScanner scanner =
            new StreamScanner(device, program, StreamOptions.defaults().withChunkBytes(PIECE))) {
          made = scanner.figures() == null;
          assertThat(device.freeBytes()).isLessThan(free);
        } catch (DeviceException e) {
          failures++;
        }
        assertThat(device.freeBytes()).as("memory of %d", memory).isEqualTo(free);
      }
    }
    assertThat(failures).isGreaterThan(10);
  }
}
