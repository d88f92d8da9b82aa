package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.topology.Topology;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/**
 * A process that produces events at one edge: {@code Producer TOPOLOGY EDGE}. Standard input tells
 * it what to do, a line for each thing; it says on standard output what has happened.
 */
public final class Producer {
  static final int HALTED = 9;

  private static final int PROGRESS_STEP = 100;
  private static final long LOOK_MILLIS = 20;

  private final Vertx vertx = Vertx.vertx();
  private final EdgeAgent agent;
  private final Map<String, ClaimStream> streams = new HashMap<>();

  private Producer(EdgeAgent agent) {
    this.agent = agent;
  }

  public static void main(String[] args) throws Exception {
    ProcessLog.open(System.err, ProcessLog.Detail.OPERATION, ProcessLog.Format.TEXT);
    var topology = Topology.read(Path.of(args[0]));
    var producer = new Producer(await(EdgeAgent.join(topology, args[1])));
    say("ready");
    var commands = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = commands.readLine(); line != null; line = commands.readLine()) {
      producer.obey(line.split(" "));
    }
    await(producer.agent.close());
    System.exit(0);
  }

  private void obey(String[] command) throws IOException {
    switch (command[0]) {
      case "start" -> start(command[1], Long.parseLong(command[2]), Path.of(command[3]));
      case "hold" -> streams.get(command[1]).hold()
          .onSuccess(begun -> say("held " + command[1] + " " + begun));
      case "finish" -> streams.get(command[1]).finish(Integer.parseInt(command[2]))
          .compose(done -> acknowledged())
          .onSuccess(done -> say("done " + command[1]))
          .onFailure(failure -> say("failed " + command[1] + ": " + failure));
      case "halt" -> claimAndHalt(command[1].getBytes(UTF_8), Path.of(command[2]));
      default -> throw new IllegalArgumentException(
          "no such command: " + String.join(" ", command));
    }
  }

  private void start(String prefix, long seed, Path log) throws IOException {
    var stream = new ClaimStream(vertx, agent, prefix, seed, VerdictLog.create(log)).start();
    streams.put(prefix, stream);
    var said = new int[1];
    vertx.setPeriodic(LOOK_MILLIS, tick -> {
      if (stream.ended() >= said[0] + PROGRESS_STEP) {
        said[0] = stream.ended();
        say("progress " + prefix + " " + said[0]);
      }
    });
  }

  /** The process ends between the verdict and the delivery. */
  private void claimAndHalt(byte[] key, Path file) throws IOException {
    VerdictLog log = VerdictLog.create(file);
    agent.claim(key).onComplete(claim -> {
      log.told(Instant.now(), agent.id(), key, claim.verdict());
      Runtime.getRuntime().halt(HALTED);
    }, failure -> say("failed " + failure));
  }

  /** Until then the death of this process would lose what it has confirmed. */
  private Future<Void> acknowledged() {
    Promise<Void> acknowledged = Promise.promise();
    vertx.setPeriodic(LOOK_MILLIS, tick -> agent.report().onSuccess(report -> {
      boolean isIdle = report.tables().stream()
          .allMatch(table -> !table.table().equals("outstanding") || table.size() == 0);
      if (isIdle && vertx.cancelTimer(tick)) {
        acknowledged.complete();
      }
    }));
    return acknowledged.future();
  }

  private static synchronized void say(String line) {
    System.out.println(line);
    System.out.flush();
  }

  private static <T> T await(Future<T> future) throws InterruptedException, ExecutionException {
    return future.toCompletionStage().toCompletableFuture().get();
  }
}
