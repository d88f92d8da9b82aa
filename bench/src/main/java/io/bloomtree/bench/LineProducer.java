package io.bloomtree.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;

/**
 * A producer that sends events as lines over one connection, as fast as it is answered: a socket
 * and as little else as possible. Used once.
 */
final class LineProducer {
  private static final byte[] HEAD = ("POST /v1/offer HTTP/1.1\r\nHost: localhost\r\n"
      + "Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n")
      .getBytes(US_ASCII);
  private static final byte[] LINE = "{\"key\":\"0000000000000000\"}\n".getBytes(US_ASCII);
  private static final int KEY_AT = 8;
  private static final byte[] DIGITS = "0123456789abcdef".getBytes(US_ASCII);
  private static final int BATCH = 512;
  private static final int BUFFER = 256 << 10;

  private final int port;
  private final TreeRace.Load load;
  private final long first;
  private final long events;

  /** Offers so many events of a load, from the given one on. */
  LineProducer(int port, TreeRace.Load load, long first, long events) {
    this.port = port;
    this.load = load;
    this.first = first;
    this.events = events / BATCH * BATCH;
  }

  /** Events a second, from the first line to the last answer. */
  double run() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      long start = System.nanoTime();
      CompletableFuture<IOException> sent = CompletableFuture.supplyAsync(() -> send(socket));
      long answered = receive(socket.getInputStream());
      double seconds = (System.nanoTime() - start) / 1e9;
      IOException failure = sent.join();
      if (failure != null) {
        throw failure;
      }
      if (answered != events) {
        throw new IOException("answers=" + answered + ", events=" + events);
      }
      return events / seconds;
    }
  }

  private IOException send(Socket socket) {
    try {
      OutputStream out = new BufferedOutputStream(socket.getOutputStream(), BUFFER);
      out.write(HEAD);
      byte[] chunk = new byte[BATCH * LINE.length];
      for (int i = 0; i < BATCH; i++) {
        System.arraycopy(LINE, 0, chunk, i * LINE.length, LINE.length);
      }
      byte[] size = (Integer.toHexString(chunk.length) + "\r\n").getBytes(US_ASCII);
      for (long event = first; event < first + events; event += BATCH) {
        for (int i = 0; i < BATCH; i++) {
          writeKey(chunk, i * LINE.length + KEY_AT, load.key(0, event + i));
        }
        out.write(size);
        out.write(chunk);
        out.write('\r');
        out.write('\n');
      }
      out.write("0\r\n\r\n".getBytes(US_ASCII));
      out.flush();
      return null;
    } catch (IOException e) {
      return e;
    }
  }

  private static void writeKey(byte[] chunk, int at, long key) {
    for (int i = 0; i < Long.BYTES * 2; i++) {
      chunk[at + i] = DIGITS[(int) (key >>> 4 * (15 - i)) & 0xF];
    }
  }

  /** Counts answers, which are all that ends with a brace and a line feed, up to the last chunk. */
  private static long receive(InputStream in) throws IOException {
    byte[] buffer = new byte[BUFFER];
    byte[] end = "\r\n0\r\n\r\n".getBytes(US_ASCII);
    int matched = 0;
    long answers = 0;
    byte before = 0;
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      for (int i = 0; i < read; i++) {
        byte b = buffer[i];
        if (b == '\n' && before == '}') {
          answers++;
        }
        matched = b == end[matched] ? matched + 1 : b == end[0] ? 1 : 0;
        if (matched == end.length) {
          return answers;
        }
        before = b;
      }
    }
    throw new IOException("the server closed the connection: answers=" + answers);
  }
}
