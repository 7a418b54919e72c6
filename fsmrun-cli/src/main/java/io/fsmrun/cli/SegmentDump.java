package io.fsmrun.cli;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.RunListener;
import io.fsmrun.enumerative.SegmentTable;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes what every segment does to every component, as it is composed: a JSON array of one object
 * a line.
 *
 * <pre>
 *   {"rule": 7, "windowOffset": 0, "segment": 1, "from": 250, "to": 500, "kind": "sets",
 *    "rows": [{"states": "0-511,700", "ends": "3", "converged": true}, ...]}
 * </pre>
 *
 * <p>Sets of states are strings of ascending numbers and ranges, empty for none. The segments of a
 * piece come in order; components come as they are done. Only the line at hand is in memory. Used
 * by several threads at once.
 */
final class SegmentDump implements RunListener, Closeable {

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .rootValueSeparator(",\n")
          .build();

  private final RuleSet rules;
  private final JsonGenerator json;

  /**
   * An empty array.
   *
   * @param rules tells the rules of components
   * @param out where to write to; left open
   */
  SegmentDump(RuleSet rules, OutputStream out) throws IOException {
    this.rules = rules;
    try {
      json = JSON.createGenerator(ObjectWriteContext.empty(), out);
      // The array is written by hand, to have a line for each table.
      json.writeRaw("[\n");
    } catch (JacksonIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public boolean wantsSegments() {
    return true;
  }

  /**
   * Writes tables.
   *
   * @throws UncheckedIOException if they cannot be written
   */
  @Override
  public synchronized void segments(int component, List<SegmentTable> tables) {
    try {
      tables.forEach(this::write);
    } catch (JacksonIOException e) {
      throw new UncheckedIOException(e.getCause());
    }
  }

  private void write(SegmentTable table) {
    json.writeStartObject();
    json.writeNumberProperty("rule", rules.components().get(table.component()).ruleId());
    json.writeNumberProperty("windowOffset", table.windowOffset());
    json.writeNumberProperty("segment", table.segment());
    json.writeNumberProperty("from", table.from());
    json.writeNumberProperty("to", table.to());
    json.writeStringProperty("kind", table.kind().name().toLowerCase(Locale.ROOT));
    json.writeArrayPropertyStart("rows");
    for (SegmentTable.Row row : table.rows()) {
      json.writeStartObject();
      json.writeStringProperty("states", runs(row.starts()));
      json.writeStringProperty("ends", runs(row.ends()));
      json.writeBooleanProperty("converged", row.converged());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** Ascending numbers and ranges, such as {@code 0-511,700}. */
  static String runs(StateSet states) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < states.size(); ) {
      int last = i;
      while (last + 1 < states.size() && states.get(last + 1) == states.get(last) + 1) {
        last++;
      }
      text.append(text.isEmpty() ? "" : ",").append(states.get(i));
      if (last > i) {
        text.append('-').append(states.get(last));
      }
      i = last + 1;
    }
    return text.toString();
  }

  /** Ends the array. */
  @Override
  public synchronized void close() throws IOException {
    try {
      if (!json.isClosed()) {
        json.writeRaw("\n]\n");
        json.close();
      }
    } catch (JacksonIOException e) {
      throw e.getCause();
    }
  }
}
