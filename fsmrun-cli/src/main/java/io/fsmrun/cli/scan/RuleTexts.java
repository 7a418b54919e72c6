package io.fsmrun.cli.scan;

import io.fsmrun.scan.Database;
import io.fsmrun.scan.RuleInfo;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.json.JsonMapper;

/** How rules are named in JSON. Immutable, shared by threads. */
final class RuleTexts {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final Int2ObjectOpenHashMap<byte[]> members = new Int2ObjectOpenHashMap<>();

  RuleTexts(Database database) {
    for (RuleInfo rule : database.rules()) {
      String text = ",\"rule\":" + rule.id() + ",\"pattern\":" + quote(rule.pattern());
      members.put(rule.id(), text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** The members of an object that say which rule it is, with a comma before them. */
  byte[] members(int rule) {
    return members.get(rule);
  }

  static String quote(String text) {
    return MAPPER.writeValueAsString(text);
  }
}
