package io.bloomtree.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many streams at once, and streams whose clients do not read. */
class StreamsTest {
  private static final int STREAMS = 100;
  private static final int ROUNDS = 4;
  private static final int LINES = 500;
  private static final int KEYS = 60_000;
  /** Far more than sockets and the server hold together. */
  private static final int MANY_BYTES = 100 << 20;
  private static final int STALLED_MILLIS = 2_000;

  /** Its filters err in one of ten thousand such runs. */
  private static final String EXACT = """
      tree: exact
      filter: { expected: 200k, fpp: 1e-9 }
      limits: { key: 1KiB, deadline: 1m, offers: 10k }
      failure: { timeout: 50s, lease: 55s }
      http: { body: 16KiB, streams: 100 }
      root: { slices: { count: 2 } }
      regions:
        - { id: eu, edges: [athens-1, berlin-1] }
      """;

  /** P1, P2: of each key one copy is told DISTINCT, whichever stream it came by. */
  @ParameterizedTest(name = "seed {0}") @ValueSource(longs = 17)
  void ofAHundredStreamsEveryLineIsAnsweredInOrderAndAsASetWould(long seed) throws IOException {
    var random = new Random(seed);
    Set<String> offered = new HashSet<>();
    Set<String> distinct = new HashSet<>();
    List<RawClient> clients = new ArrayList<>();
    try (RunningServer server = RunningServer.start(EXACT, Tokens.none())) {
      try {
        for (int i = 0; i < STREAMS; i++) {
          clients.add(RawClient.stream(server.api().port(), "/v1/offer"));
        }
        for (int round = 0; round < ROUNDS; round++) {
          List<List<String>> sent = new ArrayList<>();
          for (RawClient client : clients) {
            sent.add(send(client, random));
            offered.addAll(sent.get(sent.size() - 1));
          }
          for (int i = 0; i < STREAMS; i++) {
            requireAnswers(clients.get(i), sent.get(i), distinct);
          }
        }
        for (RawClient client : clients) {
          client.chunk("");
          assertThat(client.rest()).isEmpty();
        }
      } finally {
        for (RawClient client : clients) {
          client.close();
        }
      }
      assertThat(distinct).isEqualTo(offered);
      server.awaitOffers((long) STREAMS * ROUNDS * LINES);
    }
  }

  private static List<String> send(RawClient client, Random random) throws IOException {
    List<String> keys = new ArrayList<>();
    var chunk = new StringBuilder();
    for (int line = 0; line < LINES; line++) {
      keys.add("k" + random.nextInt(KEYS));
      chunk.append("{\"id\":").append(line).append(",\"key\":\"").append(keys.get(line))
          .append("\"}\n");
    }
    client.chunk(chunk.toString());
    return keys;
  }

  private static void requireAnswers(
      RawClient client, List<String> keys, Set<String> distinct) throws IOException {
    for (int line = 0; line < LINES; line++) {
      JsonNode answer = RunningServer.json(client.line());
      assertThat(answer.path("id").asInt(-1)).isEqualTo(line);
      if (answer.path("decision").asText().equals("DISTINCT")) {
        assertThat(distinct.add(keys.get(line))).as("told twice: %s", keys.get(line)).isTrue();
      } else {
        assertThat(answer.path("decision").asText()).isEqualTo("DUPLICATE");
      }
    }
  }

  /**
   * The server stops reading, and so the client's writes come to a halt long before all is sent.
   * Once the client reads, all that it has sent is answered.
   */
  @Test void aClientThatDoesNotReadIsNotReadEither() throws IOException {
    try (RunningServer server = RunningServer.start(EXACT, Tokens.none());
        SocketChannel client = SocketChannel.open();
        Selector selector = Selector.open()) {
      client.setOption(StandardSocketOptions.SO_RCVBUF, 64 << 10);
      client.setOption(StandardSocketOptions.SO_SNDBUF, 64 << 10);
      client.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), server.api().port()));
      client.configureBlocking(false);
      client.register(selector, SelectionKey.OP_WRITE);
      write(client, selector, "POST /v1/offer HTTP/1.1\r\nHost: localhost\r\n"
          + "Connection: close\r\nContent-Type: application/x-ndjson\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n");
      String lines = "{\"key\":\"unread\"}\n".repeat(LINES);
      ByteBuffer chunk = ByteBuffer.wrap(
          (Integer.toHexString(lines.length()) + "\r\n" + lines + "\r\n").getBytes(UTF_8));
      long sent = 0;
      int chunks = 0;
      while (sent < MANY_BYTES && isWritable(selector)) {
        sent += client.write(chunk);
        if (!chunk.hasRemaining()) {
          chunk.rewind();
          chunks++;
        }
      }

      assertThat(sent).as("bytes that the server took").isLessThan(MANY_BYTES);

      assertThat(answers(client, selector, chunk)).isEqualTo((chunks + 1L) * LINES);
    }
  }

  private static boolean isWritable(Selector selector) throws IOException {
    selector.selectedKeys().clear();
    return selector.select(STALLED_MILLIS) > 0;
  }

  private static void write(SocketChannel client, Selector selector, String text)
      throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(UTF_8));
    while (bytes.hasRemaining()) {
      isWritable(selector);
      client.write(bytes);
    }
  }

  /** Sends what is left of a chunk and the last one, and counts answers until the server closes. */
  private static long answers(SocketChannel client, Selector selector, ByteBuffer chunk)
      throws IOException {
    ByteBuffer last = ByteBuffer.wrap("0\r\n\r\n".getBytes(UTF_8));
    ByteBuffer in = ByteBuffer.allocate(64 << 10);
    var text = new StringBuilder();
    long answers = 0;
    client.keyFor(selector).interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
    while (true) {
      isWritable(selector);
      client.write(chunk.hasRemaining() ? chunk : last);
      if (!last.hasRemaining()) {
        client.keyFor(selector).interestOps(SelectionKey.OP_READ);
      }
      in.clear();
      if (client.read(in) < 0) {
        return answers;
      }
      text.append(UTF_8.decode(in.flip()));
      int end = text.lastIndexOf("\n") + 1;
      answers += text.substring(0, end).lines().filter(line -> line.contains("decision")).count();
      text.delete(0, end);
    }
  }
}
