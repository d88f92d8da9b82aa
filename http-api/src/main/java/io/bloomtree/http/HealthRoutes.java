package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.bloomtree.bus.HealthStatus;
import io.bloomtree.bus.ProcessHealth;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** How the process is, for those who supervise it. Anybody may ask; who may look is told why. */
final class HealthRoutes {
  private static final int UNAVAILABLE = 503;

  private final ProcessHealth health;

  HealthRoutes(ProcessHealth health) {
    this.health = requireNonNull(health, "health");
  }

  List<Operation> operations() {
    return List.of(
        Operation.get("/health/live", Access.OPEN, ctx -> reply(ctx, health::live)),
        Operation.get("/health/ready", Access.OPEN, ctx -> reply(ctx, health::ready)),
        Operation.get("/health/started", Access.OPEN, ctx -> reply(ctx, health::started)));
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
