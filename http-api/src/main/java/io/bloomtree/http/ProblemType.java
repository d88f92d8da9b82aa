package io.bloomtree.http;

import java.util.Locale;

/** What can be wrong with a request. The names are for programs, and never change. */
enum ProblemType {
  MALFORMED(400, "The request cannot be read"),
  UNAUTHORIZED(401, "A token is needed"),
  FORBIDDEN(403, "The token is for something else"),
  FOREIGN_ORIGIN(403, "Pages of other sites may not do that"),
  NOT_FOUND(404, "There is no such thing"),
  NO_SKETCHES(404, "No sketches configured"),
  UNKNOWN_CLAIM(404, "No such claim is open here"),
  METHOD_NOT_ALLOWED(405, "That cannot be done with it"),
  NOT_ACCEPTABLE(406, "No form of the answer is acceptable"),
  TIMEOUT(408, "The request took too long to arrive"),
  NO_AGENT(409, "No agent runs here"),
  CLAIM_SETTLED(409, "The claim was settled otherwise"),
  TOO_LARGE(413, "The request is too large"),
  TARGET_TOO_LONG(414, "The address is too long"),
  UNSUPPORTED_TYPE(415, "The form of the body is not understood"),
  MISDIRECTED(421, "The request was meant for another host"),
  TOO_MANY_REQUESTS(429, "Too many requests"),
  HEADERS_TOO_LARGE(431, "The headers are too large"),
  INTERNAL(500, "The server failed"),
  OFFER_FAILED(503, "Nobody decided in time"),
  OVERLOADED(503, "The server has as much in hand as it may have"),
  NO_ANSWER(503, "The tree did not answer");

  private static final String PREFIX = "urn:bloomtree:problem:";

  private final int status;
  private final String title;

  ProblemType(int status, String title) {
    this.status = status;
    this.title = title;
  }

  int status() {
    return status;
  }

  String title() {
    return title;
  }

  /** What programs call it. */
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  String uri() {
    return PREFIX + word();
  }
}
