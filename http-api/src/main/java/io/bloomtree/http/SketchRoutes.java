package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.bloomtree.bus.HotEvents;
import io.bloomtree.bus.HotEvents.HotEvent;
import io.bloomtree.bus.NoSketchesException;
import io.bloomtree.bus.SketchInquiry;
import io.bloomtree.bus.TreeInquiry;
import io.bloomtree.bus.UnansweredException;
import io.bloomtree.topology.HttpSpec;
import io.bloomtree.topology.Network;
import io.bloomtree.wire.NodeId;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What the sketches of the tree tell, where it has some. One event loop's. */
final class SketchRoutes {
  private static final int USUAL_HOT = 20;
  private static final int MOST_HOT = 1_000;

  private final Network network;
  private final SketchInquiry sketches;
  private final Bodies bodies;
  private final EventReader reader;

  SketchRoutes(TreeInquiry tree, HttpSpec spec, Bodies bodies) {
    this.network = tree.network();
    this.sketches = new SketchInquiry(tree);
    this.bodies = requireNonNull(bodies, "bodies");
    this.reader = new EventReader(network.topology().keyHash(), spec.body());
  }

  List<Operation> operations() {
    return List.of(
        Operation.get("/v1/sketches/hot", Access.READ, ctx -> {
          int limit = limit(ctx);
          NodeId node = node(ctx, "node");
          reply(ctx, () -> sketches.hot(node, limit).map(hot -> seen(ctx, hot)));
        }),
        Operation.get("/v1/sketches/skew", Access.READ, ctx -> {
          NodeId node = node(ctx, "node");
          reply(ctx, () -> sketches.skew(node));
        }),
        Operation.get("/v1/sketches/overlap", Access.READ, ctx -> {
          NodeId a = required(ctx, "a");
          NodeId b = required(ctx, "b");
          reply(ctx, () -> sketches.overlap(a, b));
        }),
        Operation.get("/v1/sketches/similar", Access.READ, this::similar),
        Operation.post("/v1/sketches/count", Access.OPERATE, ctx -> {
          Reply.requireJson(ctx);
          reply(ctx, () -> bodies.read(Call.of(ctx)).compose(body -> sketches.count(
              EventKeys.fingerprint(reader, network.topology().keyHash(), body))));
        }));
  }

  private void similar(RoutingContext ctx) {
    if (ctx.request().getParam("a") == null && ctx.request().getParam("b") == null) {
      NodeId node = node(ctx, "node");
      reply(ctx, () -> sketches.similar(node));
    } else {
      NodeId a = required(ctx, "a");
      NodeId b = required(ctx, "b");
      requireApart(a, b);
      reply(ctx, () -> sketches.similar(a, b));
    }
  }

  private void requireApart(NodeId a, NodeId b) {
    try {
      SketchInquiry.requireApart(network, a, b);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(ProblemType.MALFORMED, e.getMessage());
    }
  }

  /** Keys are for operators. */
  private static HotEvents seen(RoutingContext ctx, HotEvents hot) {
    return Guard.isOperator(ctx) ? hot : new HotEvents(
        hot.node(),
        hot.events().stream().map(event -> new HotEvent(
            event.fingerprint(), null, event.atMost(), event.estimate())).toList(),
        hot.guaranteedAbove(), hot.candidates(), hot.total(), hot.since());
  }

  private static <T> void reply(RoutingContext ctx, Supplier<Future<T>> answer) {
    Reply.requireAcceptable(ctx, Reply.JSON);
    Reply.json(ctx, answer.get().recover(failure -> Future.failedFuture(problem(failure))),
        found -> found);
  }

  private static Throwable problem(Throwable failure) {
    if (failure instanceof NoSketchesException) {
      return new ProblemException(ProblemType.NO_SKETCHES, failure.getMessage());
    }
    return failure instanceof UnansweredException
        ? new ProblemException(ProblemType.NO_ANSWER, failure.getMessage())
            .withHeader("Retry-After", "1")
        : failure;
  }

  private static int limit(RoutingContext ctx) {
    String text = Optional.ofNullable(ctx.request().getParam("limit")).orElse("" + USUAL_HOT);
    if (!text.matches("[1-9][0-9]{0,3}") || Integer.parseInt(text) > MOST_HOT) {
      throw new ProblemException(
          ProblemType.MALFORMED, "limit must be a number from 1 to " + MOST_HOT);
    }
    return Integer.parseInt(text);
  }

  private NodeId required(RoutingContext ctx, String name) {
    if (ctx.request().getParam(name) == null) {
      throw new ProblemException(ProblemType.MALFORMED, "there must be a ?" + name + "=ID");
    }
    return node(ctx, name);
  }

  /** The node that a request names; the root if it names none. */
  private NodeId node(RoutingContext ctx, String name) {
    String id = Optional.ofNullable(ctx.request().getParam(name))
        .orElse(network.topology().root().id().value());
    return network.topology().nodes().stream()
        .map(node -> node.id()).filter(it -> it.value().equals(id)).findFirst()
        .orElseThrow(() -> new ProblemException(ProblemType.NOT_FOUND,
            "tree " + network.topology().tree() + " has no such node: " + name + "=" + id));
  }
}
