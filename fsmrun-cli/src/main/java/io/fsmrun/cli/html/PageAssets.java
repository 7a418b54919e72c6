package io.fsmrun.cli.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** Styles and scripts that go into a page. They are read when a page is written, not before. */
final class PageAssets {

  private static final String LIBRARIES = "/META-INF/resources/_static/";

  private PageAssets() {}

  /** A file beside this class. */
  static String own(String name) {
    return read(name);
  }

  /** The script that draws charts. */
  static String chartLibrary() {
    return read(LIBRARIES + "echarts/" + chartLibraryVersion() + "/dist/echarts.common.min.js");
  }

  static String chartLibraryVersion() {
    return own("version-of-charts.txt").strip();
  }

  /** What the licences of the chart library and of its parts ask to be passed on with it. */
  static String chartLibraryLicences() {
    String library = LIBRARIES + "echarts/" + chartLibraryVersion() + "/";
    return String.join(
        "\n\n",
        read(library + "NOTICE"),
        read(library + "LICENSE").strip(),
        "licenses/LICENSE-d3\n\n" + read(library + "licenses/LICENSE-d3").strip(),
        "ZRender, part of Apache ECharts\n\n"
            + read(LIBRARIES + "zrender/" + chartLibraryVersion() + "/LICENSE").strip());
  }

  /** By which a policy allows a script, as SHA-256 in Base64 with quotes. */
  static String hash(String script) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static String read(String name) {
    try (InputStream in = PageAssets.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the program is incomplete: " + name + " is missing");
      }
      // A parser of HTML makes line feeds of carriage returns; hashes are of what it sees.
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name + " of the program", e);
    }
  }
}
