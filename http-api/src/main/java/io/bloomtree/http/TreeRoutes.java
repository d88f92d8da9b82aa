package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.bloomtree.bus.NodeSighting;
import io.bloomtree.bus.TreeInquiry;
import io.bloomtree.bus.TreeView;
import io.bloomtree.topology.HttpSpec;
import io.bloomtree.topology.Topology;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How the tree is, was, and would decide. One event loop's. */
final class TreeRoutes {
  /** Also for proxies that close what is silent, and pages that take silence for death. */
  private static final long HEARTBEAT_MILLIS = 5_000;

  private final Vertx vertx;
  private final TreeInquiry tree;
  private final HttpSpec spec;
  private final Bodies bodies;
  private final Limit viewers;
  private final History history;
  private final Sampler sampler;
  private final EventReader reader;
  private final Buffer topology;

  TreeRoutes(Vertx vertx, TreeInquiry tree, HttpSpec spec, Bodies bodies) {
    this.vertx = requireNonNull(vertx, "vertx");
    this.tree = requireNonNull(tree, "tree");
    this.spec = requireNonNull(spec, "spec");
    this.bodies = requireNonNull(bodies, "bodies");
    this.viewers = new Limit("viewers", spec.viewers());
    Topology read = tree.network().topology();
    this.history = new History(read.nodes().stream().map(node -> node.id().value()).toList());
    this.sampler = new Sampler(tree, history, System::currentTimeMillis);
    this.reader = new EventReader(read.keyHash(), spec.body());
    this.topology = Reply.json(PlanForm.of(read));
  }

  void start() {
    sampler.start(vertx);
  }

  List<Operation> operations() {
    return List.of(
        Operation.get("/v1/tree", Access.READ, this::tree),
        Operation.get("/v1/nodes/{id}", Access.READ, this::node),
        Operation.get("/v1/topology", Access.READ, ctx -> Reply.send(ctx, Reply.JSON, topology)),
        Operation.get("/v1/history", Access.READ, this::history),
        Operation.get("/v1/events", Access.READ, this::events),
        Operation.post("/v1/try", Access.OPERATE, this::tryEvent));
  }

  private void tree(RoutingContext ctx) {
    Reply.requireAcceptable(ctx, Reply.JSON);
    reply(ctx, sampler.view().compose(view -> vertx.executeBlocking(() -> Reply.json(view))));
  }

  private void node(RoutingContext ctx) {
    Reply.requireAcceptable(ctx, Reply.JSON);
    String id = ctx.pathParam("id");
    Reply.json(ctx, sampler.view(), view -> view.node(id).orElseThrow(() -> unknown(view, id)));
  }

  private static ProblemException unknown(TreeView view, String id) {
    return new ProblemException(
        ProblemType.NOT_FOUND, "tree " + view.tree() + " has no such node: id=" + id);
  }

  private void history(RoutingContext ctx) {
    Reply.requireAcceptable(ctx, Reply.JSON);
    List<Sample> samples = history.samples();
    reply(ctx, vertx.executeBlocking(() -> Buffer.buffer(history.json(samples))));
  }

  private void events(RoutingContext ctx) {
    Reply.requireAcceptable(ctx, EventStream.TYPE);
    Call call = Call.of(ctx);
    viewers.admit(call);
    var stream = new EventStream(vertx, call);
    stream.start(Math.min(HEARTBEAT_MILLIS, spec.idle().toMillis() / 3));
    call.over().onComplete(over -> sampler.unwatch(stream));
    sampler.watch(stream);
  }

  private void tryEvent(RoutingContext ctx) {
    Reply.requireAcceptable(ctx, Reply.JSON);
    Reply.requireJson(ctx);
    Reply.json(ctx, bodies.read(Call.of(ctx)).compose(this::sight), found -> found);
  }

  private Future<Map<String, Object>> sight(Buffer body) {
    long fingerprint = EventKeys.fingerprint(reader, tree.network().topology().keyHash(), body);
    return tree.sight(fingerprint).map(nodes -> form(fingerprint, nodes));
  }

  private static Map<String, Object> form(long fingerprint, List<NodeSighting> nodes) {
    Map<String, Object> form = new LinkedHashMap<>();
    form.put("fingerprint", String.format("%016x", fingerprint));
    form.put("nodes", nodes);
    return form;
  }

  private static void reply(RoutingContext ctx, Future<Buffer> body) {
    body.onComplete(
        json -> Reply.send(ctx, Reply.JSON, json), failure -> Reply.problem(ctx, failure));
  }
}
