package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What one call of the command did.
 *
 * @param status the exit status
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
record Cli(int status, String out, String err) {

  static Cli run(Object... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] strings = new String[arguments.length];
    for (int i = 0; i < strings.length; i++) {
      strings[i] = String.valueOf(arguments[i]);
    }
    int status;
    try (PrintStream outStream = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream errStream = new PrintStream(err, true, StandardCharsets.UTF_8)) {
      status = Main.execute(outStream, errStream, strings);
    }
    return new Cli(status, text(out), text(err));
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }

  /** It did what was asked. */
  Cli done() {
    assertThat(status).as(err).isEqualTo(Main.DONE);
    return this;
  }

  /** It refused in one line that names all of this, and did nothing else. */
  void unusable(Object... named) {
    assertThat(status).as(err).isEqualTo(Main.UNUSABLE);
    assertThat(out).isEmpty();
    assertThat(err).startsWith("fsmrun: ").endsWith("\n").containsOnlyOnce("\n");
    for (Object name : named) {
      assertThat(err).contains(name.toString());
    }
  }

  List<String> outLines() {
    return out.lines().toList();
  }
}
