package io.fsmrun.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.IVersionProvider;

/** The version that was built, and the Java it runs on. */
final class VersionProvider implements IVersionProvider {

  @Override
  public String[] getVersion() throws IOException {
    try (InputStream in = VersionProvider.class.getResourceAsStream("version.txt")) {
      String version = new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
      return new String[] {"fsmrun " + version, "Java " + Runtime.version()};
    }
  }
}
