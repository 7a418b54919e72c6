package io.fsmrun.cli.html;

import io.fsmrun.cli.plot.BarPlot;
import io.fsmrun.cli.plot.LinePlot;
import java.util.List;

/** A part of a section of a page. */
public sealed interface Block {

  /**
   * A paragraph.
   *
   * @param text plain text; it is escaped
   */
  record Paragraph(String text) implements Block {}

  /**
   * A table. On narrow screens it scrolls by itself, sideways.
   *
   * @param caption above the table; may be empty
   * @param columns headings, from left to right
   * @param rows one cell for each column, plain text
   */
  record Table(String caption, List<Column> columns, List<List<String>> rows) implements Block {

    /**
     * A column.
     *
     * @param heading above it
     * @param isNumber whether its cells are numbers, which stand at the right
     */
    public record Column(String heading, boolean isNumber) {}

    /** Keeps copies of the lists. */
    public Table {
      columns = List.copyOf(columns);
      rows = rows.stream().map(List::copyOf).toList();
    }
  }

  /**
   * Lines that can be pointed at; their numbers are in a table that can be unfolded.
   *
   * @param plot what is drawn
   * @param note below the chart, plain text; may be empty
   */
  record Lines(LinePlot plot, String note) implements Block {}

  /**
   * Bars that can be pointed at; their numbers are in a table that can be unfolded.
   *
   * @param plot what is drawn
   * @param note below the chart, plain text; may be empty
   */
  record Bars(BarPlot plot, String note) implements Block {}

  /**
   * A drawing.
   *
   * @param svg an svg element, trusted as it is
   * @param caption below it, plain text; may be empty
   */
  record Drawing(String svg, String caption) implements Block {}

  /**
   * Text as a machine writes it, every character as it is.
   *
   * @param summary what it is; the text is folded away behind it
   * @param text the text
   */
  record Listing(String summary, String text) implements Block {}

  /**
   * Blocks folded away behind a heading.
   *
   * @param summary the heading
   * @param blocks what is behind it
   */
  record Folded(String summary, List<Block> blocks) implements Block {

    /** Keeps a copy of the blocks. */
    public Folded {
      blocks = List.copyOf(blocks);
    }
  }
}
