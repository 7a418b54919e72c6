package io.fsmrun.cli.html;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writes the parts of a page in order. */
final class PageWriter {

  private final HtmlPage page;
  private final Writer out;

  PageWriter(HtmlPage page, Writer out) {
    this.page = page;
    this.out = out;
  }

  void write() throws IOException {
    boolean hasCharts = page.sections().stream().anyMatch(section -> hasCharts(section.blocks()));
    String theme = PageAssets.own("theme.js");
    List<String> scripts = new ArrayList<>(List.of(PageAssets.own("page.js")));
    if (hasCharts) {
      scripts.add(PageAssets.chartLibrary());
      scripts.add(PageAssets.own("charts.js"));
    }
    head(theme, scripts);
    top();
    if (hasCharts) {
      out.write(
          "<noscript><p class=\"note\">Charts need JavaScript, which is switched off. All their"
              + " numbers are in the tables below their headings.</p></noscript>\n");
    }
    contents();
    out.write("<main id=\"main\">\n");
    BlockWriter blocks = new BlockWriter(out);
    for (HtmlPage.Section section : page.sections()) {
      String id = Html.text(section.id());
      out.write("<section aria-labelledby=\"" + id + "\">\n");
      out.write("<h2 id=\"" + id + "\">" + Html.text(section.heading()) + "</h2>\n");
      blocks.write(section.blocks());
      out.write("</section>\n");
    }
    out.write("</main>\n");
    if (hasCharts) {
      licences();
    }
    for (String script : scripts) {
      out.write("<script>" + script + "</script>\n");
    }
    out.write("</body>\n</html>\n");
  }

  private static boolean hasCharts(List<Block> blocks) {
    return blocks.stream()
        .anyMatch(
            block ->
                switch (block) {
                  case Block.Lines lines -> true;
                  case Block.Bars bars -> true;
                  case Block.Folded folded -> hasCharts(folded.blocks());
                  default -> false;
                });
  }

  /** Only the scripts of this page may run, and nothing may be fetched. */
  private void head(String theme, List<String> scripts) throws IOException {
    String allowed =
        PageAssets.hash(theme)
            + " "
            + scripts.stream().map(PageAssets::hash).collect(Collectors.joining(" "));
    out.write("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out.write("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ");
    out.write("script-src " + allowed + "; style-src 'unsafe-inline'; ");
    out.write("base-uri 'none'; form-action 'none'\">\n");
    out.write("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    out.write("<meta name=\"referrer\" content=\"no-referrer\">\n");
    out.write("<title>" + Html.text(page.title()) + "</title>\n");
    out.write("<style>\n" + PageAssets.own("page.css") + "</style>\n");
    out.write("<script>" + theme + "</script>\n</head>\n<body>\n");
  }

  private void top() throws IOException {
    out.write("<a class=\"skip\" href=\"#main\">Skip to the content</a>\n<header>\n");
    out.write("<div class=\"top\"><h1>" + Html.text(page.title()) + "</h1>");
    out.write("<button type=\"button\" id=\"theme\" hidden>Dark theme</button></div>\n");
    if (!page.lead().isEmpty()) {
      out.write("<p class=\"lead\">" + Html.text(page.lead()) + "</p>\n");
    }
    if (!page.facts().isEmpty()) {
      out.write("<dl class=\"facts\">\n");
      for (HtmlPage.Fact fact : page.facts()) {
        out.write("<div><dt>" + Html.text(fact.name()) + "</dt>");
        out.write("<dd>" + Html.text(fact.value()) + "</dd></div>\n");
      }
      out.write("</dl>\n");
    }
    out.write("</header>\n");
  }

  private void contents() throws IOException {
    if (page.sections().size() < 2) {
      return;
    }
    out.write("<nav aria-label=\"Contents\"><ul>\n");
    for (HtmlPage.Section section : page.sections()) {
      out.write("<li><a href=\"#" + Html.text(section.id()) + "\">");
      out.write(Html.text(section.heading()) + "</a></li>\n");
    }
    out.write("</ul></nav>\n");
  }

  private void licences() throws IOException {
    out.write("<footer>\n<p>Charts: Apache ECharts " + PageAssets.chartLibraryVersion());
    out.write(", under the Apache License, Version 2.0; it is part of this page.</p>\n");
    out.write(
        "<details class=\"listing\" open><summary>Licences of what is in this page</summary>");
    out.write("<pre tabindex=\"0\">\n" + Html.text(PageAssets.chartLibraryLicences()));
    out.write("</pre></details>\n</footer>\n");
  }
}
