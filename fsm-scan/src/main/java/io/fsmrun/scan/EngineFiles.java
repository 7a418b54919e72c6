package io.fsmrun.scan;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.bytes.ByteRunEngine;
import io.fsmrun.cpu.bytes.ByteSetEngine;
import io.fsmrun.cpu.filter.FilterEngine;
import io.fsmrun.cpu.lazy.LazyEngine;
import io.fsmrun.cpu.shift.ShiftEngine;
import io.fsmrun.cpu.start.StartEngine;
import io.fsmrun.cpu.token.TokenEngine;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Which engines can be read from a database file, by their names. Immutable, shared by threads. */
final class EngineFiles {

  /** The engines that there are. */
  static final EngineFiles ALL = new EngineFiles(all());

  /** Reads what an engine wrote. */
  @FunctionalInterface
  interface EngineReader {

    /**
     * Reads an engine.
     *
     * @throws io.fsmrun.core.binary.DamagedDataException if the bytes are anything else
     */
    BlockEngine read(BinaryReader in, int ruleCount);
  }

  private final Map<String, EngineReader> readers;

  private EngineFiles(Map<String, EngineReader> readers) {
    this.readers = Map.copyOf(readers);
  }

  private static Map<String, EngineReader> all() {
    Map<String, EngineReader> all = new HashMap<>();
    all.put(ByteSetEngine.NAME, ByteSetEngine::read);
    all.put(ByteRunEngine.NAME, ByteRunEngine::read);
    all.put(StartEngine.NAME, StartEngine::read);
    all.put(FilterEngine.BY_WINDOWS, FilterEngine::read);
    all.put(FilterEngine.BY_CLASSES, FilterEngine::read);
    all.put(TokenEngine.NAME, TokenEngine::read);
    all.put(ShiftEngine.NAME, ShiftEngine::read);
    for (String name : LazyEngine.NAMES) {
      all.put(name, (in, rules) -> LazyEngine.read(name, in, rules));
    }
    return all;
  }

  /** These and one more. */
  EngineFiles with(String name, EngineReader reader) {
    Map<String, EngineReader> more = new HashMap<>(readers);
    more.put(name, reader);
    return new EngineFiles(more);
  }

  Optional<EngineReader> named(String name) {
    return Optional.ofNullable(readers.get(name));
  }
}
