package io.bloomtree.http;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;

/** What was sent is no event, or no claim; says where it stops being one. */
final class MalformedEventException extends Exception {
  private static final long serialVersionUID = 1;

  private final int line;
  private final int column;

  MalformedEventException(String message, int line, int column) {
    // no stack trace: it is the client's doing, and there may be many
    super(message, null, false, false);
    this.line = line;
    this.column = column;
  }

  static MalformedEventException at(JsonParser json, String message) {
    JsonLocation location = json.currentTokenLocation();
    return new MalformedEventException(message, location.getLineNr(), location.getColumnNr());
  }

  static MalformedEventException of(JsonProcessingException e) {
    JsonLocation location = e.getLocation();
    return location == null
        ? new MalformedEventException(e.getOriginalMessage(), 1, 1)
        : new MalformedEventException(
            e.getOriginalMessage(), location.getLineNr(), location.getColumnNr());
  }

  /** The same on a line of a stream, of which it was known only where in the line. */
  MalformedEventException onLine(long number) {
    return new MalformedEventException(
        getMessage(), (int) Math.min(Integer.MAX_VALUE, number), column);
  }

  ProblemException asProblem() {
    return new ProblemException(ProblemType.MALFORMED, getMessage())
        .with("line", line).with("column", column);
  }

  int line() {
    return line;
  }

  int column() {
    return column;
  }
}
