package io.fsmrun.cli;

import io.fsmrun.cli.profile.Findings;
import io.fsmrun.cli.profile.ProfileJson;
import io.fsmrun.cli.profile.ProfilePage;
import io.fsmrun.cli.profile.ProfilePlots;
import io.fsmrun.profile.ConvergenceStudy.SampleTaken;
import io.fsmrun.profile.PartitionFile;
import io.fsmrun.profile.ProfileOptions;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The files that a profile is written to, all checked before any long work starts. */
final class ProfileFiles {

  private static final String PAGE_SUFFIX = ".html";
  private static final String PARTITIONS_SUFFIX = ".partitions";

  private final OutputFile page;
  private final OutputFile partitions;
  private final JsonFile json;
  private final Plots plots;
  private final List<String> lines = new ArrayList<>();

  private ProfileFiles(OutputFile page, OutputFile partitions, JsonFile json, Plots plots) {
    this.page = page;
    this.partitions = partitions;
    this.json = json;
    this.plots = plots;
  }

  /**
   * Where the user wants them; null for those that are not wanted.
   *
   * @param page the report; the sets go beside it unless it is said where
   * @param partitions the sets
   * @param json the figures
   * @param plots a directory
   */
  record Places(Path page, Path partitions, Path json, Path plots) {

    Path partitionsOrBeside() {
      if (partitions != null || page == null) {
        return partitions;
      }
      String name = String.valueOf(page.getFileName());
      boolean html = name.toLowerCase(Locale.ROOT).endsWith(PAGE_SUFFIX);
      String stem = html ? name.substring(0, name.length() - PAGE_SUFFIX.length()) : name;
      return page.resolveSibling(stem + PARTITIONS_SUFFIX);
    }
  }

  static ProfileFiles at(Places places, Path rules) throws UserErrorException {
    Path sets = places.partitionsOrBeside();
    List<Path> files = new ArrayList<>();
    for (Path place : new Path[] {places.page(), sets, places.json()}) {
      if (place == null) {
        continue;
      }
      OutputFile file = OutputFile.at(place);
      if (file.isSameAs(rules)) {
        throw new UserErrorException(place + ": holds the rules, and would be overwritten");
      }
      for (Path other : files) {
        if (file.isSameAs(other)) {
          throw new UserErrorException(place + ": two files would be written there");
        }
      }
      files.add(place);
    }
    ProfileFiles made =
        new ProfileFiles(
            OutputFile.atOrNull(places.page()),
            OutputFile.atOrNull(sets),
            JsonFile.at(places.json()),
            places.plots() == null ? null : Plots.in(places.plots()));
    made.say("report", places.page());
    made.say("partitions", sets);
    made.say("figures", places.json());
    made.say("plots", places.plots());
    return made;
  }

  private void say(String word, Path place) {
    if (place != null) {
      lines.add(String.format(Locale.ROOT, "%-13s%s", word, place));
    }
  }

  void write(Findings findings, ProfileOptions options)
      throws UserErrorException, InterruptedException {
    if (partitions != null) {
      SampleTaken sample = findings.study().sample();
      PartitionFile.Origin origin =
          new PartitionFile.Origin(
              findings.cutoff(),
              options.symbols().toString(),
              sample.stringsAsked(),
              sample.lengthSymbols(),
              sample.seed());
      partitions.write(out -> PartitionFile.write(findings.study().profile(), origin, out));
    }
    json.write(mapper -> ProfileJson.of(findings, mapper));
    if (plots != null) {
      plots.write(directory -> ProfilePlots.write(findings.study(), directory));
    }
    if (page != null) {
      page.write(ProfilePage.of(findings)::writeTo);
    }
  }

  /** Says where everything is. */
  void print(PrintStream out) {
    lines.forEach(out::println);
  }
}
