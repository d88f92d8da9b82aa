package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.http.EventReader.OfferedEvent;
import io.bloomtree.http.EventReader.SettledClaim;
import io.bloomtree.topology.HttpSpec;
import io.bloomtree.topology.Network;
import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Failure;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.ArrayList;
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
  private final Streams streams;
  private final Room room;
  private final EventReader reader;
  private final Answers answers = new Answers();
  private final Claims claims;
  private final long leaseMillis;

  ProducerRoutes(
      Context context, Network network, Optional<EdgeAgent> agent, HttpSpec spec, Bodies bodies,
      Streams streams) {
    this.context = requireNonNull(context, "context");
    this.agent = requireNonNull(agent, "agent");
    this.spec = requireNonNull(spec, "spec");
    this.bodies = requireNonNull(bodies, "bodies");
    this.streams = requireNonNull(streams, "streams");
    this.room = new Room(network.topology().limits().offers());
    this.reader = new EventReader(network.topology().keyHash(), spec.body());
    Duration lease = agent.map(it -> network.node(it.id()).failure().lease())
        .orElse(Duration.ZERO);
    this.leaseMillis = lease.toMillis();
    this.claims = new Claims(leaseMillis * NANOS, System::nanoTime);
  }

  List<Operation> operations() {
    return List.of(
        Operation.post("/v1/offer", Access.OFFER, handler(
            it -> new OfferLines(it, reader, answers), this::offer)),
        Operation.post("/v1/claim", Access.OFFER, handler(this::claimLines, this::claim)),
        Operation.post("/v1/confirm", Access.OFFER, handler(
            it -> new SettleLines(reader, claims::confirm),
            (it, body) -> settle(new SettleLines(reader, claims::confirm), body))),
        Operation.post("/v1/release", Access.OFFER, handler(
            it -> new SettleLines(reader, claims::release),
            (it, body) -> settle(new SettleLines(reader, claims::release), body))));
  }

  /** Claims whose lease is over need not wait for the next one to be forgotten. */
  void forgetOldClaims() {
    claims.forgetOld();
  }

  private ClaimLines claimLines(EdgeAgent on) {
    return new ClaimLines(on, reader, answers, claims, leaseMillis);
  }

  /** Answers a body that has arrived. */
  private interface WholeBody {
    Future<Buffer> answer(EdgeAgent agent, byte[] body);
  }

  private Handler<RoutingContext> handler(Function<EdgeAgent, Lines> lines, WholeBody whole) {
    return ctx -> {
      EdgeAgent here = agent.orElseThrow(() -> new ProblemException(ProblemType.NO_AGENT,
          "this process runs no edge: offer to one that does, as bloomtree edge starts it"));
      String type = type(ctx);
      Reply.requireAcceptable(ctx, type);
      if (type.equals(Reply.NDJSON)) {
        streams.open();
        new LineStream(context, ctx.request(), lines.apply(here), room, spec.body())
            .start().onComplete(done -> streams.close());
      } else {
        bodies.read(ctx.request())
            .compose(body -> whole.answer(here, body.getBytes()))
            .onComplete(
                body -> Reply.send(ctx, Reply.JSON, body),
                failure -> Reply.problem(ctx, failure));
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

  private Future<Buffer> offer(EdgeAgent on, byte[] body) {
    List<OfferedEvent> events = new ArrayList<>();
    boolean isArray = read(body, reader::event, events);
    List<Batch> batches = new ArrayList<>();
    int most = Math.max(1, room.size() / 2);
    for (int i = 0; i < events.size(); i++) {
      if (i % most == 0) {
        batches.add(new Batch());
      }
      batches.get(batches.size() - 1).add(events.get(i));
    }
    Buffer out = Buffer.buffer(isArray ? "[" : "");
    Future<Void> written = Future.succeededFuture();
    for (Batch batch : batches) {
      written = written
          .compose(before -> roomFor(batch.size()))
          .compose(taken -> batch.offer(on))
          .map(resolutions -> {
            room.give(batch.size());
            append(out, batch, resolutions, isArray);
            return null;
          });
    }
    return written.map(done -> isArray ? out.appendString("]") : out);
  }

  private void append(Buffer out, Batch batch, List<Resolution> resolutions, boolean isArray) {
    for (int i = 0; i < resolutions.size(); i++) {
      if (!isArray) {
        requireVerdict(resolutions.get(i));
      }
      if (out.length() > 1) {
        out.appendByte((byte) ',');
      }
      answers.append(out, batch.id(i), resolutions.get(i));
    }
  }

  private Future<Void> roomFor(int offers) {
    if (room.take(offers)) {
      return Future.succeededFuture();
    }
    return Future.future(taken -> room.whenFree(() -> roomFor(offers).onComplete(taken)));
  }

  private Future<Buffer> claim(EdgeAgent on, byte[] body) {
    List<OfferedEvent> events = new ArrayList<>();
    boolean isArray = read(body, reader::event, events);
    if (!room.take(events.size())) {
      throw new ProblemException(ProblemType.OVERLOADED, "too many claims are open at once")
          .withHeader("Retry-After", "1");
    }
    ClaimLines lines = claimLines(on);
    List<Future<ClaimLines.Claimed>> claimed =
        events.stream().map(event -> lines.claim(event, () -> false)).toList();
    return Future.join(claimed).map(all -> {
      Buffer out = Buffer.buffer(isArray ? "[" : "");
      for (int i = 0; i < claimed.size(); i++) {
        ClaimLines.Claimed one = claimed.get(i).result();
        if (!isArray) {
          requireVerdict(one.resolution());
        }
        if (i > 0) {
          out.appendByte((byte) ',');
        }
        lines.append(out, events.get(i), one);
      }
      return isArray ? out.appendString("]") : out;
    }).andThen(done -> room.give(events.size()));
  }

  private Future<Buffer> settle(SettleLines lines, byte[] body) {
    List<SettledClaim> settled = new ArrayList<>();
    boolean isArray = read(body, reader::claim, settled);
    Buffer out = Buffer.buffer(isArray ? "[" : "");
    for (int i = 0; i < settled.size(); i++) {
      if (i > 0) {
        out.appendByte((byte) ',');
      }
      Claims.Outcome outcome = lines.settle(out, settled.get(i));
      if (!isArray && !outcome.isSettled()) {
        throw outcome == Claims.Outcome.UNKNOWN_CLAIM
            ? new ProblemException(ProblemType.UNKNOWN_CLAIM,
                "it was never made here, or its lease is over")
            : new ProblemException(ProblemType.CLAIM_SETTLED,
                "it was confirmed before it should be released, or the other way round");
      }
    }
    return Future.succeededFuture(isArray ? out.appendString("]") : out);
  }

  private <T> boolean read(
      byte[] body, EventReader.ItemReader<T> itemReader, List<T> items) {
    try {
      return reader.readBody(body, itemReader, items::add);
    } catch (MalformedEventException e) {
      throw e.asProblem();
    }
  }

  /** One event that nobody decided about is a problem; of many, some may be. */
  private static void requireVerdict(Resolution resolution) {
    if (resolution instanceof Failure failure) {
      throw new ProblemException(ProblemType.OFFER_FAILED, "the event may be offered again: "
          + failure.reason() + ", reported by " + failure.reportedBy())
          .with("reason", failure.reason())
          .with("reportedBy", failure.reportedBy().value())
          .withHeader("Retry-After", "1");
    }
  }
}
