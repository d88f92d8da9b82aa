package io.bloomtree.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Failure;
import io.bloomtree.tree.Resolution.Verdict;
import io.vertx.core.buffer.Buffer;
import java.util.HashMap;
import java.util.Map;

/** Writes how offers ended, as JSON. Owned by one event loop. */
final class Answers {
  /*
   * Of millions of answers few are different: what a verdict is in JSON is made once. A tree has as
   * many as nodes times decisions times degradations.
   */

  private static final int MOST_KEPT = 10_000;

  private final Map<Resolution, byte[]> written = new HashMap<>();
  private Resolution last;
  private byte[] lastWritten;

  /** Writes an answer, with the event's id if that is not null. */
  void append(Buffer out, byte[] id, Resolution resolution) {
    begin(out, id);
    out.appendBytes(members(resolution)).appendByte((byte) '}');
  }

  /** Writes what the holder of a claim needs to know. */
  void appendClaim(Buffer out, byte[] id, Resolution resolution, String claim, long leaseMillis) {
    begin(out, id);
    out.appendBytes(members(resolution))
        .appendString(",\"claim\":\"" + claim + "\",\"leaseMillis\":" + leaseMillis + "}");
  }

  /** Writes what is wrong with an event. */
  static void append(Buffer out, String failure, MalformedEventException problem) {
    out.appendString("{\"failure\":\"" + failure + "\",\"detail\":" + quoted(problem.getMessage())
        + ",\"line\":" + problem.line() + ",\"column\":" + problem.column() + "}");
  }

  /** Writes how a claim was settled. */
  static void appendSettled(Buffer out, byte[] id, String claim, Claims.Outcome outcome) {
    begin(out, id);
    out.appendString((outcome.isSettled() ? "\"outcome\":\"" : "\"failure\":\"") + outcome
        + "\",\"claim\":" + quoted(claim) + "}");
  }

  private static void begin(Buffer out, byte[] id) {
    out.appendByte((byte) '{');
    if (id != null) {
      out.appendString("\"id\":").appendBytes(id).appendByte((byte) ',');
    }
  }

  private byte[] members(Resolution resolution) {
    if (resolution.equals(last)) {
      return lastWritten;
    }
    if (written.size() >= MOST_KEPT) {
      written.clear();
    }
    last = resolution;
    lastWritten = written.computeIfAbsent(resolution, Answers::written);
    return lastWritten;
  }

  private static byte[] written(Resolution resolution) {
    String text;
    if (resolution instanceof Verdict verdict) {
      text = "\"decision\":\"" + verdict.decision() + "\",\"decidedBy\":\"" + verdict.decidedBy()
          + "\",\"level\":" + verdict.level() + ",\"degradation\":\"" + verdict.degradation()
          + "\"";
    } else {
      Failure failure = (Failure) resolution;
      text = "\"failure\":\"" + failure.reason() + "\",\"reportedBy\":\"" + failure.reportedBy()
          + "\"";
    }
    return text.getBytes(UTF_8);
  }

  private static String quoted(String text) {
    return "\"" + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + "\"";
  }
}
