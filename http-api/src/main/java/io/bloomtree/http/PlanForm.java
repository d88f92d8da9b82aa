package io.bloomtree.http;

import io.bloomtree.topology.NodePlan;
import io.bloomtree.topology.Plan;
import io.bloomtree.topology.SketchSpec;
import io.bloomtree.topology.Topology;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A topology and what it will cost, as JSON has them. Thread-safe: it keeps nothing. */
final class PlanForm {
  private PlanForm() {}

  static Map<String, Object> of(Topology topology) {
    Map<String, Object> form = new LinkedHashMap<>();
    form.put("tree", topology.tree());
    form.put("epoch", topology.epoch());
    form.put("digest", String.format("%016x", topology.digest()));
    form.put("source", topology.text());
    form.put("sketches", topology.sketches().map(PlanForm::of).orElse(null));
    form.put("plan", of(topology.plan()));
    return form;
  }

  private static Map<String, Object> of(SketchSpec sketches) {
    Map<String, Object> form = new LinkedHashMap<>();
    form.put("frequency", sketches.frequency().isPresent());
    form.put("similarity", sketches.similarity().isPresent());
    return form;
  }

  private static Map<String, Object> of(Plan plan) {
    Map<String, Object> form = new LinkedHashMap<>();
    form.put("fpp", plan.fpp());
    form.put("worstFalsePositives", plan.worstFalsePositives());
    form.put("memoryBytes", plan.memoryBytes());
    form.put("nodes", plan.nodes().stream().map(PlanForm::of).toList());
    form.put("hosts", plan.hosts().stream().map(host -> {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("host", host.host());
      one.put("address", host.address().toString());
      one.put("memoryBytes", host.memoryBytes());
      return one;
    }).toList());
    return form;
  }

  private static Map<String, Object> of(NodePlan node) {
    Map<String, Object> form = new LinkedHashMap<>();
    form.put("id", node.id().value());
    form.put("role", node.role().name().toLowerCase(Locale.ROOT));
    form.put("level", node.level());
    form.put("kind", node.kind().toString());
    form.put("built", node.built());
    form.put("expected", node.expected());
    form.put("probes", node.probes());
    form.put("memoryBytes", node.memoryBytes());
    form.put("falsePositives", node.falsePositives());
    form.put("scheme", node.filter().scheme().name().toLowerCase(Locale.ROOT));
    form.put("slices", node.filter().count());
    return form;
  }
}
