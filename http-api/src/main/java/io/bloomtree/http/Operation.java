package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.regex.Pattern;

/**
 * Something that can be asked of a server. Immutable.
 *
 * @param path as OpenAPI writes it, {@code /v1/nodes/{id}}; {@code {path}} at its end is all that
 *     follows
 * @param isAlways whether it is answered even while the process is about to end
 */
record Operation(
    HttpMethod method, String path, Access access, boolean isAlways,
    Handler<RoutingContext> handler) {
  private static final String REST = "{path}";
  private static final Pattern PARAMETER = Pattern.compile("\\{([a-z]+)}");

  Operation {
    requireNonNull(method, "method");
    requireNonNull(path, "path");
    requireNonNull(access, "access");
    requireNonNull(handler, "handler");
  }

  static Operation get(String path, Access access, Handler<RoutingContext> handler) {
    return new Operation(HttpMethod.GET, path, access, false, handler);
  }

  static Operation post(String path, Access access, Handler<RoutingContext> handler) {
    return new Operation(HttpMethod.POST, path, access, false, handler);
  }

  /** The same, answered to the end. */
  Operation always() {
    return new Operation(method, path, access, true, handler);
  }

  /** The path as the router writes it. */
  String route() {
    return path.endsWith(REST)
        ? path.replace(REST, "*") : PARAMETER.matcher(path).replaceAll(":$1");
  }

  boolean isAt(String requested) {
    return requested.matches(PARAMETER.matcher(path).replaceAll("[^/]+"));
  }
}
