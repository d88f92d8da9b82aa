package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.bloomtree.http.EventReader.SettledClaim;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.function.Function;

/** Confirms or releases the claims of lines. One event loop's. */
final class SettleLines implements Lines {
  private final EventReader reader;
  private final Function<String, Claims.Outcome> settle;

  /** {@code settle}: confirms, or releases, the claim of that name. */
  SettleLines(EventReader reader, Function<String, Claims.Outcome> settle) {
    this.reader = requireNonNull(reader, "reader");
    this.settle = requireNonNull(settle, "settle");
  }

  @Override public List<Answer> answer(
      byte[] bytes, int from, int to, long firstLine, Client client) {
    Buffer out = Buffer.buffer();
    LineEnds.forEach(bytes, from, to, firstLine, (start, end, number) -> {
      try {
        settle(out, reader.readLine(bytes, start, end, reader::claim));
      } catch (MalformedEventException e) {
        Answers.append(out, "MALFORMED", e.onLine(number));
      }
      out.appendByte((byte) '\n');
    });
    return List.of(new Answer(Future.succeededFuture(out), 0));
  }

  Claims.Outcome settle(Buffer out, SettledClaim settled) {
    Claims.Outcome outcome = settle.apply(settled.claim());
    Answers.appendSettled(out, settled.id(), settled.claim(), outcome);
    return outcome;
  }
}
