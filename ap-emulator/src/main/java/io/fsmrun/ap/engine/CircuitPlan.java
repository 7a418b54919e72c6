package io.fsmrun.ap.engine;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.Ports;
import io.fsmrun.ap.network.StartKind;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The components with counters or boolean elements, made ready to be run element by element ({@link
 * Circuit}). Immutable, shared by threads.
 */
final class CircuitPlan {

  final AutomataNetwork network;

  /** STEs that start on all input. */
  final int[] allInput;

  /** STEs that start with the data. */
  final int[] startOfData;

  /** Counters and gates, each after those that drive it. */
  final int[] settling;

  /** Where an element is in {@link #settling}; negative for STEs. */
  final int[] rankOf;

  /** Ranks of the gates that are active when nothing drives them. */
  final int[] negated;

  /** Inputs of each rank: of a gate, all of them; with terms, term by term. */
  final int[] inputs;

  /** Number of terms of each rank that have inputs, and inputs of each term. */
  final int[][] termInputs;

  private final boolean empty;

  CircuitPlan(AutomataNetwork network, List<int[]> components) {
    this.network = network;
    this.empty = components.isEmpty();
    boolean[] member = new boolean[empty ? 0 : network.size()];
    IntArrayList always = new IntArrayList();
    IntArrayList atStart = new IntArrayList();
    for (int[] component : components) {
      for (int element : component) {
        member[element] = true;
        if (network.start(element) == StartKind.ALL_INPUT) {
          always.add(element);
        } else if (network.start(element) == StartKind.START_OF_DATA) {
          atStart.add(element);
        }
      }
    }
    allInput = always.toIntArray();
    startOfData = atStart.toIntArray();
    settling = empty ? new int[0] : network.settlingOrder();
    rankOf = new int[empty ? 0 : network.size()];
    Arrays.fill(rankOf, -1);
    for (int rank = 0; rank < settling.length; rank++) {
      rankOf[settling[rank]] = rank;
    }
    inputs = new int[settling.length];
    termInputs = new int[settling.length][];
    countInputs(member);
    negated = negatedRanks();
  }

  private void countInputs(boolean[] member) {
    for (int rank = 0; rank < settling.length; rank++) {
      int element = settling[rank];
      boolean terms =
          network.kind(element) == ElementKind.GATE && network.gateFunction(element).hasTerms();
      termInputs[rank] = new int[terms ? Ports.MAX_TERMS + 1 : 0];
    }
    for (int from = 0; from < member.length; from++) {
      if (member[from]) {
        for (int i = 0; i < network.successorCount(from); i++) {
          int rank = rankOf[network.successor(from, i)];
          if (rank >= 0) {
            inputs[rank]++;
            if (termInputs[rank].length > 0) {
              termInputs[rank][network.port(from, i)]++;
            }
          }
        }
      }
    }
  }

  private int[] negatedRanks() {
    IntArrayList ranks = new IntArrayList();
    for (int rank = 0; rank < settling.length; rank++) {
      int element = settling[rank];
      if (network.kind(element) == ElementKind.GATE && network.gateFunction(element).isNegated()) {
        ranks.add(rank);
      }
    }
    return ranks.toIntArray();
  }

  boolean isEmpty() {
    return empty;
  }

  /** Whether a gate is active, given what drives it. */
  boolean evaluate(int rank, int driven, int[] drivenTerms) {
    GateFunction function = network.gateFunction(settling[rank]);
    boolean plain =
        switch (function) {
          case AND, NAND -> inputs[rank] > 0 && driven == inputs[rank];
          case OR, NOR, NOT -> driven > 0;
          case SUM_OF_PRODUCTS, NEGATED_SUM_OF_PRODUCTS -> anyTermFull(rank, drivenTerms);
          case PRODUCT_OF_SUMS, NEGATED_PRODUCT_OF_SUMS -> everyTermDriven(rank, drivenTerms);
        };
    return plain != function.isNegated();
  }

  private boolean anyTermFull(int rank, int[] drivenTerms) {
    for (int term = 0; term < drivenTerms.length; term++) {
      int needed = termInputs[rank][term];
      if (needed > 0 && drivenTerms[term] == needed) {
        return true;
      }
    }
    return false;
  }

  private boolean everyTermDriven(int rank, int[] drivenTerms) {
    for (int term = 0; term < drivenTerms.length; term++) {
      if (termInputs[rank][term] > 0 && drivenTerms[term] == 0) {
        return false;
      }
    }
    return inputs[rank] > 0;
  }

  long memoryBytes() {
    return 4L * (allInput.length + startOfData.length + 2L * settling.length + rankOf.length);
  }
}
