package io.fsmrun.cpu.shift;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.core.nfa.NfaCodec;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.choice.CodeAge;
import io.fsmrun.cpu.choice.Fallback;
import io.fsmrun.cpu.choice.MeasuredChoice;
import io.fsmrun.cpu.choice.SearchOnly;
import io.fsmrun.cpu.choice.TechniqueChoice;
import io.fsmrun.cpu.vector.VectorModule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Rules as rows of elements, a bit each. A byte takes O(elements / 512) steps of vectors, whatever
 * it is and whatever came before: what an automaton does not, where nearly every byte leads to a
 * set of states that was not met before. Immutable, shared by threads.
 */
public final class ShiftEngine implements BlockEngine {

  /** The name of this technique. */
  public static final String NAME = "shift-and";

  /** All chains together have no more, which bounds the tables: 64 MiB or so. */
  public static final int MOST_ELEMENTS = 1 << 18;

  /** What words cost that are shifted together, in nanoseconds per byte, and a word by itself. */
  private static final double VECTOR_NANOS = 3.5;

  private static final double WORD_NANOS = 3.7;

  private static final int OPTIONAL = 1;
  private static final int REPEATED = 2;

  private static final CodeAge SEARCH_AGE = new CodeAge();

  private final List<ShiftChain> chains;
  private final Fallback<ShiftUnion> fallback;
  final ShiftLayout layout;
  final ScalarShiftKernel scalar;
  final Optional<ShiftKernel> vectors;

  private ShiftEngine(List<ShiftChain> chains, Checkpoint checkpoint) {
    this.chains = List.copyOf(chains);
    if (elements(chains) > MOST_ELEMENTS) {
      throw new IllegalArgumentException("more than " + MOST_ELEMENTS + " elements");
    }
    this.layout = new ShiftLayout(this.chains);
    this.scalar = new ScalarShiftKernel(layout);
    this.vectors = hasVectors() ? Optional.of(new VectorShiftKernel(layout)) : Optional.empty();
    this.fallback =
        new Fallback<>(() -> ShiftUnion.of(layout, checkpoint), SEARCH_AGE, () -> isTried(vectors));
    fallback.begin();
  }

  private static boolean isTried(Optional<ShiftKernel> vectors) {
    return vectors.isPresent() && !VectorShiftKernel.TRIAL.isOver();
  }

  /**
   * An engine for some rules.
   *
   * @param chains what they match, at least one chain; a rule may have several
   * @param checkpoint may end the work that is left, in the background
   * @return the engine
   * @throws IllegalArgumentException if they have more than {@link #MOST_ELEMENTS}
   */
  public static ShiftEngine of(List<ShiftChain> chains, Checkpoint checkpoint) {
    return new ShiftEngine(chains, checkpoint);
  }

  private static boolean hasVectors() {
    return VectorModule.isPresent() && VectorShiftKernel.isFast();
  }

  /**
   * What scanning is expected to cost, without reports.
   *
   * @param elements of all chains together
   * @return nanoseconds per byte
   */
  public static double nanos(long elements) {
    long words = (elements + Long.SIZE - 1) / Long.SIZE;
    int lanes = hasVectors() ? VectorShiftKernel.lanesAtOnce() : 1;
    long steps = (words + lanes - 1) / lanes;
    return steps * (lanes > 1 ? VECTOR_NANOS : WORD_NANOS);
  }

  /**
   * What scanning with this engine is expected to cost, without reports.
   *
   * @return nanoseconds per byte
   */
  public double nanos() {
    return nanos(elements(chains));
  }

  /**
   * What chains have to shift.
   *
   * @param chains any
   * @return the number of their elements
   */
  public static long elements(Collection<ShiftChain> chains) {
    return chains.stream().mapToLong(chain -> chain.elements().size()).sum();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int historyBytes() {
    return 0;
  }

  @Override
  public boolean reportsBack() {
    return false;
  }

  @Override
  public BlockSession newSession() {
    Optional<ShiftUnion> union = fallback.get();
    return newSession(union.isPresent() ? new MeasuredChoice(fallback) : new SearchOnly(), union);
  }

  /** A session that scans as a choice says; without an automaton it must always shift. */
  ShiftSession newSession(TechniqueChoice choice, Optional<ShiftUnion> union) {
    return new ShiftSession(this, choice, union);
  }

  /** All chains as one automaton. */
  Optional<ShiftUnion> union() {
    return fallback.get();
  }

  @Override
  public void write(BinaryWriter out) {
    out.writeInt(chains.size());
    for (ShiftChain chain : chains) {
      out.writeInt(chain.rule());
      out.writeInt(chain.elements().size());
      for (ShiftElement element : chain.elements()) {
        int kind = element.isOptional() ? OPTIONAL : 0;
        out.writeByte(kind | (element.isRepeated() ? REPEATED : 0));
        NfaCodec.writeSet(element.set(), out);
      }
    }
  }

  /**
   * Reads an engine.
   *
   * @param in what {@link #write} wrote
   * @param ruleCount number of rules there are
   * @return the engine
   * @throws io.fsmrun.core.binary.DamagedDataException if it is anything else
   */
  public static ShiftEngine read(BinaryReader in, int ruleCount) {
    int count = in.readCount("chains");
    List<ShiftChain> chains = new ArrayList<>();
    int left = MOST_ELEMENTS;
    for (int i = 0; i < count; i++) {
      int rule = in.readInt(ruleCount, "a rule");
      int length = in.readInt(ShiftChain.MOST_ELEMENTS + 1L, "elements");
      left -= length;
      if (length == 0 || left < 0) {
        throw in.damaged(length == 0 ? "a chain of no elements" : "too many elements");
      }
      List<ShiftElement> elements = new ArrayList<>();
      for (int e = 0; e < length; e++) {
        int kind = in.readByte();
        boolean first = e == 0 && kind != 0;
        if (first || kind > (OPTIONAL | REPEATED)) {
          throw in.damaged("an element of kind " + kind);
        }
        boolean optional = (kind & OPTIONAL) != 0;
        elements.add(new ShiftElement(NfaCodec.readSet(in), optional, (kind & REPEATED) != 0));
      }
      chains.add(new ShiftChain(rule, elements));
    }
    if (chains.isEmpty()) {
      throw in.damaged("no chains");
    }
    return of(chains, Checkpoint.NONE);
  }
}
