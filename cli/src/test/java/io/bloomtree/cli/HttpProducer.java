package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A connection by which lines are offered, as fast as the server takes them. What it sends follows
 * from its seed. Its methods wait; the counters are for all threads.
 */
final class HttpProducer implements AutoCloseable {
  private static final int LINES = 200;

  private final long seed;
  private final int keys;
  private final Socket socket;
  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger answered = new AtomicInteger();

  /** {@code keys}: of so many it draws what it offers. */
  HttpProducer(URI api, long seed, int keys) throws IOException {
    this.seed = seed;
    this.keys = keys;
    this.socket = new Socket(api.getHost(), api.getPort());
  }

  int answered() {
    return answered.get();
  }

  /** What it has offered, or tried to. */
  List<String> offered() {
    var random = new Random(seed);
    List<String> offered = new ArrayList<>();
    for (int i = 0; i < sent.get(); i++) {
      offered.add(key(random));
    }
    return offered;
  }

  private String key(Random random) {
    return "k" + random.nextInt(keys);
  }

  /**
   * Offers so many events and ends the stream, unless the server ends it before.
   *
   * @return the keys that were told DISTINCT, in order
   * @throws IOException if an answer is missing, or is not the one that is due
   */
  List<String> run(int events) throws IOException, InterruptedException {
    var writer = new Thread(() -> write(events), "lines of seed " + seed);
    writer.start();
    List<String> distinct = read();
    socket.close(); // whatever the writer is doing
    writer.join();
    return distinct;
  }

  private void write(int events) {
    try {
      Writer out = new BufferedWriter(
          new OutputStreamWriter(socket.getOutputStream(), US_ASCII), 1 << 16);
      out.write("POST /v1/offer HTTP/1.1\r\nHost: localhost\r\n"
          + "Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n");
      var random = new Random(seed);
      for (int id = 0; id < events; ) {
        var lines = new StringBuilder();
        for (int i = 0; i < LINES && id < events; i++) {
          lines.append("{\"id\":").append(id++).append(",\"key\":\"").append(key(random))
              .append("\"}\n");
        }
        sent.set(id);
        out.write(Integer.toHexString(lines.length()) + "\r\n" + lines + "\r\n");
        out.flush();
      }
      out.write("0\r\n\r\n");
      out.flush();
    } catch (IOException ended) {
      // by the server, or by whoever reads
    }
  }

  private List<String> read() throws IOException {
    List<String> distinct = new ArrayList<>();
    var random = new Random(seed);
    var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
    String head = in.readLine();
    if (!"HTTP/1.1 200 OK".equals(head)) {
      throw new IOException("unexpected: " + head);
    }
    while (!in.readLine().isEmpty()) {
      continue; // the other headers
    }
    for (String line = in.readLine(); !"0".equals(line); line = in.readLine()) {
      if (line == null) {
        throw new IOException("the answer has no end after " + answered);
      }
      if (line.startsWith("{")) {
        String key = key(random);
        if (!line.startsWith("{\"id\":" + answered.getAndIncrement() + ",\"decision\":\"D")) {
          throw new IOException("no answer to " + key + ": " + line);
        }
        if (line.contains("\"DISTINCT\"")) {
          distinct.add(key);
        }
      }
    }
    return distinct;
  }

  @Override public void close() throws IOException {
    socket.close();
  }
}
