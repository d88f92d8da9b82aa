package io.bloomtree.cli;

import io.bloomtree.topology.Recommendation;
import io.bloomtree.topology.Recommendation.Fitting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A recommendation for programs: all of it, no rounding. */
final class RecommendJson {

  private RecommendJson() {}

  static Map<String, Object> of(Recommendation recommendation) {
    var demand = recommendation.demand();
    var json = new LinkedHashMap<String, Object>();
    json.put("memoryBytes", demand.memoryBytes());
    json.put("fpp", demand.fpp());
    json.put("expected", demand.expected());
    json.put("window", demand.window().map(Object::toString));
    json.put("gap", demand.gap());
    json.put("latest", demand.latest());
    json.put("best", recommendation.best().map(it -> it.kind().toString()));
    List<Object> kinds = new ArrayList<>();
    recommendation.fitting().forEach(it -> kinds.add(fitting(it)));
    recommendation.lacking().forEach(it ->
        kinds.add(other(it.kind().toString(), Optional.of(it.neededBytes()), it.why())));
    recommendation.unsuited().forEach(it ->
        kinds.add(other(it.kind().toString(), Optional.empty(), it.why())));
    json.put("kinds", kinds);
    return json;
  }

  private static Map<String, Object> fitting(Fitting fitting) {
    var json = new LinkedHashMap<String, Object>();
    json.put("kind", fitting.kind().toString());
    json.put("fits", true);
    json.put("memoryBytes", fitting.memoryBytes());
    json.put("falsePositives", fitting.falsePositives());
    json.put("falseNegatives", fitting.falseNegatives());
    json.put("remembers", fitting.remembers());
    json.put("bytesPerEvent", fitting.bytesPerEvent());
    json.put("why", fitting.why());
    json.put("yaml", fitting.yaml());
    return json;
  }

  private static Map<String, Object> other(String kind, Optional<Long> neededBytes, String why) {
    var json = new LinkedHashMap<String, Object>();
    json.put("kind", kind);
    json.put("fits", false);
    json.put("neededBytes", neededBytes);
    json.put("why", why);
    return json;
  }
}
