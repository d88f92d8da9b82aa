package io.bloomtree.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;

/** A client that says what it wants byte by byte. Used by one thread. */
final class RawClient implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;

  private final Socket socket;
  private final InputStream in;
  /** Of the chunk that is being read; 0 if the next one begins. */
  private int left;

  RawClient(int port) throws IOException {
    this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  /** One that has begun to send lines, and has read the head of the answer. */
  static RawClient stream(int port, String path) throws IOException {
    var client = new RawClient(port);
    client.send("POST " + path + " HTTP/1.1\r\nHost: localhost\r\n"
        + "Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n");
    String head = client.head();
    if (!head.startsWith("HTTP/1.1 200")) {
      throw new IOException(head);
    }
    return client;
  }

  void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(UTF_8));
    socket.getOutputStream().flush();
  }

  /** An empty one is the last. */
  void chunk(String text) throws IOException {
    send(Integer.toHexString(text.getBytes(UTF_8).length) + "\r\n" + text + "\r\n");
  }

  /** All up to the empty line after the headers. */
  String head() throws IOException {
    var head = new ByteArrayOutputStream();
    while (!head.toString(UTF_8).endsWith("\r\n\r\n")) {
      int b = in.read();
      if (b < 0) {
        return head.toString(UTF_8);
      }
      head.write(b);
    }
    return head.toString(UTF_8);
  }

  /** The next line of a body in chunks, whatever chunks it is in; null at its end. */
  String line() throws IOException {
    var line = new ByteArrayOutputStream();
    for (int b = next(); b >= 0; b = next()) {
      if (b == '\n') {
        return line.toString(UTF_8);
      }
      line.write(b);
    }
    return line.size() == 0 ? null : line.toString(UTF_8);
  }

  private int next() throws IOException {
    if (left == 0) {
      String size = rawLine();
      if (size.isEmpty()) {
        size = rawLine(); // after the chunk before
      }
      left = Integer.parseInt(size, 16);
      if (left == 0) {
        return -1;
      }
    }
    left--;
    return in.read();
  }

  private String rawLine() throws IOException {
    var line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new IOException("the server closed the connection");
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(UTF_8);
  }

  /** What is left of the body. */
  String rest() throws IOException {
    var rest = new StringBuilder();
    for (String line = line(); line != null; line = line()) {
      rest.append(line).append('\n');
    }
    return rest.toString();
  }

  /** All that comes until the server closes the connection. */
  String untilClosed() throws IOException {
    return new String(in.readAllBytes(), UTF_8);
  }

  @Override public void close() throws IOException {
    socket.close();
  }
}
