package io.fsmrun.cli;

import io.fsmrun.ap.chip.ThesisAllocation;
import io.fsmrun.ap.profile.ActivityProfile;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** An inspection as JSON: the records of the figures, under their own names. */
final class InspectionJson {

  private static final String HYPOTHETICAL = "hypothetical";

  private final Inspection inspection;
  private final JsonMapper mapper;
  private final ObjectNode json;

  private InspectionJson(Inspection inspection, JsonMapper mapper) {
    this.inspection = inspection;
    this.mapper = mapper;
    json = mapper.createObjectNode();
  }

  static ObjectNode of(Inspection inspection, JsonMapper mapper) {
    return new InspectionJson(inspection, mapper).build();
  }

  private ObjectNode build() {
    json.put("network", inspection.loaded().name());
    json.put("format", inspection.loaded().format().toString());
    json.put("networkBytes", inspection.loaded().network().memoryBytes());
    json.put("loadNanos", inspection.loaded().loadNanos());
    json.set("statistics", mapper.valueToTree(inspection.statistics()));
    chip("placement", inspection.placement().summary());
    ThesisAllocation thesis = inspection.allocation();
    if (thesis != null) {
      ObjectNode allocation = json.putObject("allocation");
      allocation.put("name", "thesis:" + thesis.label());
      allocation.put("halfCoresPerSegment", thesis.halfCoresPerSegment());
      allocation.put("segments", thesis.segments());
    }
    if (inspection.activity() != null) {
      profile(inspection.activity().profile());
      chip("ap", inspection.activity().chip().cost());
      chip("events", inspection.activity().events());
      chip("energy", inspection.activity().energy());
      if (inspection.activity().traffic() != null) {
        chip("traffic", inspection.activity().traffic());
      }
    }
    return json;
  }

  private void profile(ActivityProfile profile) {
    ObjectNode activity = json.putObject("activity");
    activity.put("symbols", profile.symbols());
    activity.put("reports", profile.reports());
    activity.put("meanActive", profile.meanActive());
    activity.put("mostActive", profile.mostActive());
    activity.set("activeSetHistogram", mapper.valueToTree(profile.activeSetHistogram()));
    activity.set("activationHistogram", mapper.valueToTree(profile.activationHistogram()));
    activity.set("enableHistogram", mapper.valueToTree(profile.enableHistogram()));
    activity.set("timeline", mapper.valueToTree(profile.timeline()));
  }

  /** Figures of the device; every one of a device that does not exist says so in its name. */
  private void chip(String name, Record figures) {
    ObjectNode tree = mapper.valueToTree(figures);
    if (!inspection.isHypothetical()) {
      json.set(name, tree);
      return;
    }
    ObjectNode labelled = json.putObject(labelled(name));
    for (Map.Entry<String, JsonNode> figure : tree.properties()) {
      labelled.set(labelled(figure.getKey()), figure.getValue());
    }
  }

  private static String labelled(String name) {
    return name.startsWith(HYPOTHETICAL)
        ? name
        : HYPOTHETICAL + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }
}
