package io.fsmrun.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.testkit.RandomAutomata;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Partitions in files: all that was written is read, and nothing else. */
class PartitionFileTest {

  private static final PartitionFile.Origin ORIGIN =
      new PartitionFile.Origin("99%", "bytes that lead rules forward", 1000, 2000, -7);

  private static RuleSet rules(long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    List<Automaton> automata =
        List.of(random.dfa(30), random.nfa(6), random.permutation(9), random.oneState());
    List<RuleSet.Component> components = new ArrayList<>();
    for (Automaton automaton : automata) {
      components.add(new RuleSet.Component(10 * components.size() + 3, automaton));
    }
    return new RuleSet(components);
  }

  private static ConvergenceProfile profile(RuleSet rules) throws InterruptedException {
    return ConvergenceProfiler.withDefaults().profile(rules);
  }

  private static byte[] file(ConvergenceProfile profile) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PartitionFile.write(profile, ORIGIN, out);
    return out.toByteArray();
  }

  private static PartitionFile.Loaded read(byte[] file, RuleSet rules)
      throws IOException, UnusablePartitionsException {
    return PartitionFile.read(new ByteArrayInputStream(file), rules);
  }

  private static void refused(byte[] file, RuleSet rules, String... parts) {
    assertThatExceptionOfType(UnusablePartitionsException.class)
        .isThrownBy(() -> read(file, rules))
        .satisfies(
            e -> {
              for (String part : parts) {
                assertThat(e).hasMessageContaining(part);
              }
            });
  }

  private static byte[] signed(byte[] file) throws NoSuchAlgorithmException {
    int body = file.length - 32;
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    digest.update(file, 0, body);
    byte[] signed = Arrays.copyOf(file, file.length);
    System.arraycopy(digest.digest(), 0, signed, body, 32);
    return signed;
  }

  @Property(tries = 20)
  void readsWhatWasWritten(@ForAll long seed) throws Exception {
    RuleSet rules = rules(seed);
    ConvergenceProfile profile = profile(rules);
    PartitionFile.Loaded loaded = read(file(profile), rules);
    assertThat(loaded.profile()).isEqualTo(profile);
    assertThat(loaded.origin()).isEqualTo(ORIGIN);
  }

  @Test
  void longRunsTakeLittleRoom() throws Exception {
    RuleSet rules =
        new RuleSet(
            List.of(new RuleSet.Component(1, RandomAutomata.seeded(1).matchedOrDead(60_000))));
    byte[] file = file(profile(rules));
    assertThat(file.length).isLessThan(300);
    assertThat(read(file, rules).profile()).isEqualTo(profile(rules));
  }

  @Test
  void everyDamagedByteIsNoticed() throws Exception {
    RuleSet rules = rules(5);
    byte[] file = file(profile(rules));
    for (int i = 0; i < file.length; i++) {
      byte[] damaged = file.clone();
      damaged[i] ^= (byte) (1 + i % 255);
      refused(damaged, rules);
    }
  }

  @Test
  void everyCutIsNoticed() throws Exception {
    RuleSet rules = rules(5);
    byte[] file = file(profile(rules));
    for (int length = 0; length < file.length; length++) {
      refused(Arrays.copyOf(file, length), rules);
    }
    refused(Arrays.copyOf(file, file.length + 1), rules, "check sum");
    refused(Arrays.copyOf(file, 10 << 20), rules, "check sum");
  }

  @Test
  void saysWhatIsWrong() throws Exception {
    RuleSet rules = rules(5);
    byte[] file = file(profile(rules));
    refused("abc".getBytes(java.nio.charset.StandardCharsets.US_ASCII), rules, "no partition file");
    refused(file, rules(6), "made for other rules", "profile these rules");
    byte[] newer = file.clone();
    newer[9] = 2;
    refused(newer, rules, "version 2", "version 1");
    // Cut inside what is there before the check sum.
    refused(Arrays.copyOf(file, 9), rules, "cut off");
  }

  /** With a right check sum, a file may still lie. */
  @Property(tries = 2000)
  void liesAreRefusedOrHarmless(@ForAll long seed) throws Exception {
    RuleSet rules = rules(5);
    byte[] file = file(SHARED);
    Random random = new Random(seed);
    int body = file.length - 32;
    for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
      // What follows the fingerprint.
      file[42 + random.nextInt(body - 42)] = (byte) random.nextInt();
    }
    try {
      PartitionFile.Loaded loaded = read(signed(file), rules);
      assertThat(loaded.profile().flowPlans()).hasSize(4);
    } catch (UnusablePartitionsException e) {
      assertThat(e.getMessage()).containsAnyOf("damaged", "cut off");
    }
  }

  private static final ConvergenceProfile SHARED = shared();

  private static ConvergenceProfile shared() {
    try {
      return profile(rules(5));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What never ends is not read to its end. */
  @Test
  void endlessInputIsRefused() {
    InputStream endless =
        new InputStream() {
          private int place;

          @Override
          public int read() {
            return place < 8 ? "fsmrunCS".charAt(place++) : 0;
          }

          @Override
          public int read(byte[] into, int offset, int length) {
            for (int i = 0; i < length; i++) {
              into[offset + i] = (byte) read();
            }
            return length;
          }
        };
    assertThatExceptionOfType(UnusablePartitionsException.class)
        .isThrownBy(() -> PartitionFile.read(endless, rules(5)))
        .withMessageContaining("version 0");
  }
}
