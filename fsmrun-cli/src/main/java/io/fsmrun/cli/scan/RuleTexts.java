package io.fsmrun.cli.scan;

import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.json.JsonMapper;

/**
 * How rules are named in JSON, made when somebody wants to know: loading what writes JSON takes a
 * tenth of a second. Shared by threads once all rules are in.
 */
final class RuleTexts {

  private final Int2ObjectOpenHashMap<String> patterns = new Int2ObjectOpenHashMap<>();

  /** All of them, once one was asked for. */
  private volatile Int2ObjectOpenHashMap<byte[]> members;

  /** Is loaded with the first text. */
  private static final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
  }

  void add(int rule, String pattern) {
    patterns.put(rule, pattern);
  }

  /** The members of an object that say which rule it is, with a comma before them. */
  byte[] members(int rule) {
    Int2ObjectOpenHashMap<byte[]> made = members;
    return (made == null ? make() : made).get(rule);
  }

  private synchronized Int2ObjectOpenHashMap<byte[]> make() {
    if (members == null) {
      Int2ObjectOpenHashMap<byte[]> made = new Int2ObjectOpenHashMap<>();
      for (Int2ObjectMap.Entry<String> rule : patterns.int2ObjectEntrySet()) {
        String text = ",\"rule\":" + rule.getIntKey() + ",\"pattern\":" + quote(rule.getValue());
        made.put(rule.getIntKey(), text.getBytes(StandardCharsets.UTF_8));
      }
      members = made;
    }
    return members;
  }

  static String quote(String text) {
    return Json.MAPPER.writeValueAsString(text);
  }
}
