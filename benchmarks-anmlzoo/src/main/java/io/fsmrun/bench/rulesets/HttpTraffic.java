package io.fsmrun.bench.rulesets;

import java.util.List;

/** Requests and answers over HTTP, with pages, binary bodies and other packets between them. */
final class HttpTraffic implements TextMaker {

  private final List<String> words;

  HttpTraffic(List<String> words) {
    this.words = words;
  }

  @Override
  public void appendPart(Draw draw, StringBuilder to) {
    switch (draw.number(0, 6)) {
      case 0, 1, 2 -> request(draw, to);
      case 3, 4 -> answer(draw, to);
      case 5 -> to.append(draw.bytes(draw.number(20, 800)));
      default ->
          to.append("USER ")
              .append(word(draw))
              .append("\r\nPASS ")
              .append(word(draw))
              .append("\r\n230 ok\r\n");
    }
  }

  private void request(Draw draw, StringBuilder to) {
    to.append(draw.of("GET", "GET", "GET", "POST", "HEAD")).append(' ');
    for (int i = draw.number(1, 4); i > 0; i--) {
      to.append('/').append(word(draw));
    }
    to.append(draw.of("", ".php", ".html", ".js", ".png"));
    int parameters = draw.number(0, 4);
    for (int i = 0; i < parameters; i++) {
      to.append(i == 0 ? '?' : '&').append(word(draw)).append('=');
      to.append(draw.of(word(draw), draw.chars(Draw.HEX, 4, 32), "%20" + word(draw)));
    }
    to.append(" HTTP/1.1\r\nHost: www.").append(word(draw)).append(".com\r\n");
    to.append("User-Agent: Mozilla/5.0 (X11; Linux x86_64) ").append(word(draw)).append("/1.0\r\n");
    to.append("Accept: text/html,*/*;q=0.8\r\nReferer: http://").append(word(draw)).append(".org/");
    to.append(word(draw)).append("\r\nCookie: ").append(word(draw)).append('=');
    to.append(draw.chars(Draw.BASE64, 20, 120)).append("\r\nConnection: keep-alive\r\n\r\n");
  }

  private void answer(Draw draw, StringBuilder to) {
    to.append("HTTP/1.1 200 OK\r\nServer: nginx\r\nDate: Sun, 8 Mar 2015 13:");
    to.append(draw.chars("012345", 2)).append(":52 GMT\r\nContent-Type: ");
    if (draw.oneIn(3)) {
      to.append("image/png\r\n\r\n").append(draw.bytes(draw.number(200, 3000)));
      return;
    }
    to.append("text/html\r\n\r\n<html><head><title>")
        .append(word(draw))
        .append("</title></head>\n");
    for (int i = draw.number(3, 30); i > 0; i--) {
      String tag = draw.of("p", "div", "a", "span", "script", "img", "td");
      to.append('<').append(tag).append(' ').append(draw.of("class", "id", "src", "href"));
      to.append("=\"").append(word(draw)).append("\">");
      for (int w = draw.number(0, 12); w > 0; w--) {
        to.append(word(draw)).append(' ');
      }
      to.append("</").append(tag).append(">\n");
    }
    to.append("</html>\r\n");
  }

  private String word(Draw draw) {
    return words.get(draw.rank(words.size()));
  }
}
