package io.bloomtree.cli;

import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.FilterShape;
import io.bloomtree.filter.GrowingShape;
import io.bloomtree.filter.TimedBufferShape;
import io.bloomtree.topology.ClusterSpec;
import io.bloomtree.topology.Forgetting;
import io.bloomtree.topology.Forgetting.Missed;
import io.bloomtree.topology.NodePlan;
import io.bloomtree.topology.Plan.HostPlan;
import io.bloomtree.topology.Plan.PathPlan;
import io.bloomtree.topology.Plan.Share;
import io.bloomtree.topology.SliceFailures.QuorumRow;
import io.bloomtree.topology.SliceFailures.Rates;
import io.bloomtree.topology.SliceFailures.Row;
import io.bloomtree.topology.SliceTolerance;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A plan for programs: all of it, no rounding. */
final class PlanJson {

  private PlanJson() {}

  static Map<String, Object> of(PlannedTree tree) {
    var json = new LinkedHashMap<String, Object>();
    json.put("file", tree.file());
    json.put("tree", tree.plan().tree());
    json.put("mode", word(tree.topology().mode()));
    json.put("fpp", tree.plan().fpp());
    json.put("worstFalsePositives", tree.plan().worstFalsePositives());
    json.put("memoryBytes", tree.plan().memoryBytes());
    json.put("leak", tree.plan().nodes().get(0).forgetting().flatMap(Forgetting::telling)
        .map(PlanJson::missed));
    json.put("shares", tree.plan().shares().stream().map(PlanJson::share).toList());
    json.put("nodes", tree.plan().nodes().stream().map(node -> node(tree, node)).toList());
    json.put("paths", tree.plan().paths().stream().map(PlanJson::path).toList());
    tree.plan().sketches().ifPresent(
        it -> json.put("sketches", new PlannedSketches(it).json()));
    json.put("hosts", tree.plan().hosts().stream().map(PlanJson::host).toList());
    return json;
  }

  static Map<String, Object> host(HostPlan host) {
    var json = new LinkedHashMap<String, Object>();
    json.put("host", host.host());
    json.put("address", host.address().toString());
    json.put("bus", ClusterSpec.busAddress(host.address()).toString());
    json.put("slices", host.slices().stream().map(Endpoint::toString).toList());
    json.put("memoryBytes", host.memoryBytes());
    if (host.diskBytes() > 0) {
      json.put("diskBytes", host.diskBytes());
    }
    return json;
  }

  private static Map<String, Object> share(Share share) {
    var json = new LinkedHashMap<String, Object>();
    json.put("expected", share.expected());
    json.put("kind", share.kind().toString());
    json.put("built", share.built());
    json.put("probes", share.probes());
    json.put("horizontalSlices", share.horizontalSlices());
    json.put("fpp", share.fpp());
    json.put("falsePositives", share.falsePositives());
    json.put("nodes", ids(share.nodes()));
    json.put("why", share.why());
    return json;
  }

  private static Map<String, Object> node(PlannedTree tree, NodePlan node) {
    var json = new LinkedHashMap<String, Object>();
    json.put("id", node.id().value());
    json.put("role", word(node.role()));
    json.put("level", node.level());
    json.put("expected", node.expected());
    json.put("kind", node.kind().toString());
    putShape(json, node);
    json.put("built", node.built());
    json.put("bits", node.bits());
    json.put("probes", node.probes());
    json.put("memoryBytes", node.memoryBytes());
    json.put("share", node.share());
    json.put("falsePositives", node.falsePositives());
    node.forgetting().ifPresent(forgetting -> {
      json.put("missed", forgetting.usual().stream().map(PlanJson::missed).toList());
      json.put("missedAtGap", forgetting.atGap().map(PlanJson::missed));
    });
    json.put("scheme", word(node.filter().scheme()));
    json.put("slices", node.filter().count());
    json.put("slicePolicy", PlannedTree.written(tree.policy(node)));
    node.failures().ifPresent(failures ->
        json.put("failures", failures.rows().stream().map(PlanJson::row).toList()));
    json.put("fewestSlices", tolerance(tree.tolerance(node)));
    return json;
  }

  /** What there is to say of some kinds only. */
  private static void putShape(Map<String, Object> json, NodePlan node) {
    FilterShape shape = node.filter().shape();
    if (shape instanceof BloomShape bloom) {
      json.put("layout", word(bloom.layout()));
    }
    node.window().ifPresent(window -> json.put("window", window.toString()));
    shape.remembers().filter(window -> !(shape instanceof TimedBufferShape)).ifPresent(window -> {
      json.put("slots", window.slots());
      json.put("timerBits", Lifetimes.timerBits(shape));
    });
    Lifetimes.growing(node.filter()).ifPresent(slice -> json.put("growth", growth(node, slice)));
  }

  private static Map<String, Object> growth(NodePlan node, GrowingShape slice) {
    var json = new LinkedHashMap<String, Object>();
    json.put("trigger", word(slice.trigger()));
    json.put("subFilters", slice.parts());
    json.put("expected", slice.parts() * node.expected());
    json.put("memoryBytes", Lifetimes.growers(node.filter()) * slice.grownBytes());
    return json;
  }

  private static Map<String, Object> missed(Missed missed) {
    var json = new LinkedHashMap<String, Object>();
    json.put("gap", missed.gap());
    json.put("falseNegatives", missed.falseNegatives());
    missed.byImportance().ifPresent(rates -> {
      json.put("least", rates.least());
      json.put("middle", rates.middle());
      json.put("most", rates.most());
    });
    return json;
  }

  private static Map<String, Object> row(Row row) {
    var distinct = rates(row.distinct());
    distinct.put("falseNegativesAsPrinted", row.distinctFalseNegativesAsPrinted());
    var json = new LinkedHashMap<String, Object>();
    json.put("failed", row.failed());
    json.put("duplicate", rates(row.duplicate()));
    json.put("distinct", distinct);
    json.put("quorums", row.quorums().stream().map(PlanJson::quorum).toList());
    return json;
  }

  private static Map<String, Object> quorum(QuorumRow row) {
    var json = new LinkedHashMap<String, Object>();
    json.put("quorum", row.quorum());
    json.putAll(rates(row.ours()));
    json.put("falsePositivesOfPaper", row.falsePositivesOfPaper());
    json.put("falsePositivesAsPrinted", row.falsePositivesAsPrinted());
    return json;
  }

  private static Map<String, Object> rates(Rates rates) {
    var json = new LinkedHashMap<String, Object>();
    json.put("falsePositives", rates.falsePositives());
    json.put("falseNegatives", rates.falseNegatives());
    return json;
  }

  private static Map<String, Object> tolerance(SliceTolerance tolerance) {
    var json = new LinkedHashMap<String, Object>();
    json.put("failed", tolerance.failed());
    json.put("maxFalsePositives", tolerance.maxFalsePositives());
    json.put("maxFalseNegatives", tolerance.maxFalseNegatives());
    json.put("horizontalByFalsePositives", orNull(tolerance.horizontalByFalsePositives()));
    json.put("verticalByFalsePositives", orNull(tolerance.verticalByFalsePositives()));
    json.put("horizontalByFalseNegatives", orNull(tolerance.horizontalByFalseNegatives()));
    json.put("verticalByFalseNegatives", orNull(tolerance.verticalByFalseNegatives()));
    return json;
  }

  private static Map<String, Object> path(PathPlan path) {
    var json = new LinkedHashMap<String, Object>();
    json.put("nodes", ids(path.nodes()));
    json.put("falsePositives", path.falsePositives());
    return json;
  }

  private static List<String> ids(List<NodeId> nodes) {
    return nodes.stream().map(NodeId::value).toList();
  }

  private static Optional<Long> orNull(OptionalLong number) {
    return number.isPresent() ? Optional.of(number.getAsLong()) : Optional.empty();
  }

  /** As topologies spell it: {@code cache-line}. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
