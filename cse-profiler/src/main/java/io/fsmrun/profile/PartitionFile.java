package io.fsmrun.profile;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.engine.RuleSetFingerprint;
import io.fsmrun.core.state.Partition;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Chosen convergence sets in a file, to be used in later runs of the same rules.
 *
 * <pre>
 *   8   magic "fsmrunCS"
 *   2   version, 1
 *   32  fingerprint of the ruleset (SHA-256 of its automata)
 *   ..  how the partitions were found: merge strategy and symbols (text), strings, length, seed
 *   ..  number of components, then for each: 0 for a position automaton, or 1 and
 *         states, blocks, runs of equal blocks (block, states), the order of the blocks,
 *         coverage, most frequent share, number of different partitions
 *   32  SHA-256 of all before
 * </pre>
 *
 * <p>Numbers of the components are variable-length, seven bits a byte, low bits first; the others
 * are big-endian. A file is at most a few bytes a state long; states that follow each other are
 * mostly in one set, so that it is usually a thousandth of that.
 */
public final class PartitionFile {

  /** The version that is written and read. */
  public static final int VERSION = 1;

  private static final byte[] MAGIC = {'f', 's', 'm', 'r', 'u', 'n', 'C', 'S'};
  private static final int DIGEST_BYTES = 32;

  /** More than the parts of a file that do not grow with the rules. */
  private static final long FIXED_BYTES = 1 << 17;

  /** The most of a component besides its states: five numbers of 5 bytes, two of 8. */
  private static final long BYTES_PER_COMPONENT = 64;

  /** The most of a state: a run and a place in the order, each number in 5 bytes. */
  private static final long BYTES_PER_STATE = 15;

  private PartitionFile() {}

  /**
   * How partitions were found.
   *
   * @param merge the merge strategy, as {@link MergeStrategy#toString()} says it
   * @param symbols what the strings were made of
   * @param strings the most strings per rule
   * @param length symbols per string
   * @param seed of the strings
   */
  public record Origin(String merge, String symbols, int strings, int length, long seed) {}

  /**
   * What a file holds.
   *
   * @param profile the partitions, for the ruleset that they were read for
   * @param origin how they were found
   */
  public record Loaded(ConvergenceProfile profile, Origin origin) {}

  /**
   * Writes partitions.
   *
   * @param profile the partitions
   * @param origin how they were found
   * @param out where to; it is not closed
   * @throws IOException if it cannot be written
   */
  public static void write(ConvergenceProfile profile, Origin origin, OutputStream out)
      throws IOException {
    MessageDigest digest = sha256();
    DataOutputStream data = new DataOutputStream(new DigestOutputStream(out, digest));
    data.write(MAGIC);
    data.writeShort(VERSION);
    data.write(RuleSetFingerprint.of(profile.rules()).toBytes());
    data.writeUTF(origin.merge());
    data.writeUTF(origin.symbols());
    data.writeInt(origin.strings());
    data.writeInt(origin.length());
    data.writeLong(origin.seed());
    writeNumber(data, profile.partitions().size());
    for (Optional<ConvergencePartition> partition : profile.partitions()) {
      writeNumber(data, partition.isPresent() ? 1 : 0);
      if (partition.isPresent()) {
        write(partition.get(), data);
      }
    }
    data.flush();
    out.write(digest.digest());
    out.flush();
  }

  private static void write(ConvergencePartition chosen, DataOutputStream out) throws IOException {
    Partition partition = chosen.partition();
    int states = partition.stateCount();
    writeNumber(out, states);
    writeNumber(out, partition.blockCount());
    for (int from = 0; from < states; ) {
      int block = partition.blockOf(from);
      int to = from + 1;
      while (to < states && partition.blockOf(to) == block) {
        to++;
      }
      writeNumber(out, block);
      writeNumber(out, to - from);
      from = to;
    }
    for (int i = 0; i < chosen.order().size(); i++) {
      writeNumber(out, chosen.order().getInt(i));
    }
    out.writeDouble(chosen.coverage());
    out.writeDouble(chosen.mostFrequentShare());
    writeNumber(out, chosen.distinctPartitions());
  }

  private static void writeNumber(DataOutputStream out, int number) throws IOException {
    int rest = number;
    while (rest >= 0x80) {
      out.writeByte(rest & 0x7f | 0x80);
      rest >>>= 7;
    }
    out.writeByte(rest);
  }

  /**
   * Reads partitions and checks all of it: nothing that was read is used before the check sum was
   * found right. Memory is O(states of the rules), whatever the file says.
   *
   * @param in the file; it is not closed
   * @param rules the ruleset that the partitions are wanted for
   * @return the partitions
   * @throws IOException if it cannot be read
   * @throws UnusablePartitionsException if it is no such file, of another version, damaged, or was
   *     made for other rules
   */
  public static Loaded read(InputStream in, RuleSet rules)
      throws IOException, UnusablePartitionsException {
    long most =
        FIXED_BYTES + BYTES_PER_COMPONENT * rules.size() + BYTES_PER_STATE * rules.stateCount();
    byte[] file = in.readNBytes((int) Math.min(most, Integer.MAX_VALUE - 16));
    if (!Arrays.equals(file, 0, Math.min(MAGIC.length, file.length), MAGIC, 0, MAGIC.length)) {
      throw new UnusablePartitionsException(
          "is no partition file; fsmrun profile --partitions writes one");
    }
    // A file that goes on is longer than any of these rules: its sum cannot be right, but its
    // fingerprint may say why.
    boolean whole = in.read() < 0 && hasRightSum(file);
    PartitionReader reader = new PartitionReader(file, MAGIC.length, file.length - DIGEST_BYTES);
    int version = reader.readShort();
    if (version != VERSION) {
      throw new UnusablePartitionsException(
          "is a partition file of version "
              + version
              + ", and this program reads version "
              + VERSION
              + "; profile the rules again");
    }
    RuleSetFingerprint made =
        RuleSetFingerprint.ofBytes(reader.readBytes(RuleSetFingerprint.BYTES));
    RuleSetFingerprint wanted = RuleSetFingerprint.of(rules);
    if (!whole) {
      throw new UnusablePartitionsException(
          "is damaged or cut off: its check sum is wrong; profile the rules again");
    }
    if (!made.equals(wanted)) {
      throw new UnusablePartitionsException(
          "was made for other rules, or for another --dfa-states (fingerprint "
              + made
              + ", these rules have "
              + wanted
              + "); profile these rules");
    }
    return parse(reader, rules);
  }

  private static boolean hasRightSum(byte[] file) {
    int body = file.length - DIGEST_BYTES;
    if (body < MAGIC.length) {
      return false;
    }
    MessageDigest digest = sha256();
    digest.update(file, 0, body);
    return Arrays.equals(file, body, file.length, digest.digest(), 0, DIGEST_BYTES);
  }

  private static Loaded parse(PartitionReader reader, RuleSet rules)
      throws UnusablePartitionsException {
    Origin origin =
        new Origin(
            reader.readText(),
            reader.readText(),
            reader.readInt(),
            reader.readInt(),
            reader.readLong());
    reader.require(reader.readNumber(rules.size()) == rules.size(), "number of components");
    List<Optional<ConvergencePartition>> partitions = new ArrayList<>(rules.size());
    for (int c = 0; c < rules.size(); c++) {
      boolean deterministic = rules.automaton(c).isDeterministic();
      reader.require(reader.readNumber(1) == (deterministic ? 1 : 0), "form of an automaton");
      partitions.add(
          deterministic
              ? Optional.of(parse(reader, rules.automaton(c).stateCount()))
              : Optional.empty());
    }
    reader.requireEnd();
    return new Loaded(new ConvergenceProfile(rules, partitions), origin);
  }

  private static ConvergencePartition parse(PartitionReader reader, int states)
      throws UnusablePartitionsException {
    reader.require(reader.readNumber(states) == states, "number of states");
    int blocks = reader.readNumber(states);
    reader.require(blocks > 0, "number of sets");
    int[] labels = new int[states];
    for (int from = 0; from < states; ) {
      int block = reader.readNumber(blocks - 1);
      int length = reader.readNumber(states - from);
      reader.require(length > 0, "length of a run");
      Arrays.fill(labels, from, from + length, block);
      from += length;
    }
    Partition partition = Partition.ofLabels(labels);
    boolean same = partition.blockCount() == blocks;
    for (int state = 0; state < states && same; state++) {
      same = partition.blockOf(state) == labels[state];
    }
    reader.require(same, "numbering of sets");
    IntArrayList order = new IntArrayList(blocks);
    boolean[] taken = new boolean[blocks];
    for (int i = 0; i < blocks; i++) {
      int block = reader.readNumber(blocks - 1);
      reader.require(!taken[block], "order of sets");
      taken[block] = true;
      order.add(block);
    }
    return new ConvergencePartition(
        partition,
        order,
        reader.readShare(),
        reader.readShare(),
        reader.readNumber(Integer.MAX_VALUE));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
