package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.Map;

/** A request that is answered with a problem (RFC 9457). */
final class ProblemException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final ProblemType type;
  /** What programs may want to know; not serialized. */
  private final transient Map<String, Object> members = new LinkedHashMap<>();
  private final transient Map<String, String> headers = new LinkedHashMap<>();

  ProblemException(ProblemType type, String detail) {
    // no stack trace: it is the client's doing
    super(detail, null, false, false);
    this.type = requireNonNull(type, "type");
  }

  ProblemException with(String member, Object value) {
    members.put(member, value);
    return this;
  }

  ProblemException withHeader(String name, String value) {
    headers.put(name, value);
    return this;
  }

  ProblemType type() {
    return type;
  }

  Map<String, String> headers() {
    return headers;
  }

  /** As JSON has it. */
  Map<String, Object> body() {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("type", type.uri());
    body.put("title", type.title());
    body.put("status", type.status());
    body.put("detail", getMessage());
    body.putAll(members);
    return body;
  }
}
