package io.fsmrun.bench.rulesets;

import static io.fsmrun.bench.rulesets.Draw.ALPHANUMERIC;
import static io.fsmrun.bench.rulesets.Draw.BASE64;
import static io.fsmrun.bench.rulesets.Draw.DIGITS;
import static io.fsmrun.bench.rulesets.Draw.HEX;
import static io.fsmrun.bench.rulesets.Draw.LOWER;
import static io.fsmrun.bench.rulesets.Draw.UPPER;

import java.util.ArrayList;
import java.util.List;

/**
 * Rules that look for keys, tokens and passwords in source code and logs: keys with a prefix of
 * their own, keys after the name of a service and a sign of assignment, and general forms.
 */
final class SecretRules {

  private static final String WORD = "[0-9A-Za-z]";
  private static final String[] PREFIXES = {
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "glpat-",
    "sk_live_",
    "rk_live_",
    "sk_test_",
    "pypi-",
    "npm_",
    "hf_",
    "dop_v1_",
    "shpat_",
    "shpss_",
    "SG.",
    "key-",
    "sq0atp-",
    "sq0csp-",
    "AIza",
    "ya29.",
    "EAACEdEose0cBA",
    "xkeysib-",
    "lin_api_",
    "PMAK-",
    "dapi",
    "NRAK-",
    "pul-",
    "rubygems_",
    "tfp_",
    "figd_",
    "FLWSECK_TEST-",
    "glc_",
    "glsa_",
    "ATATT3",
    "dp.pt.",
    "AGE-SECRET-KEY-1",
    "fio-u-",
    "pscale_tkn_",
    "r8_",
    "sntrys_"
  };
  private static final String[] SERVICES = {
    "adafruit",
    "adobe",
    "airtable",
    "algolia",
    "alibaba",
    "asana",
    "atlassian",
    "beamer",
    "bitbucket",
    "bittrex",
    "codecov",
    "coinbase",
    "confluent",
    "contentful",
    "datadog",
    "discord",
    "droneci",
    "dropbox",
    "etsy",
    "facebook",
    "fastly",
    "finicity",
    "finnhub",
    "flickr",
    "freshbooks",
    "gitter",
    "gocardless",
    "hashicorp",
    "heroku",
    "hubspot",
    "intercom",
    "jfrog",
    "kraken",
    "kucoin",
    "launchdarkly",
    "linkedin",
    "lob",
    "mailchimp",
    "mailgun",
    "mapbox",
    "mattermost",
    "messagebird",
    "netlify",
    "nytimes",
    "okta",
    "plaid",
    "sendbird",
    "sentry",
    "shippo",
    "snyk",
    "squarespace",
    "sumologic",
    "telegram",
    "travis",
    "trello",
    "twilio",
    "twitch",
    "twitter",
    "typeform",
    "yandex",
    "zendesk",
    "vault",
    "consul",
    "grafana",
    "jenkins",
    "sonar",
    "nexus",
    "artifactory",
    "pagerduty",
    "opsgenie"
  };

  private SecretRules() {}

  static GeneratedRuleset ruleset(String name, long seed) {
    Draw draw = new Draw(seed);
    List<GeneratedRule> rules = new ArrayList<>();
    for (String prefix : PREFIXES) {
      int length = draw.number(16, 60);
      String set = draw.of(WORD, "[0-9a-f]", "[0-9A-Za-z_\\-]");
      String alphabet = set.equals("[0-9a-f]") ? HEX : ALPHANUMERIC;
      rules.add(new RuleDraft().text(prefix).some(set, alphabet, length, length).rule());
    }
    for (String service : SERVICES) {
      rules.add(assigned(draw, service));
    }
    addKeys(rules);
    addGeneral(rules);
    TextMaker code = new SourceText(WordMaker.vocabulary(draw, 3000));
    return new GeneratedRuleset(name, rules, () -> code.planting(rules, 5000, " ", "\n"));
  }

  private static GeneratedRule assigned(Draw draw, String service) {
    int length = draw.number(16, 64);
    RuleDraft draft =
        new RuleDraft()
            .text(service)
            .many("[0-9a-z\\-_\\t .]{0,20}", "_-. abckey", 0, 20)
            .raw(
                "['\"\\s]{0,3}(?:=|>|:{1,3}=|\\|\\|:|<=|=>|:|\\?=)", "=", " =", ":", "\" =>", " :=")
            .raw("['\"\\s=]{0,5}", " \"", "", "'");
    if (draw.oneIn(2)) {
      draft.some("[a-f0-9]", HEX, length, length);
    } else {
      draft.some("[a-z0-9=_\\-]", ALPHANUMERIC, length, length);
    }
    return draft.raw("(?:['\"\\s;]|$)", "\"", "'", "\n", ";").flags("i").rule();
  }

  private static void addKeys(List<GeneratedRule> rules) {
    rules.add(
        new RuleDraft()
            .raw("(?:A3T[A-Z0-9]|AKIA|AGPA|AIDA|AROA|AIPA|ASIA)", "AKIA", "ASIA")
            .some("[A-Z0-9]", UPPER + DIGITS, 16, 16)
            .rule());
    rules.add(
        new RuleDraft()
            .raw("xox[baprs]-", "xoxb-", "xoxp-")
            .some("[0-9]", DIGITS, 10, 12)
            .text("-")
            .many("[0-9a-zA-Z\\-]*", ALPHANUMERIC, 20, 30)
            .rule());
    rules.add(
        new RuleDraft()
            .text("-----BEGIN ")
            .many("[A-Z ]+", UPPER, 3, 8)
            .text(" PRIVATE KEY-----")
            .rule());
    rules.add(
        new RuleDraft()
            .text("eyJ")
            .some("[A-Za-z0-9_\\-]", ALPHANUMERIC, 17, 60)
            .text(".eyJ")
            .some("[A-Za-z0-9_\\-]", ALPHANUMERIC, 17, 60)
            .text(".")
            .some("[A-Za-z0-9_\\-]", ALPHANUMERIC, 10, 60)
            .rule());
    rules.add(
        new RuleDraft()
            .text("https://hooks.slack.com/services/T")
            .some(WORD, ALPHANUMERIC, 8, 10)
            .text("/B")
            .some(WORD, ALPHANUMERIC, 8, 10)
            .text("/")
            .some(WORD, ALPHANUMERIC, 24, 24)
            .rule());
    rules.add(
        new RuleDraft()
            .some("[0-9]", DIGITS, 8, 10)
            .text(":AA")
            .some("[0-9A-Za-z_\\-]", ALPHANUMERIC, 33, 33)
            .rule());
    rules.add(
        new RuleDraft()
            .some("[MN]", "MN", 1, 1)
            .some("[A-Za-z\\d]", ALPHANUMERIC, 23, 23)
            .text(".")
            .some("[\\w\\-]", ALPHANUMERIC, 6, 6)
            .text(".")
            .some("[\\w\\-]", ALPHANUMERIC, 27, 27)
            .rule());
    rules.add(
        new RuleDraft()
            .some("[0-9a-f]", HEX, 32, 32)
            .text("-us")
            .some("[0-9]", DIGITS, 1, 2)
            .rule());
    rules.add(new RuleDraft().text("SK").some("[0-9a-fA-F]", HEX, 32, 32).rule());
    rules.add(new RuleDraft().text("AC").some("[a-z0-9]", LOWER + DIGITS, 32, 32).rule());
    rules.add(
        new RuleDraft()
            .some("[0-9]", DIGITS, 12, 13)
            .text("-")
            .some("[0-9a-z_]", LOWER, 32, 32)
            .text(".apps.googleusercontent.com")
            .flags("i")
            .rule());
  }

  private static void addGeneral(List<GeneratedRule> rules) {
    for (String kind : List.of("api", "secret", "token", "access", "auth", "private", "client")) {
      rules.add(
          new RuleDraft()
              .text(kind)
              .raw("[_\\-]?(?:key|id|hash)?['\"]?", "_key", "key\"", "-id")
              .raw("\\s*[:=]\\s*['\"]", " = '", ": \"", "=\"")
              .some("[0-9a-zA-Z_\\-]", ALPHANUMERIC, 20, 40)
              .raw("['\"]", "'", "\"")
              .flags("i")
              .rule());
    }
    for (String kind : List.of("password", "passwd", "pwd", "passphrase", "db_pass")) {
      rules.add(
          new RuleDraft()
              .text(kind)
              .raw("\\s*(?:=|:|=>)\\s*", "=", ": ", " => ")
              .raw("['\"][^'\"\\r\\n]{6,64}['\"]", "'hunter22'", "\"correct horse\"")
              .flags("i")
              .rule());
    }
    for (String scheme :
        List.of(
            "https?", "ftp", "postgres(?:ql)?", "mysql", "mongodb(?:\\+srv)?", "redis", "amqps?")) {
      rules.add(
          new RuleDraft()
              .raw(scheme, scheme.replaceAll("\\(.*|s\\?", ""))
              .text("://")
              .raw("[^\\s:@\\/]{3,20}:[^\\s:@\\/]{3,40}@[^\\s]{1,100}", "joe:secret@db.local/x")
              .rule());
    }
    rules.add(
        new RuleDraft()
            .some("[0-9a-f]", HEX, 8, 8)
            .text("-")
            .some("[0-9a-f]", HEX, 4, 4)
            .raw("-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-", "-4abc-8def-")
            .some("[0-9a-f]", HEX, 12, 12)
            .flags("i")
            .rule());
    rules.add(
        new RuleDraft()
            .raw("['\"=]", "\"", "'")
            .some("[A-Za-z0-9+\\/]", BASE64, 64, 88)
            .raw("={0,2}['\"]", "=\"", "\"")
            .rule());
    rules.add(
        new RuleDraft()
            .raw("Authorization:\\s*(?:Basic|Bearer)\\s+", "Authorization: Basic ")
            .some("[A-Za-z0-9+\\/=._\\-]", BASE64, 16, 200)
            .flags("i")
            .rule());
    rules.add(
        new RuleDraft().raw("['\"]", "'").some("[0-9a-f]", HEX, 40, 40).raw("['\"]", "'").rule());
  }
}
