package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.topology.HttpSpec;
import io.bloomtree.topology.Network;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What producers do: offer, claim, confirm, release. One event loop's. */
final class ProducerRoutes {
  private static final long NANOS = 1_000_000;

  private final Context context;
  private final Optional<EdgeAgent> agent;
  private final HttpSpec spec;
  private final Bodies bodies;
  private final Limit streams;
  private final Room room;
  private final EventReader reader;
  private final Answers answers = new Answers();
  private final Claims claims;
  private final long leaseMillis;

  ProducerRoutes(
      Context context, Network network, Optional<EdgeAgent> agent, HttpSpec spec, Bodies bodies) {
    this.context = requireNonNull(context, "context");
    this.agent = requireNonNull(agent, "agent");
    this.spec = requireNonNull(spec, "spec");
    this.bodies = requireNonNull(bodies, "bodies");
    this.streams = new Limit("streams", spec.streams());
    this.room = new Room(network.topology().limits().offers());
    this.reader = new EventReader(network.topology().keyHash(), spec.body());
    Duration lease = agent.map(it -> network.node(it.id()).failure().lease())
        .orElse(Duration.ZERO);
    this.leaseMillis = lease.toMillis();
    this.claims = new Claims(leaseMillis * NANOS, System::nanoTime);
  }

  List<Operation> operations() {
    return List.of(
        operation("/v1/offer", on -> new Offers(on, reader, answers)),
        operation("/v1/claim", on -> new Claiming(on, reader, answers, claims, leaseMillis)),
        operation("/v1/confirm", on -> new Settling(reader, claims::confirm)).always(),
        operation("/v1/release", on -> new Settling(reader, claims::release)).always());
  }

  /** Completes as soon as no claim is open. */
  Future<Void> claimsSettled() {
    return claims.settled();
  }

  /** Claims whose lease is over need not wait for the next one to be forgotten. */
  void forgetOldClaims() {
    claims.forgetOld();
  }

  private Operation operation(String path, Function<EdgeAgent, Work> work) {
    return Operation.post(path, Access.OFFER, handler(work));
  }

  private Handler<RoutingContext> handler(Function<EdgeAgent, Work> work) {
    return ctx -> {
      EdgeAgent here = agent.orElseThrow(() -> new ProblemException(ProblemType.NO_AGENT,
          "this process runs no edge: offer to one that does, as bloomtree edge starts it"));
      String type = type(ctx);
      Reply.requireAcceptable(ctx, type);
      Call call = Call.of(ctx);
      if (type.equals(Reply.NDJSON)) {
        streams.admit(call);
        new LineStream(context, call, work.apply(here), room, spec.body()).start();
      } else {
        bodies.read(call).onComplete(
            body -> answer(call, work.apply(here), body.getBytes()),
            failure -> Reply.problem(call, failure));
      }
    };
  }

  private static String type(RoutingContext ctx) {
    return switch (Reply.typeOfBody(ctx)) {
      case Reply.JSON -> Reply.JSON;
      case Reply.NDJSON, "application/ndjson", "application/jsonl" -> Reply.NDJSON;
      default -> throw new ProblemException(ProblemType.UNSUPPORTED_TYPE,
          "send " + Reply.JSON + ", or lines of it as " + Reply.NDJSON)
          .withHeader("Accept-Post", Reply.JSON + ", " + Reply.NDJSON);
    };
  }

  private void answer(Call call, Work work, byte[] body) {
    Work.Whole whole;
    try {
      whole = work.read(body, Exchange.pieceSize(room));
    } catch (RuntimeException e) {
      Reply.problem(call, e);
      return;
    }
    call.response().putHeader(HttpHeaders.CONTENT_TYPE, Reply.JSON);
    var exchange = new Exchange(context, call, room,
        whole.isArray() ? Exchange.Form.ARRAY : Exchange.Form.ONE, () -> {});
    whole.pieces().forEach(exchange::add);
    exchange.end();
  }
}
