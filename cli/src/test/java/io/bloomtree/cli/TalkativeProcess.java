package io.bloomtree.cli;

import io.bloomtree.cluster.ClusterLog;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.slf4j.LoggerFactory;

/** A process that speaks in every way there is, then ends: {@code TalkativeProcess FORMAT}. */
public final class TalkativeProcess {

  private TalkativeProcess() {}

  public static void main(String[] args) throws InterruptedException {
    ProcessLog.open(
        System.err, ProcessLog.Detail.OPERATION, ProcessLog.Format.valueOf(args[0]));
    ClusterLog.named("eu").warn("parent root/1 'does' not {0} answer");
    ClusterLog.named("").info("running root/0, é \"quoted\"\tand\nbroken");
    System.getLogger("io.bloomtree").log(
        System.Logger.Level.ERROR, "cannot go on", new IllegalStateException("no\ndisk"));
    Logger.getLogger("org.jdk").log(Level.INFO, "{0} of {1}", new Object[] {1, 2});
    LoggerFactory.getLogger("org.slf").warn("{} of {}", 3, 4);
    LoggerFactory.getLogger("io.netty.channel").warn("a library's");
    LoggerFactory.getLogger("org.slf").debug("too much");
    System.err.println("past the log");
    var thread = new Thread(() -> {
      throw new IllegalArgumentException("uncaught");
    }, "failing");
    thread.start();
    thread.join();
    ClusterLog.named("").info("end");
  }
}
