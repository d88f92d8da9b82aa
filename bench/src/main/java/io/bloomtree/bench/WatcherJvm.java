package io.bloomtree.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A process that watches the console's events, as a browser does, and scrapes metrics once a
 * second, as Prometheus does, for the benchmark that started it.
 */
final class WatcherJvm {
  private static final long SCRAPE_MILLIS = 1_000;

  private final AtomicInteger round = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong scrapes = new AtomicLong();
  private volatile CountDownLatch seen = new CountDownLatch(0);

  private WatcherJvm() {}

  public static void main(String[] args) {
    var watcher = new WatcherJvm();
    LineService.run(service -> service
        .on("watch", words -> watcher.watch(Integer.parseInt(words.get(0))))
        .on("leave", words -> watcher.leave()));
  }

  /** Returns when it has seen something: what it costs to begin is not what it costs to go on. */
  private Map<String, Double> watch(int port) throws InterruptedException {
    int now = round.incrementAndGet();
    bytes.set(0);
    scrapes.set(0);
    seen = new CountDownLatch(2);
    begin("events", () -> read(port, "/v1/events", now));
    begin("metrics", () -> {
      while (round.get() == now) {
        read(port, "/metrics", now);
        scrapes.incrementAndGet();
        Thread.sleep(SCRAPE_MILLIS);
      }
    });
    seen.await();
    return Map.of();
  }

  private Map<String, Double> leave() {
    round.incrementAndGet();
    return Map.of("bytes", (double) bytes.get(), "scrapes", (double) scrapes.get());
  }

  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  private static void begin(String name, Work work) {
    Thread thread = new Thread(() -> {
      try {
        work.run();
      } catch (IOException e) {
        // the tree of the round is gone
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void read(int port, String path, int now) throws IOException {
    URL url;
    try {
      url = URI.create("http://127.0.0.1:" + port + path).toURL();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try (InputStream in = url.openStream()) {
      byte[] buffer = new byte[64 << 10];
      for (int read = in.read(buffer); read >= 0 && round.get() == now; read = in.read(buffer)) {
        bytes.addAndGet(read);
        seen.countDown();
      }
    }
  }
}
