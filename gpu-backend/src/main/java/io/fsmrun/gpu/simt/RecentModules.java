package io.fsmrun.gpu.simt;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The modules that were loaded last, read and decoded: whoever opens a device after another one
 * mostly loads the same text. For all devices of a process. Thread-safe.
 */
final class RecentModules {

  /** So many texts are kept, those that were asked for last. */
  private static final int MOST = 8;

  /** Where variables lie is part of the code; devices that begin alike have them at one place. */
  private static final int MOST_PLACES = 4;

  private static final float LOAD = 0.75f;

  private static final RecentModules ALL = new RecentModules(MOST, MOST_PLACES);

  /** What is known of a text. */
  private static final class Known {
    final PtxModule module;
    final Map<Map<PtxVariable, Long>, List<Code>> decoded;

    Known(PtxModule module, int mostPlaces) {
      this.module = module;
      this.decoded = recent(mostPlaces);
    }
  }

  private final Map<String, Known> known;
  private final int mostPlaces;

  RecentModules(int most, int mostPlaces) {
    this.known = recent(most);
    this.mostPlaces = mostPlaces;
  }

  private static <K, V> Map<K, V> recent(int most) {
    return new LinkedHashMap<>(2 * most, LOAD, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
      }
    };
  }

  static RecentModules all() {
    return ALL;
  }

  /**
   * Reads a module.
   *
   * @throws io.fsmrun.gpu.device.DeviceException if the text is not one
   */
  synchronized PtxModule read(String ptx) {
    return known(ptx).module;
  }

  /**
   * Its kernels, decoded, in order.
   *
   * @param addresses where its variables lie
   * @throws io.fsmrun.gpu.device.DeviceException naming an instruction that is not known
   */
  synchronized List<Code> decode(String ptx, Map<PtxVariable, Long> addresses) {
    Known text = known(ptx);
    List<Code> codes = text.decoded.get(addresses);
    if (codes == null) {
      Map<PtxVariable, Long> places = new HashMap<>(addresses);
      codes = new ArrayList<>();
      for (PtxKernel kernel : text.module.kernels()) {
        codes.add(Decoder.decode(kernel, places));
      }
      text.decoded.put(places, codes);
    }
    return codes;
  }

  private Known known(String ptx) {
    Known text = known.get(ptx);
    if (text == null) {
      text = new Known(PtxParser.parse(ptx), mostPlaces);
      known.put(ptx, text);
    }
    return text;
  }
}
