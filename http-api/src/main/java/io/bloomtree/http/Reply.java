package io.bloomtree.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.MIMEHeader;
import io.vertx.ext.web.RoutingContext;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Answers requests. Thread-safe: it keeps nothing. */
final class Reply {
  static final String JSON = "application/json";
  static final String NDJSON = "application/x-ndjson";
  static final String PROBLEM = "application/problem+json";
  private static final System.Logger LOG = System.getLogger("io.bloomtree.http");
  private static final ObjectMapper MAPPER = JsonMapper.builder().build();

  private Reply() {}

  static Buffer json(Object value) {
    try {
      return Buffer.buffer(MAPPER.writeValueAsBytes(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot be written as JSON: " + value.getClass(), e);
    }
  }

  /** Answers with JSON when it is there, or with why it is not. */
  static <T> void json(RoutingContext ctx, Future<T> value, Function<T, Object> form) {
    value.map(it -> json(form.apply(it))).onComplete(
        body -> send(ctx, JSON, body), failure -> problem(ctx, failure));
  }

  static void send(RoutingContext ctx, String type, Buffer body) {
    Call call = Call.of(ctx);
    if (!call.isGone() && !ctx.response().ended()) {
      ctx.response().putHeader(HttpHeaders.CONTENT_TYPE, type);
      call.end(body);
    }
  }

  /** Refuses a client that would not understand the answer. */
  static void requireAcceptable(RoutingContext ctx, String type) {
    List<MIMEHeader> accepted = ctx.parsedHeaders().accept();
    String[] parts = type.split("/");
    boolean isAccepted = accepted.isEmpty() || accepted.stream().anyMatch(range ->
        range.weight() > 0 && isIn(range.component(), parts[0])
            && isIn(range.subComponent(), parts[1]));
    if (!isAccepted) {
      throw new ProblemException(ProblemType.NOT_ACCEPTABLE, "the answer is " + type);
    }
  }

  /** What a request says that its body is, without parameters; empty if nothing. */
  static String typeOfBody(RoutingContext ctx) {
    String header = ctx.request().getHeader(HttpHeaders.CONTENT_TYPE);
    return header == null ? "" : header.split(";")[0].strip().toLowerCase(Locale.ROOT);
  }

  /** Refuses a body of another type: forms of other sites' pages are such. */
  static void requireJson(RoutingContext ctx) {
    if (!typeOfBody(ctx).equals(JSON)) {
      throw new ProblemException(ProblemType.UNSUPPORTED_TYPE, "send " + JSON)
          .withHeader("Accept-Post", JSON);
    }
  }

  private static boolean isIn(String range, String part) {
    return range.equals("*") || range.equalsIgnoreCase(part);
  }

  static void problem(RoutingContext ctx, Throwable failure) {
    problem(Call.of(ctx), failure);
  }

  /** Answers with what is wrong. What is not the client's doing is logged, and not told. */
  static void problem(Call call, Throwable failure) {
    if (call.isGone()) {
      return;
    }
    if (failure instanceof ProblemException known) {
      call.refuse(known);
    } else {
      LOG.log(Level.ERROR,
          "failed: " + call.request().method() + " " + call.request().path(), failure);
      call.refuse(new ProblemException(ProblemType.INTERNAL, "its log says why"));
    }
  }
}
