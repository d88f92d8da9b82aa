package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.bloomtree.edge.Claim;
import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.edge.OfferFailedException;
import io.bloomtree.http.EventReader.OfferedEvent;
import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Failure;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Claims events, each for itself: of a stream, one whose copy waits must be answered before the
 * copy is. One event loop's.
 */
final class Claiming implements Work {
  private final EdgeAgent agent;
  private final EventReader reader;
  private final Answers answers;
  private final Claims claims;
  private final long leaseMillis;

  Claiming(
      EdgeAgent agent, EventReader reader, Answers answers, Claims claims, long leaseMillis) {
    this.agent = requireNonNull(agent, "agent");
    this.reader = requireNonNull(reader, "reader");
    this.answers = requireNonNull(answers, "answers");
    this.claims = requireNonNull(claims, "claims");
    this.leaseMillis = leaseMillis;
  }

  /** How a claim ended, and what its holder names it by; null if it has none. */
  private record Claimed(Resolution resolution, String claim) {}

  @Override public int offersOf(int lines) {
    return lines;
  }

  @Override public List<Piece.Answer> beginLines(
      byte[] bytes, int from, int to, long firstLine, Call call) {
    List<Piece.Answer> begun = new ArrayList<>();
    LineEnds.forEach(bytes, from, to, firstLine, (start, end, number) -> {
      try {
        begun.add(answer(reader.readLine(bytes, start, end, reader::event), call, LINE_END));
      } catch (MalformedEventException e) {
        Buffer out = Buffer.buffer();
        Answers.append(out, "MALFORMED", e.onLine(number));
        begun.add(new Piece.Answer(Future.succeededFuture(out.appendByte(LINE_END)), 0));
      }
    });
    return begun;
  }

  @Override public Whole read(byte[] body, int most) {
    List<OfferedEvent> events = new ArrayList<>();
    boolean isArray = reader.read(body, reader::event, events::add);
    if (!isArray) {
      return new Whole(false, List.of(new Single(events.get(0))));
    }
    List<Piece> pieces = new ArrayList<>();
    for (int from = 0; from < events.size(); from += most) {
      pieces.add(new Some(events.subList(from, Math.min(events.size(), from + most))));
    }
    return new Whole(true, pieces);
  }

  /** Events of an array. */
  private final class Some implements Piece {
    private final List<OfferedEvent> events;

    Some(List<OfferedEvent> events) {
      this.events = events;
    }

    @Override public int offers() {
      return events.size();
    }

    @Override public List<Answer> begin(Call call) {
      return events.stream().map(event -> answer(event, call, COMMA)).toList();
    }
  }

  /** The one event of a body. */
  private final class Single implements Piece {
    private final OfferedEvent event;

    Single(OfferedEvent event) {
      this.event = event;
    }

    @Override public int offers() {
      return 1;
    }

    @Override public List<Answer> begin(Call call) {
      Future<Claimed> claim = claim(event, call);
      return List.of(new Answer(claim.map(claimed -> {
        Offers.requireVerdict(claimed.resolution);
        return text(event, claimed, COMMA);
      }), 1, () -> release(claim)));
    }
  }

  private Piece.Answer answer(OfferedEvent event, Call call, byte separator) {
    Future<Claimed> claim = claim(event, call);
    return new Piece.Answer(
        claim.map(claimed -> text(event, claimed, separator)), 1, () -> release(claim));
  }

  private Buffer text(OfferedEvent event, Claimed claimed, byte separator) {
    Buffer out = Buffer.buffer();
    if (claimed.claim == null) {
      answers.append(out, event.id(), claimed.resolution);
    } else {
      answers.appendClaim(out, event.id(), claimed.resolution, claimed.claim, leaseMillis);
    }
    return out.appendByte(separator);
  }

  /** Nobody else would: whoever made it does not know what it is called. */
  private void release(Future<Claimed> claim) {
    if (claim.succeeded() && claim.result().claim != null) {
      claims.release(claim.result().claim);
    }
  }

  /** Claims an event. If its client is gone by then, it is released at once. */
  private Future<Claimed> claim(OfferedEvent event, Call call) {
    Future<Claim> claim;
    try {
      EdgeAgent such = Double.isNaN(event.importance())
          ? agent : agent.withImportance(event.importance());
      claim = event.plain().map(such::claim).orElseGet(() -> such.claim(event.fingerprint()));
    } catch (IllegalStateException closed) {
      return Future.succeededFuture(new Claimed(Batch.whyClosed(agent), null));
    }
    return claim.transform(done -> {
      if (done.failed()) {
        return done.cause() instanceof OfferFailedException failed
            ? Future.succeededFuture(
                new Claimed(new Failure(failed.reason(), failed.reportedBy()), null))
            : Future.failedFuture(done.cause());
      }
      Claim held = done.result();
      if (call.isGone()) {
        held.close();
      }
      return Future.succeededFuture(new Claimed(
          held.verdict(), held.isDistinct() && !call.isGone() ? claims.add(held) : null));
    });
  }
}
