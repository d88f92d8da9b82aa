package io.bloomtree.bench;

import io.bloomtree.bench.Row.Goal;
import io.bloomtree.bench.TreeRace.Load;
import io.bloomtree.embedded.EmbeddedTree;
import io.bloomtree.http.HttpApi;
import io.bloomtree.http.HttpConfig;
import io.bloomtree.http.ServedProcess;
import java.io.IOException;
import java.util.List;
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
    watched();
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
        double perSecond = new LineProducer(port, load, round * events, events).run();
        if (round >= warmUps) {
          rounds.add(perSecond, OptionalDouble.empty());
        }
      }
    }
    rows.accept(Row.alone("HTTP, lines over one connection, " + load.label(), rounds.ours(),
        "events/s", Goal.atLeast(TARGET, rounds.ours())));
  }

  /** Rounds with and without take turns, and turns in who is first: code gets faster with time. */
  private void watched() throws IOException {
    int warmUps = quick ? 2 : 4;
    int all = warmUps + (quick ? 6 : 14);
    var rounds = new Rounds();
    try (ChildJvm watcher = ChildJvm.start("watcher", WatcherJvm.class)) {
      for (int round = 0; round < all; round++) {
        boolean isAloneFirst = round % 2 == 0;
        double first = isAloneFirst ? race(ALONE) : race(tree -> watch(tree, watcher));
        double second = isAloneFirst ? race(tree -> watch(tree, watcher)) : race(ALONE);
        double watched = isAloneFirst ? second : first;
        double alone = isAloneFirst ? first : second;
        if (round >= warmUps) {
          rounds.add(watched, OptionalDouble.of(alone));
        }
      }
    }
    double ratio = rounds.ratio().orElseThrow();
    rows.accept(new Row(
        "HTTP, tree that is watched and scraped / the same alone, every event distinct",
        rounds.ours(), rounds.peer(), rounds.ratio(), "events/s",
        Goal.atLeast(LEAST_LEFT, ratio)));
  }

  private static double race(TreeRace.Besides besides) throws IOException {
    return new TreeRace(Load.DISTINCT, 2 * Load.DISTINCT.events()).tree(besides);
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
