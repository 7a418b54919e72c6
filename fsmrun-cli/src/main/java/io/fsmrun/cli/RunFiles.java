package io.fsmrun.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files that a run of rules writes besides reports, all checked before any long work starts.
 *
 * @param summary the summary as JSON
 * @param trace the cycles, event by event
 * @param rules what the run did for each rule
 * @param segments what each segment did
 */
record RunFiles(
    JsonFile summary, CycleTraceFile trace, RuleStatisticsFile rules, SegmentDumpFile segments) {

  /**
   * Where the user wants them; null for those that are not wanted.
   *
   * @param summary of {@code --summary-json}
   * @param trace of {@code --trace-cycles}
   * @param rules of {@code --rule-stats}
   * @param segments of {@code --dump-segments}
   */
  record Places(Path summary, Path trace, Path rules, Path segments) {

    private List<Place> given() {
      List<Place> given = new ArrayList<>();
      add(given, "--summary-json", summary);
      add(given, "--trace-cycles", trace);
      add(given, "--rule-stats", rules);
      add(given, "--dump-segments", segments);
      return given;
    }

    private static void add(List<Place> places, String option, Path file) {
      if (file != null) {
        places.add(new Place(option, file));
      }
    }
  }

  private record Place(String option, Path file) {}

  /**
   * Files that can be written, none of them twice.
   *
   * @param read files that are read, which must stay as they are
   * @throws UserErrorException if one cannot be written, or would overwrite another
   */
  static RunFiles at(Places places, List<Path> read) throws UserErrorException {
    List<Place> given = places.given();
    for (int i = 0; i < given.size(); i++) {
      Path file = given.get(i).file;
      for (Path other : read) {
        if (OutputFile.at(file).isSameAs(other)) {
          throw new UserErrorException(
              given.get(i).option + " " + file + " would overwrite what is read");
        }
      }
      for (Place before : given.subList(0, i)) {
        if (OutputFile.at(file).isSameAs(before.file) || normal(file).equals(normal(before.file))) {
          throw new UserErrorException(
              given.get(i).option + " and " + before.option + " name the same file, " + file);
        }
      }
    }
    return new RunFiles(
        JsonFile.at(places.summary),
        CycleTraceFile.at(places.trace),
        RuleStatisticsFile.at(places.rules),
        SegmentDumpFile.at(places.segments));
  }

  private static Path normal(Path file) {
    return file.toAbsolutePath().normalize();
  }
}
