package io.bloomtree.http;

import static io.bloomtree.http.HttpApi.PATIENCE;
import static java.util.Objects.requireNonNull;

import io.bloomtree.bus.ProcessHealth;
import io.bloomtree.bus.TreeInquiry;
import io.bloomtree.metrics.ProcessMetrics;
import io.bloomtree.topology.HttpSpec;
import io.bloomtree.topology.Network;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Puts the operations of the API on a port. All state is touched on this verticle's context. */
final class HttpVerticle extends VerticleBase {
  private static final int LONGEST_HEADERS = 16 << 10;
  private static final int LONGEST_LINE = 8 << 10;
  private static final int LONGEST_CHUNK = 64 << 10;
  private static final Pattern BROKEN_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");

  private final HttpConfig config;
  private final ServedProcess process;
  private final List<Operation> operations = new ArrayList<>();
  private final Refusals refusals = new Refusals();
  private Calls calls;
  private ProducerRoutes producers;
  private ProcessMetrics metrics;
  private HttpServer server;
  private int port;

  HttpVerticle(HttpConfig config, ServedProcess process) {
    this.config = requireNonNull(config, "config");
    this.process = requireNonNull(process, "process");
  }

  @Override public Future<?> start() {
    HttpSpec spec = config.spec();
    Network network = process.network();
    var connections =
        new Connections(spec.connections(), spec.idle(), System::nanoTime, refusals);
    calls = new Calls(vertx, connections, refusals);
    var bodies = new Bodies(vertx, spec);
    producers = new ProducerRoutes(context, network, process.agent(), spec, bodies);
    var inquiry = new TreeInquiry(vertx, network, PATIENCE);
    var tree = new TreeRoutes(vertx, inquiry, spec, bodies);
    metrics = new ProcessMetrics(
        vertx, network, process.residents(), PATIENCE, refusals::counts);
    var health = new HealthRoutes(
        new ProcessHealth(vertx, network, process.residents(), PATIENCE), metrics, calls);
    operations.addAll(producers.operations());
    operations.addAll(tree.operations());
    operations.addAll(new SketchRoutes(inquiry, spec, bodies).operations());
    operations.addAll(health.operations());
    operations.addAll(new StaticFiles(vertx).operations());
    vertx.setPeriodic(PATIENCE.toMillis(), tick -> producers.forgetOldClaims());
    vertx.setPeriodic(
        Math.min(PATIENCE.toMillis(), spec.idle().toMillis()), tick -> connections.sweep());
    tree.start();
    Router router = router();
    server = vertx.createHttpServer(options(spec))
        .connectionHandler(connections::add)
        .requestHandler(request -> {
          if (isReadable(request)) {
            router.handle(request);
          } else {
            calls.begin(request).refuse(new ProblemException(
                ProblemType.MALFORMED, "the address is not understood"));
          }
        })
        .invalidRequestHandler(this::refuse);
    return server.listen(config.port(), config.host())
        .onSuccess(listening -> port = listening.actualPort());
  }

  @Override public Future<?> stop() {
    metrics.close();
    return Future.succeededFuture();
  }

  private static HttpServerOptions options(HttpSpec spec) {
    var options = new HttpServerOptions()
        .setMaxHeaderSize(LONGEST_HEADERS)
        .setMaxInitialLineLength(LONGEST_LINE)
        .setMaxChunkSize(LONGEST_CHUNK)
        .setHandle100ContinueAutomatically(true)
        // a request that asks to go on in HTTP/2 would be held back whole; with TLS nobody has to
        .setHttp2ClearTextEnabled(false)
        .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
        .setIdleTimeout((int) Math.min(Integer.MAX_VALUE, spec.idle().toMillis()));
    spec.tls().ifPresent(tls -> options.setSsl(true).setUseAlpn(true).setKeyCertOptions(
        new PemKeyCertOptions().setCertPath(tls.cert()).setKeyPath(tls.key())));
    return options;
  }

  private Router router() {
    Router router = Router.router(vertx);
    var guard = new Guard(
        config, HostNames.of(process.network()),
        new RateLimit(config.spec().rate(), System::nanoTime));
    router.route()
        .handler(ctx -> {
          calls.begin(ctx.request()).putInto(ctx);
          guard.protect(ctx);
        })
        .failureHandler(HttpVerticle::fail);
    for (Operation operation : operations) {
      Route route = router.route(operation.method(), operation.route());
      if (hasHead(operation)) {
        route.method(HttpMethod.HEAD);
      }
      route.handler(ctx -> {
        calls.admit(Call.of(ctx), operation.isAlways());
        guard.admit(ctx, operation.access());
      }).handler(operation.handler());
    }
    router.route().last().handler(this::refuseUnknown);
    return router;
  }

  /** A stream has no end that could be measured without sending it. */
  private static boolean hasHead(Operation operation) {
    return operation.method() == HttpMethod.GET && !operation.path().equals("/v1/events");
  }

  private static void fail(RoutingContext ctx) {
    Throwable failure = ctx.failure();
    Reply.problem(ctx, failure == null
        ? new ProblemException(ctx.statusCode() == 404 ? ProblemType.NOT_FOUND
            : ProblemType.MALFORMED, "the request makes no sense: " + ctx.statusCode())
        : failure);
  }

  private void refuseUnknown(RoutingContext ctx) {
    String path = ctx.normalizedPath();
    List<Operation> there = operations.stream()
        .filter(operation -> !operation.path().equals("/{file}") && operation.isAt(path)).toList();
    if (there.isEmpty()) {
      throw new ProblemException(ProblemType.NOT_FOUND, "nothing is at " + path);
    }
    String allowed = there.stream()
        .map(operation -> operation.method() + (hasHead(operation) ? ", HEAD" : ""))
        .collect(Collectors.joining(", "));
    throw new ProblemException(ProblemType.METHOD_NOT_ALLOWED,
        "at " + path + " one can " + allowed).withHeader("Allow", allowed);
  }

  /** Whether the target has an absolute path, and its escapes make sense. */
  private static boolean isReadable(HttpServerRequest request) {
    String path = request.path();
    return path != null && path.startsWith("/")
        && !BROKEN_ESCAPE.matcher(request.uri()).find();
  }

  /** What is no HTTP, or too much of it. */
  private void refuse(HttpServerRequest request) {
    Throwable cause = request.decoderResult().cause();
    ProblemType type = cause instanceof TooLongHttpLineException ? ProblemType.TARGET_TOO_LONG
        : cause instanceof TooLongHttpHeaderException ? ProblemType.HEADERS_TOO_LARGE
        : ProblemType.MALFORMED;
    calls.begin(request).refuse(new ProblemException(type, "the request is not understood")
        .withHeader("Connection", "close"));
    request.connection().close();
  }

  List<Operation> operations() {
    return List.copyOf(operations);
  }

  URI uri() {
    String host = config.host().indexOf(':') < 0 ? config.host() : "[" + config.host() + "]";
    return URI.create(
        (config.spec().tls().isPresent() ? "https" : "http") + "://" + host + ":" + port + "/");
  }

  /**
   * Takes no more requests, but for those that settle claims or ask how the process is; completes
   * when those under way have ended and all claims are settled, or time is up.
   */
  Future<Void> drain() {
    Promise<Void> drained = Promise.promise();
    long patience = process.network().topology().limits().deadline().toMillis();
    context.runOnContext(go -> {
      vertx.setTimer(patience, late -> drained.tryComplete());
      calls.drain();
      // who was told of a claim must get to say how it ended, and to hear the answer
      calls.idle().compose(idle -> producers.claimsSettled())
          .compose(settled -> calls.idle())
          .onComplete(done -> drained.tryComplete());
    });
    return drained.future();
  }
}
