package io.bloomtree.bench;

import io.bloomtree.bench.Row.Goal;
import io.bloomtree.bench.TreeRace.Load;
import io.bloomtree.embedded.EmbeddedTree;
import io.bloomtree.http.HttpApi;
import io.bloomtree.http.HttpConfig;
import io.bloomtree.http.ServedProcess;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/** What the HTTP API does, and what it costs to be watched. Owned by one thread. */
final class HttpRows {
  private static final double TARGET = 300_000;
  private static final double LEAST_LEFT = 0.95;
  private static final TreeRace.Besides ALONE = tree -> () -> { };

  private final boolean quick;
  private final Consumer<Row> rows;

  HttpRows(boolean quick, Consumer<Row> rows) {
    this.quick = quick;
    this.rows = rows;
  }

  void run() throws IOException {
    for (Load load : List.of(Load.DISTINCT, Load.COPIES_AT_HOME)) {
      sidecar(load);
    }
    try (ChildJvm watcher = ChildJvm.start("watcher", WatcherJvm.class)) {
      for (Load load : Load.values()) {
        watched(load, watcher);
      }
    }
  }

  /** The median of rounds on one connection each; the first ones warm up. */
  private void sidecar(Load load) throws IOException {
    int warmUps = quick ? 2 : 6;
    int all = warmUps + (quick ? 3 : 7);
    long events = load == Load.DISTINCT ? 1_000_000 : 3_000_000;
    var rounds = new Rounds();
    try (ChildJvm edge = ChildJvm.start("edge", EdgeJvm.class)) {
      int port = edge.ask("port").get("port").intValue();
      for (int round = 0; round < all; round++) {
        double perSecond = new LineProducer(port, load, round, events).run();
        if (round >= warmUps) {
          rounds.add(perSecond, OptionalDouble.empty());
        }
      }
    }
    rows.accept(Row.alone("HTTP, lines over one connection, " + load.label(), rounds.ours(),
        "events/s", Goal.atLeast(TARGET, rounds.ours())));
  }

  private void watched(Load load, ChildJvm watcher) throws IOException {
    Rounds rounds = Turns.of(quick).compare(
        () -> race(load, tree -> watch(tree, watcher)), () -> race(load, ALONE));
    double ratio = rounds.ratio().orElseThrow();
    rows.accept(new Row(
        "HTTP, tree watched and scraped / alone, " + load.label(),
        rounds.ours(), rounds.peer(), rounds.ratio(), "events/s",
        Goal.atLeast(LEAST_LEFT, ratio), Optional.of(rounds.spread())));
  }

  /** A round of some seconds, so that there are some samples and scrapes in it. */
  private static double race(Load load, TreeRace.Besides besides) throws IOException {
    long events = switch (load) {
      case DISTINCT, COPIES_AT_HOME, SKEWED_COPIES -> 2 * load.events();
      case COPIES_ANYWHERE -> load.events();
    };
    return new TreeRace(load, events).tree(besides);
  }

  private static TreeRace.Beside watch(EmbeddedTree tree, ChildJvm watcher) throws IOException {
    HttpApi api = HttpApi.start(
        tree.vertx(),
        HttpConfig.onLoopback(0, tree.network().topology().http()),
        ServedProcess.of(tree.network(), tree.residents()))
        .toCompletionStage().toCompletableFuture().join();
    watcher.ask("watch", api.port());
    return () -> {
      if (watcher.ask("leave").get("scrapes") < 1) {
        throw new IOException("nobody scraped: the round was too short");
      }
      api.close().toCompletionStage().toCompletableFuture().join();
    };
  }
}
