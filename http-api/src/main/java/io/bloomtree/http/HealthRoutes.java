package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.bloomtree.bus.HealthStatus;
import io.bloomtree.bus.ProcessHealth;
import io.bloomtree.metrics.ProcessMetrics;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * How the process is, for those who supervise it: anybody may ask, and who may look is told why.
 * And its metrics. One event loop's.
 */
final class HealthRoutes {
  private static final int UNAVAILABLE = 503;

  private final ProcessHealth health;
  private final ProcessMetrics metrics;
  private final Calls calls;

  HealthRoutes(ProcessHealth health, ProcessMetrics metrics, Calls calls) {
    this.health = requireNonNull(health, "health");
    this.metrics = requireNonNull(metrics, "metrics");
    this.calls = requireNonNull(calls, "calls");
  }

  List<Operation> operations() {
    return List.of(
        Operation.get("/metrics", Access.READ, this::scrape).always(),
        Operation.get("/health/live", Access.OPEN, ctx -> reply(ctx, health::live)).always(),
        Operation.get("/health/ready", Access.OPEN, ctx -> reply(ctx, this::ready)).always(),
        Operation.get("/health/started", Access.OPEN, ctx -> reply(ctx, health::started))
            .always());
  }

  /** What is about to end still lives: nobody must restart it, nor send it work. */
  private Future<HealthStatus> ready() {
    return health.ready().map(status -> calls.isDraining() ? draining(status) : status);
  }

  private static HealthStatus draining(HealthStatus status) {
    List<HealthStatus.Check> checks = new ArrayList<>(status.checks());
    checks.add(new HealthStatus.Check("stays", false, "the process is about to end"));
    return new HealthStatus(false, checks);
  }

  private void scrape(RoutingContext ctx) {
    metrics.scrape().onComplete(
        text -> Reply.send(ctx, ProcessMetrics.CONTENT_TYPE, Buffer.buffer(text)),
        failure -> Reply.problem(ctx, failure));
  }

  private static void reply(RoutingContext ctx, Supplier<Future<HealthStatus>> status) {
    Reply.json(ctx, status.get(), found -> {
      if (!found.up()) {
        ctx.response().setStatusCode(UNAVAILABLE);
      }
      return Guard.mayRead(ctx) ? found : Map.of("up", found.up());
    });
  }
}
