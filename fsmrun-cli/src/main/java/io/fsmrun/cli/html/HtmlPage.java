package io.fsmrun.cli.html;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A page that stands alone: one file with its styles, scripts and drawings, readable without a
 * network, on paper, on a phone, in light and in dark.
 *
 * @param title of the page
 * @param lead what the page says, in a paragraph of plain text
 * @param facts name and value of what the page was made from, such as the seed
 * @param sections in order
 */
public record HtmlPage(String title, String lead, List<Fact> facts, List<Section> sections) {

  /**
   * A name and a value.
   *
   * @param name plain text
   * @param value plain text
   */
  public record Fact(String name, String value) {}

  /**
   * A section.
   *
   * @param id of the heading, for links: lower-case letters, digits and hyphens
   * @param heading plain text
   * @param blocks in order
   */
  public record Section(String id, String heading, List<Block> blocks) {

    /** Keeps a copy of the blocks. */
    public Section {
      blocks = List.copyOf(blocks);
    }
  }

  /** Keeps copies of the lists. */
  public HtmlPage {
    facts = List.copyOf(facts);
    sections = List.copyOf(sections);
  }

  /**
   * Writes the page in UTF-8.
   *
   * @param out where to; it is not closed
   * @throws IOException if it cannot be written
   */
  public void writeTo(OutputStream out) throws IOException {
    Writer writer = new OutputStreamWriter(new BufferedOutputStream(out), StandardCharsets.UTF_8);
    new PageWriter(this, writer).write();
    writer.flush();
  }
}
