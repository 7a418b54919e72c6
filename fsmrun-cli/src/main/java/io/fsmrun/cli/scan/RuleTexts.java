package io.fsmrun.cli.scan;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.json.JsonMapper;

/** How rules are named in JSON. Shared by threads once all rules are in. */
final class RuleTexts {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final Int2ObjectOpenHashMap<byte[]> members = new Int2ObjectOpenHashMap<>();

  void add(int rule, String pattern) {
    String text = ",\"rule\":" + rule + ",\"pattern\":" + quote(pattern);
    members.put(rule, text.getBytes(StandardCharsets.UTF_8));
  }

  /** The members of an object that say which rule it is, with a comma before them. */
  byte[] members(int rule) {
    return members.get(rule);
  }

  static String quote(String text) {
    return MAPPER.writeValueAsString(text);
  }
}
