package io.fsmrun.cli.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class OrderedOutputTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final OrderedOutput output =
      new OrderedOutput((bytes, count) -> out.write(bytes, 0, count));

  private String text() {
    return out.toString(StandardCharsets.US_ASCII);
  }

  @Test
  void theFirstWritesThroughAndTheOthersKeep() throws InterruptedException {
    OrderedOutput.Slot first = output.next();
    OrderedOutput.Slot second = output.next();
    second.number(2).symbol('\n').handOnIfFirst();
    assertThat(text()).isEmpty();
    first.number(1234567890123456789L).symbol('\n').handOnIfFirst();
    assertThat(text()).isEqualTo("1234567890123456789\n");
    first.number(0).finish();
    assertThat(text()).endsWith("\n0");
    second.finish();
    assertThat(text()).endsWith("\n02\n");
  }

  /** More than may be kept: those whose turn it is not wait, and none is lost. */
  @Test
  void muchOutputKeepsItsOrder() throws Exception {
    byte[] line = "0123456789abcdef".repeat(1 << 8).getBytes(StandardCharsets.US_ASCII);
    int works = 6;
    int lines = 1200;
    List<Future<?>> all = new ArrayList<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(3)) {
      for (int i = 0; i < works; i++) {
        OrderedOutput.Slot slot = output.next();
        char name = (char) ('A' + i);
        all.add(
            pool.submit(
                () -> {
                  for (int j = 0; j < lines; j++) {
                    slot.symbol(name).text(line).mayHandOn();
                  }
                  slot.finish();
                  return null;
                }));
      }
    }
    for (Future<?> work : all) {
      work.get();
    }
    byte[] bytes = out.toByteArray();
    assertThat(bytes).hasSize(works * lines * (line.length + 1));
    for (int i = 0; i < works * lines; i++) {
      assertThat((char) bytes[i * (line.length + 1)]).isEqualTo((char) ('A' + i / lines));
    }
  }

  @Test
  void nobodyWaitsForWhatIsClosed() throws InterruptedException {
    OrderedOutput.Slot first = output.next();
    OrderedOutput.Slot second = output.next();
    assertThat(second.isClosed()).isFalse();
    output.close();
    assertThat(second.isClosed()).isTrue();
    second.text(new byte[1 << 17]);
    assertThatThrownBy(second::mayHandOn).isInstanceOf(InterruptedException.class);
    second.finish();
    first.text(new byte[10]).finish();
    assertThat(text()).isEmpty();
  }
}
