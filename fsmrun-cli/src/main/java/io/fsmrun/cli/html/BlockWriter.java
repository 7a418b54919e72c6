package io.fsmrun.cli.html;

import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** Writes the blocks of one page; it numbers its charts. */
final class BlockWriter {

  private final Writer out;
  private int charts;

  BlockWriter(Writer out) {
    this.out = out;
  }

  void write(List<Block> blocks) throws IOException {
    for (Block block : blocks) {
      write(block);
    }
  }

  private void write(Block block) throws IOException {
    switch (block) {
      case Block.Paragraph paragraph -> out.write("<p>" + Html.text(paragraph.text()) + "</p>\n");
      case Block.Table table -> table(table);
      case Block.Lines lines -> chart(ChartFigure.of(lines));
      case Block.Bars bars -> chart(ChartFigure.of(bars));
      case Block.Drawing drawing -> drawing(drawing);
      case Block.Listing listing -> listing(listing);
      case Block.Folded folded -> {
        out.write("<details class=\"part\" open><summary>");
        out.write(Html.text(folded.summary()) + "</summary>\n");
        write(folded.blocks());
        out.write("</details>\n");
      }
    }
  }

  private void table(Block.Table table) throws IOException {
    scrollBox("Table" + (table.caption().isEmpty() ? "" : ": " + table.caption()));
    out.write("<table>\n");
    if (!table.caption().isEmpty()) {
      out.write("<caption>" + Html.text(table.caption()) + "</caption>\n");
    }
    out.write("<thead><tr>");
    for (Block.Table.Column column : table.columns()) {
      out.write("<th scope=\"col\"" + alignment(column) + ">");
      out.write(Html.text(column.heading()) + "</th>");
    }
    out.write("</tr></thead>\n<tbody>\n");
    for (List<String> row : table.rows()) {
      row(table.columns(), row);
    }
    out.write("</tbody>\n</table></div>\n");
  }

  /** The first cell names the row. */
  private void row(List<Block.Table.Column> columns, List<String> row) throws IOException {
    out.write("<tr>");
    for (int i = 0; i < row.size(); i++) {
      String alignment = i < columns.size() ? alignment(columns.get(i)) : "";
      out.write(i == 0 ? "<th scope=\"row\"" + alignment + ">" : "<td" + alignment + ">");
      out.write(Html.text(row.get(i)) + (i == 0 ? "</th>" : "</td>"));
    }
    out.write("</tr>\n");
  }

  private static String alignment(Block.Table.Column column) {
    return column.isNumber() ? " class=\"number\"" : "";
  }

  /** A box that can be scrolled sideways, with the keyboard too. */
  private void scrollBox(String name) throws IOException {
    out.write("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"");
    out.write(Html.text(name) + "\">");
  }

  private void chart(ChartFigure chart) throws IOException {
    charts++;
    String id = "chart-" + charts;
    out.write("<figure class=\"plot\" aria-labelledby=\"" + id + "\">\n");
    out.write("<h3 class=\"title\" id=\"" + id + "\">" + Html.text(chart.title()) + "</h3>\n");
    out.write("<ul class=\"legend\" aria-label=\"Shown in the chart\"></ul>\n");
    out.write("<div class=\"chart\" role=\"img\" aria-label=\"");
    out.write(Html.text(chart.description()) + "\"></div>\n");
    out.write("<script type=\"application/json\">" + Html.json(chart.json()) + "</script>\n");
    if (!chart.note().isEmpty()) {
      out.write("<figcaption>" + Html.text(chart.note()) + "</figcaption>\n");
    }
    out.write("<details class=\"numbers\" open><summary>Numbers</summary>\n");
    table(chart.numbers());
    out.write("</details>\n</figure>\n");
  }

  private void drawing(Block.Drawing drawing) throws IOException {
    out.write("<figure class=\"drawing\">");
    scrollBox(drawing.caption().isEmpty() ? "Drawing" : "Drawing: " + drawing.caption());
    out.write(drawing.svg() + "</div>");
    if (!drawing.caption().isEmpty()) {
      out.write("<figcaption>" + Html.text(drawing.caption()) + "</figcaption>");
    }
    out.write("</figure>\n");
  }

  private void listing(Block.Listing listing) throws IOException {
    out.write("<details class=\"listing\" open><summary>");
    // A parser drops a line feed right after the tag, so that one of the text would be lost.
    out.write(Html.text(listing.summary()) + "</summary><pre tabindex=\"0\">\n");
    out.write(Html.text(listing.text()) + "</pre></details>\n");
  }
}
