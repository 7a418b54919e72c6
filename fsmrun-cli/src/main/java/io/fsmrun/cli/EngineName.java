package io.fsmrun.cli;

import io.fsmrun.scan.plan.EngineKind;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of an engine of the library, in any case. */
final class EngineName implements ITypeConverter<EngineKind> {

  @Override
  public EngineKind convert(String text) {
    for (EngineKind kind : EngineKind.values()) {
      if (kind.userName().equalsIgnoreCase(text)) {
        return kind;
      }
    }
    throw new TypeConversionException("'" + text + "' is none of " + names());
  }

  /** All names, as users write them. */
  static String names() {
    return Arrays.stream(EngineKind.values())
        .map(EngineKind::userName)
        .collect(Collectors.joining(", "));
  }
}
