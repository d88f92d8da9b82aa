package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.bloomtree.http.EventReader.SettledClaim;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Confirms or releases claims. That needs no room: it makes some. One event loop's. */
final class Settling implements Work {
  private final EventReader reader;
  private final Function<String, Claims.Outcome> settle;

  /** {@code settle}: confirms, or releases, the claim of that name. */
  Settling(EventReader reader, Function<String, Claims.Outcome> settle) {
    this.reader = requireNonNull(reader, "reader");
    this.settle = requireNonNull(settle, "settle");
  }

  @Override public int offersOf(int lines) {
    return 0;
  }

  @Override public List<Piece.Answer> beginLines(
      byte[] bytes, int from, int to, long firstLine, Call call) {
    Buffer out = Buffer.buffer();
    LineEnds.forEach(bytes, from, to, firstLine, (start, end, number) -> {
      try {
        settle(out, reader.readLine(bytes, start, end, reader::claim));
      } catch (MalformedEventException e) {
        Answers.append(out, "MALFORMED", e.onLine(number));
      }
      out.appendByte(LINE_END);
    });
    return List.of(new Piece.Answer(Future.succeededFuture(out), 0));
  }

  @Override public Whole read(byte[] body, int most) {
    List<SettledClaim> claims = new ArrayList<>();
    boolean isArray = reader.read(body, reader::claim, claims::add);
    return new Whole(
        isArray, claims.isEmpty() ? List.of() : List.of(new Claimed(claims, !isArray)));
  }

  /** Claims of a body. */
  private final class Claimed implements Piece {
    private final List<SettledClaim> claims;
    private final boolean isSingle;

    Claimed(List<SettledClaim> claims, boolean isSingle) {
      this.claims = claims;
      this.isSingle = isSingle;
    }

    @Override public int offers() {
      return 0;
    }

    @Override public List<Answer> begin(Call call) {
      Buffer out = Buffer.buffer();
      for (SettledClaim claim : claims) {
        Claims.Outcome outcome = settle(out, claim);
        if (isSingle && !outcome.isSettled()) {
          return List.of(new Answer(Future.failedFuture(problem(outcome)), 0));
        }
        out.appendByte(COMMA);
      }
      return List.of(new Answer(Future.succeededFuture(out), 0));
    }
  }

  private static ProblemException problem(Claims.Outcome outcome) {
    return outcome == Claims.Outcome.UNKNOWN_CLAIM
        ? new ProblemException(ProblemType.UNKNOWN_CLAIM,
            "it was never made here, or its lease is over")
        : new ProblemException(ProblemType.CLAIM_SETTLED,
            "it was confirmed before it should be released, or the other way round");
  }

  private Claims.Outcome settle(Buffer out, SettledClaim settled) {
    Claims.Outcome outcome = settle.apply(settled.claim());
    Answers.appendSettled(out, settled.id(), settled.claim(), outcome);
    return outcome;
  }
}
