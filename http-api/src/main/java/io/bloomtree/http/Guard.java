package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.HostAndPort;
import io.vertx.ext.web.RoutingContext;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lets through who may do what he asks for. One event loop's. */
final class Guard {
  /*
   * Without tokens everybody on this machine may do everything, and so could any web page that a
   * browser here shows: by a request across sites, or, after its name was made to point here, by
   * one that looks like its own (DNS rebinding). So without tokens the Host must be an address or
   * a name that the topology has, and a request of a page must be from our page. With tokens neither is
   * needed: no browser sends one by itself.
   */

  private static final Pattern BEARER =
      Pattern.compile("Bearer +([A-Za-z0-9._~+/-]+=*) *", Pattern.CASE_INSENSITIVE);
  private static final Pattern ADDRESS =
      Pattern.compile("localhost|[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[?[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*]?");
  private static final String ROLE = Role.class.getName();

  private final HttpConfig config;
  private final HostNames names;
  private final RateLimit rate;

  Guard(HttpConfig config, HostNames names, RateLimit rate) {
    this.config = requireNonNull(config, "config");
    this.names = requireNonNull(names, "names");
    this.rate = requireNonNull(rate, "rate");
  }

  /** What every answer says to browsers. */
  void protect(RoutingContext ctx) {
    HttpServerResponse response = ctx.response();
    response.putHeader("Content-Security-Policy", "default-src 'self'; img-src 'self' data:; "
            + "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
        .putHeader("X-Content-Type-Options", "nosniff")
        .putHeader("X-Frame-Options", "DENY")
        .putHeader("Referrer-Policy", "no-referrer")
        .putHeader("Cross-Origin-Opener-Policy", "same-origin")
        .putHeader("Cross-Origin-Resource-Policy", "same-origin")
        .putHeader("Cache-Control", "no-store");
    if (config.spec().tls().isPresent()) {
      response.putHeader("Strict-Transport-Security", "max-age=31536000");
    }
    ctx.next();
  }

  /** Refuses who may not use the operation. */
  void admit(RoutingContext ctx, Access access) {
    HttpServerRequest request = ctx.request();
    if (config.tokens().isEmpty()) {
      requireOurs(request, access);
    }
    Optional<Tokens.Bearer> bearer = bearer(request);
    Object client = bearer.<Object>map(it -> it)
        .orElseGet(() -> request.remoteAddress().hostAddress());
    if (!rate.admits(client)) {
      throw new ProblemException(ProblemType.TOO_MANY_REQUESTS,
          "a client may make " + config.spec().rate() + " requests a second")
          .withHeader("Retry-After", "1");
    }
    Role role = config.tokens().isEmpty() ? Role.OPERATOR
        : bearer.map(Tokens.Bearer::role).orElse(null);
    if (access != Access.OPEN) {
      if (role == null) {
        throw unauthorized(request);
      }
      if (!access.isFor(role)) {
        throw new ProblemException(ProblemType.FORBIDDEN,
            "that is for " + access.roles().toString().toLowerCase(Locale.ROOT)
                + ", the token is for a " + role.name().toLowerCase(Locale.ROOT))
            .withHeader("WWW-Authenticate",
                "Bearer realm=\"bloomtree\", error=\"insufficient_scope\"");
      }
    }
    ctx.put(ROLE, role);
    ctx.next();
  }

  /** Whether whoever asks may see keys. */
  static boolean isOperator(RoutingContext ctx) {
    return ctx.get(ROLE) == Role.OPERATOR;
  }

  /** Whether whoever asks may see how the tree is. */
  static boolean mayRead(RoutingContext ctx) {
    Role role = ctx.get(ROLE);
    return role != null && Access.READ.isFor(role);
  }

  private Optional<Tokens.Bearer> bearer(HttpServerRequest request) {
    String header = request.getHeader(HttpHeaders.AUTHORIZATION);
    Matcher matcher = BEARER.matcher(header == null ? "" : header);
    return matcher.matches() ? config.tokens().bearer(matcher.group(1)) : Optional.empty();
  }

  private static ProblemException unauthorized(HttpServerRequest request) {
    boolean hasToken = request.getHeader(HttpHeaders.AUTHORIZATION) != null;
    return new ProblemException(ProblemType.UNAUTHORIZED, hasToken
        ? "the token is not known here" : "send a header Authorization: Bearer TOKEN")
        .withHeader("WWW-Authenticate", "Bearer realm=\"bloomtree\""
            + (hasToken ? ", error=\"invalid_token\"" : ""));
  }

  private void requireOurs(HttpServerRequest request, Access access) {
    HostAndPort asked = request.authority();
    if (asked == null || !ADDRESS.matcher(asked.host()).matches()
        && !asked.host().equalsIgnoreCase(config.host()) && !names.contains(asked.host())) {
      throw new ProblemException(ProblemType.MISDIRECTED,
          "without tokens the host must be localhost, an address, or a host of the topology");
    }
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    if (origin != null && !origin.equalsIgnoreCase(request.scheme() + "://" + asked)) {
      throw new ProblemException(ProblemType.FOREIGN_ORIGIN, "the request is from another site");
    }
    String site = request.getHeader("Sec-Fetch-Site");
    if (access != Access.OPEN && site != null && !site.equals("same-origin")
        && !site.equals("none")) {
      throw new ProblemException(ProblemType.FOREIGN_ORIGIN, "the request is from another site");
    }
  }
}
