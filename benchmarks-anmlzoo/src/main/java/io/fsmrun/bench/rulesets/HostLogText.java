package io.fsmrun.bench.rulesets;

import java.util.List;
import java.util.Locale;

/**
 * Lines of the logs of proxies, name servers, mail servers and firewalls. Most hosts are on no
 * list; of those that are not, some are nearly one that is.
 */
final class HostLogText implements TextMaker {

  private static final int HOSTS_PER_LISTED = 50;
  private static final int HOSTS_PER_NEARLY_LISTED = 40;

  private final List<String> words;
  private final List<String> listed;
  private final List<String> others;

  /**
   * Makes logs of some hosts.
   *
   * @param words what paths and the names of users are made of
   * @param listed the hosts that rules look for
   * @param others the hosts that are visited often
   */
  HostLogText(List<String> words, List<String> listed, List<String> others) {
    this.words = words;
    this.listed = listed;
    this.others = others;
  }

  @Override
  public void appendPart(Draw draw, StringBuilder to) {
    switch (draw.number(0, 6)) {
      case 0, 1, 2 ->
          to.append(ip(draw))
              .append(" - - \"")
              .append(draw.of("GET", "GET", "POST", "CONNECT"))
              .append(draw.of(" http://", " https://"))
              .append(host(draw))
              .append('/')
              .append(word(draw))
              .append(draw.of("/", "?id=", ".html#", "/index."))
              .append(word(draw))
              .append(" HTTP/1.1\" 200 ")
              .append(draw.number(10, 99999));
      case 3, 4 ->
          to.append("client ")
              .append(ip(draw))
              .append('#')
              .append(draw.number(1024, 65000))
              .append(": query: ")
              .append(host(draw))
              .append(" IN ")
              .append(draw.of("A", "AAAA", "MX", "TXT"));
      case 5 ->
          to.append("postfix: from=<")
              .append(word(draw))
              .append('@')
              .append(host(draw))
              .append("> to=<")
              .append(word(draw))
              .append('.')
              .append(word(draw))
              .append("@mail.example> relay=")
              .append(host(draw));
      default ->
          to.append("ACCEPT src=")
              .append(ip(draw))
              .append(" dst=")
              .append(ip(draw))
              .append(" sni=")
              .append(host(draw))
              .append(" len=")
              .append(draw.number(40, 1500));
    }
    to.append('\n');
  }

  private String host(Draw draw) {
    String host = others.get(draw.rank(others.size()));
    if (draw.oneIn(HOSTS_PER_LISTED)) {
      host = draw.of(listed);
    } else if (draw.oneIn(HOSTS_PER_NEARLY_LISTED)) {
      host = nearly(draw, draw.of(listed));
    } else if (draw.oneIn(3)) {
      host = DomainRules.host(draw, words);
    }
    if (draw.oneIn(3)) {
      host = draw.of("www.", "cdn" + draw.number(1, 9) + ".", word(draw) + ".") + host;
    }
    return draw.oneIn(20) ? host.toUpperCase(Locale.ROOT) : host;
  }

  /** Another domain, a name that is cut short, or one with more in front. */
  private String nearly(Draw draw, String host) {
    int dot = host.lastIndexOf('.');
    return switch (draw.number(0, 2)) {
      case 0 -> host.substring(0, dot) + ".example";
      case 1 -> host.substring(0, dot - 1) + host.substring(dot);
      default -> word(draw) + host;
    };
  }

  private static String ip(Draw draw) {
    return "10." + draw.number(0, 255) + '.' + draw.number(0, 255) + '.' + draw.number(0, 255);
  }

  private String word(Draw draw) {
    return words.get(draw.rank(words.size()));
  }
}
