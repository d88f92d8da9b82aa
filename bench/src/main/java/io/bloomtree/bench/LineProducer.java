package io.bloomtree.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedOutputStream;
import java.io.IOException;
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

  /**
   * Offers about so many events of a load.
   *
   * @param round how many producers have offered as many to the same edge before: a copy is one
   *     of an event that was offered
   */
  LineProducer(int port, TreeRace.Load load, int round, long events) {
    this.port = port;
    this.load = load;
    long unit = 10L * BATCH; // whole batches, whole tens
    this.events = Math.max(1, events / unit) * unit;
    this.first = round * this.events;
  }

  /** Events a second, from the first line to the last answer. */
  double run() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      long start = System.nanoTime();
      CompletableFuture<IOException> sent = CompletableFuture.supplyAsync(() -> send(socket));
      VerdictReader.Verdicts told = new VerdictReader(socket.getInputStream()).read();
      double seconds = (System.nanoTime() - start) / 1e9;
      IOException failure = sent.join();
      if (failure != null) {
        throw failure;
      }
      requireRight(told);
      return events / seconds;
    }
  }

  /** A filter may take a new event for a copy, as rarely as it is sized for; never the reverse. */
  private void requireRight(VerdictReader.Verdicts told) throws IOException {
    long distinct = load.distinct(events);
    if (told.all() != events || told.distinct() > distinct
        || told.distinct() < (1 - 2 * EdgeJvm.FPP) * distinct) {
      throw new IOException(load + ": told DISTINCT=" + told.distinct() + ", DUPLICATE="
          + told.duplicate() + ", offered events=" + events + ", distinct=" + distinct);
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
}
