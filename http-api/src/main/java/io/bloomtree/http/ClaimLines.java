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
 * Claims the events of lines, each for itself: one whose copy waits must be answered before the
 * copy is. One event loop's.
 */
final class ClaimLines implements Lines {
  private final EdgeAgent agent;
  private final EventReader reader;
  private final Answers answers;
  private final Claims claims;
  private final long leaseMillis;

  ClaimLines(
      EdgeAgent agent, EventReader reader, Answers answers, Claims claims, long leaseMillis) {
    this.agent = requireNonNull(agent, "agent");
    this.reader = requireNonNull(reader, "reader");
    this.answers = requireNonNull(answers, "answers");
    this.claims = requireNonNull(claims, "claims");
    this.leaseMillis = leaseMillis;
  }

  /** How a claim ended, and what its holder names it by if it has one. */
  record Claimed(Resolution resolution, String claim) {}

  @Override public List<Answer> answer(
      byte[] bytes, int from, int to, long firstLine, Client client) {
    List<Answer> begun = new ArrayList<>();
    LineEnds.forEach(bytes, from, to, firstLine, (start, end, number) -> {
      try {
        OfferedEvent event = reader.readLine(bytes, start, end, reader::event);
        Future<Claimed> claim = claim(event, client);
        begun.add(new Answer(claim.map(claimed -> {
          Buffer out = Buffer.buffer();
          append(out, event, claimed);
          return out.appendByte((byte) '\n');
        }), 1, () -> releaseUntold(claim)));
      } catch (MalformedEventException e) {
        Buffer out = Buffer.buffer();
        Answers.append(out, "MALFORMED", e.onLine(number));
        begun.add(new Answer(Future.succeededFuture(out.appendByte((byte) '\n')), 0));
      }
    });
    return begun;
  }

  private void releaseUntold(Future<Claimed> claim) {
    if (claim.succeeded() && claim.result().claim != null) {
      claims.release(claim.result().claim);
    }
  }

  void append(Buffer out, OfferedEvent event, Claimed claimed) {
    if (claimed.claim == null) {
      answers.append(out, event.id(), claimed.resolution);
    } else {
      answers.appendClaim(out, event.id(), claimed.resolution, claimed.claim, leaseMillis);
    }
  }

  /** Claims an event; never fails. If its client is gone by then, nobody else would release it. */
  Future<Claimed> claim(OfferedEvent event, Client client) {
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
      if (client.isGone()) {
        held.close();
      }
      return Future.succeededFuture(new Claimed(
          held.verdict(), held.isDistinct() && !client.isGone() ? claims.add(held) : null));
    });
  }
}
