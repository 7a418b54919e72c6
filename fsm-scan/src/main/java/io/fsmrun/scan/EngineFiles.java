package io.fsmrun.scan;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.cpu.block.BlockEngine;
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
  static final EngineFiles ALL =
      new EngineFiles(
          Map.of(
              ByteSetEngine.NAME, ByteSetEngine::read,
              StartEngine.NAME, StartEngine::read,
              FilterEngine.BY_WINDOWS, FilterEngine::read,
              FilterEngine.BY_CLASSES, FilterEngine::read,
              TokenEngine.NAME, TokenEngine::read,
              ShiftEngine.NAME, ShiftEngine::read,
              LazyEngine.NAME, LazyEngine::read));

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
