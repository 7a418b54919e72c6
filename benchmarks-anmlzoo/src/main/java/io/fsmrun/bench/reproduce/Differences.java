package io.fsmrun.bench.reproduce;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/** Where figures differ from what the thesis states, and why. */
public final class Differences {

  private static final String RESOURCE = "explanations.properties";

  private Differences() {}

  /**
   * A stated value beside ours.
   *
   * @param published the stated value
   * @param ours ours
   * @param explanation why they differ; empty if they do not, or nobody knows yet
   */
  public record Comparison(Published published, double ours, Optional<String> explanation) {

    /**
     * Whether the two are too far apart to be left alone.
     *
     * @return true if an explanation is needed
     */
    public boolean differs() {
      return published.differsFrom(ours);
    }

    /**
     * Whether an explanation is needed and missing.
     *
     * @return true if so
     */
    public boolean isUnexplained() {
      return differs() && explanation.isEmpty();
    }
  }

  /**
   * Sets every stated value beside ours, where there is one.
   *
   * @param figures the figures
   * @return in the order of the figures of the thesis
   */
  public static List<Comparison> of(List<Figure> figures) {
    return of(figures, explanations());
  }

  static List<Comparison> of(List<Figure> figures, Properties explanations) {
    List<Comparison> comparisons = new ArrayList<>();
    for (Published published : Published.all()) {
      for (Figure figure : figures) {
        double ours =
            figure.id().equals(published.figure())
                ? figure.ours(published.series(), published.category())
                : Double.NaN;
        if (!Double.isNaN(ours)) {
          comparisons.add(
              new Comparison(published, ours, explanation(published.key(), explanations)));
        }
      }
    }
    return comparisons;
  }

  /** The text of a key; a text that begins with an arrow stands for that of another key. */
  private static Optional<String> explanation(String key, Properties explanations) {
    String text = explanations.getProperty(key);
    if (text != null && text.startsWith("-> ")) {
      text = explanations.getProperty(text.substring(3).strip());
    }
    return Optional.ofNullable(text);
  }

  /** The written explanations, by key. */
  static Properties explanations() {
    Properties properties = new Properties();
    try (InputStream in = Differences.class.getResourceAsStream(RESOURCE)) {
      properties.load(new InputStreamReader(in, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IllegalStateException("the explanations cannot be read", e);
    }
    return properties;
  }
}
