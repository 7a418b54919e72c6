package io.fsmrun.ap.network;

import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a network is made of, for people who look at files.
 *
 * @param stes number of STEs
 * @param counters number of counters
 * @param gates number of boolean elements
 * @param startsOfData STEs that start with the data
 * @param allInputStarts STEs that start on all input
 * @param latched latched STEs
 * @param reporting elements that report
 * @param atEndOnly elements that are at the end only
 * @param edges number of edges
 * @param components number of connected components
 * @param largestComponent elements of the largest component; 0 if there is none
 * @param medianComponent elements of the median component, the smaller of two; 0 if there is none
 * @param fanIn edges into an element
 * @param fanOut edges out of an element
 * @param symbols the symbol sets
 */
public record NetworkStatistics(
    int stes,
    int counters,
    int gates,
    int startsOfData,
    int allInputStarts,
    int latched,
    int reporting,
    int atEndOnly,
    int edges,
    int components,
    int largestComponent,
    int medianComponent,
    Degrees fanIn,
    Degrees fanOut,
    Symbols symbols) {

  /**
   * How many edges elements have on one side.
   *
   * @param most the most of one element
   * @param mean the mean over all elements; 0 if there are none
   * @param histogram entry 0: elements with no edge; entry i: elements with at least 2^(i-1) and
   *     fewer than 2^i edges; no trailing zeros
   */
  public record Degrees(int most, double mean, List<Integer> histogram) {

    /**
     * Degrees.
     *
     * @param most the most of one element
     * @param mean the mean over all elements
     * @param histogram elements by the power of two of their edges; copied
     */
    public Degrees {
      histogram = List.copyOf(histogram);
    }
  }

  /**
   * How complex symbol sets are.
   *
   * @param distinctSets number of distinct sets
   * @param classes number of classes of bytes that no STE tells apart, at least 1
   * @param meanSetSize mean number of symbols of an STE; 0 if there are no STEs
   * @param ranges ranges of successive symbols, summed over the STEs
   * @param mostRanges the most ranges of one STE
   */
  public record Symbols(
      int distinctSets, int classes, double meanSetSize, long ranges, int mostRanges) {}

  /**
   * Measures a network.
   *
   * @param network a network
   * @return its statistics; O(elements + edges α(elements)) and O(256) a distinct symbol set
   */
  public static NetworkStatistics of(AutomataNetwork network) {
    int[] starts = new int[2];
    int[] flags = new int[3];
    int[] in = new int[network.size()];
    int[] out = new int[network.size()];
    for (int element = 0; element < network.size(); element++) {
      starts[0] += network.start(element) == StartKind.START_OF_DATA ? 1 : 0;
      starts[1] += network.start(element) == StartKind.ALL_INPUT ? 1 : 0;
      flags[0] += network.isLatched(element) ? 1 : 0;
      flags[1] += network.isReporting(element) ? 1 : 0;
      flags[2] += network.isAtEndOnly(element) ? 1 : 0;
      out[element] = network.successorCount(element);
      for (int i = 0; i < out[element]; i++) {
        in[network.successor(element, i)]++;
      }
    }
    int[] sizes = sizes(Components.of(network));
    return new NetworkStatistics(
        network.count(ElementKind.STE),
        network.count(ElementKind.COUNTER),
        network.count(ElementKind.GATE),
        starts[0],
        starts[1],
        flags[0],
        flags[1],
        flags[2],
        network.edgeCount(),
        sizes.length,
        sizes.length == 0 ? 0 : sizes[sizes.length - 1],
        sizes.length == 0 ? 0 : sizes[(sizes.length - 1) / 2],
        degrees(in),
        degrees(out),
        symbols(network));
  }

  private static int[] sizes(Components components) {
    int[] sizes = new int[components.count()];
    Arrays.setAll(sizes, components::size);
    Arrays.sort(sizes);
    return sizes;
  }

  private static Degrees degrees(int[] edges) {
    int[] histogram = new int[Integer.SIZE + 1];
    int most = 0;
    int buckets = 0;
    long sum = 0;
    for (int count : edges) {
      int bucket = Integer.SIZE - Integer.numberOfLeadingZeros(count);
      histogram[bucket]++;
      buckets = Math.max(buckets, bucket + 1);
      most = Math.max(most, count);
      sum += count;
    }
    List<Integer> filled = new ArrayList<>();
    for (int bucket = 0; bucket < buckets; bucket++) {
      filled.add(histogram[bucket]);
    }
    return new Degrees(most, edges.length == 0 ? 0 : (double) sum / edges.length, filled);
  }

  private static Symbols symbols(AutomataNetwork network) {
    int distinct = network.symbolSetCount();
    List<SymbolSet> sets = new ArrayList<>();
    int[] sizeOf = new int[distinct];
    int[] rangesOf = new int[distinct];
    int mostRanges = 0;
    for (int index = 0; index < distinct; index++) {
      SymbolSet set = network.symbolSet(index);
      sets.add(set);
      sizeOf[index] = set.size();
      rangesOf[index] = ranges(set);
      mostRanges = Math.max(mostRanges, rangesOf[index]);
    }
    long size = 0;
    long ranges = 0;
    int stes = 0;
    for (int element = 0; element < network.size(); element++) {
      if (network.kind(element) == ElementKind.STE) {
        stes++;
        size += sizeOf[network.symbolSetIndex(element)];
        ranges += rangesOf[network.symbolSetIndex(element)];
      }
    }
    double meanSize = stes == 0 ? 0 : (double) size / stes;
    return new Symbols(distinct, SymbolClasses.of(sets).count(), meanSize, ranges, mostRanges);
  }

  private static int ranges(SymbolSet set) {
    int ranges = 0;
    for (int symbol = 0; symbol < SymbolSet.ALPHABET_SIZE; symbol++) {
      boolean starts = symbol == 0 || !set.contains(symbol - 1);
      ranges += starts && set.contains(symbol) ? 1 : 0;
    }
    return ranges;
  }
}
