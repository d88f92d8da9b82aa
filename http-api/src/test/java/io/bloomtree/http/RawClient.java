package io.bloomtree.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Optional;

/** A client that says what it wants byte by byte. Used by one thread. */
final class RawClient implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;
  private static final int BETWEEN_MILLIS = 50;

  private final Socket socket;
  private final InputStream in;
  /** Of the chunk that is being read; 0 if the next one begins. */
  private int left;
  private boolean hasEnded;

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

  /** Sends a whole request, and reads nothing of its answer. */
  void post(String path, String type, String body) throws IOException {
    send("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + type
        + "\r\nContent-Length: " + body.getBytes(UTF_8).length + "\r\n\r\n" + body);
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

  /** The answer to a request; its body is left out if it says no length. */
  record Answer(int status, String head, String body) {
    Optional<String> header(String name) {
      return head.lines().filter(line -> line.regionMatches(true, 0, name + ":", 0,
          name.length() + 1)).map(line -> line.substring(name.length() + 1).strip()).findFirst();
    }
  }

  Answer answer() throws IOException {
    String head = head();
    var bare = new Answer(Integer.parseInt(head.split(" ")[1]), head, "");
    int length = bare.header("Content-Length").map(Integer::parseInt).orElse(0);
    return new Answer(bare.status, head, new String(in.readNBytes(length), UTF_8));
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
    if (hasEnded) {
      return -1;
    }
    if (left == 0) {
      String size = rawLine();
      if (size.isEmpty()) {
        size = rawLine(); // after the chunk before
      }
      left = Integer.parseInt(size, 16);
      if (left == 0) {
        hasEnded = true;
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

  /** Sends the same text again and again, until the server closes the connection. */
  boolean isClosedWhileSending(String text) throws IOException {
    socket.setSoTimeout(BETWEEN_MILLIS);
    for (int i = 0; i < PATIENCE_MILLIS / BETWEEN_MILLIS; i++) {
      try {
        send(text);
        if (in.read() < 0) {
          return true;
        }
      } catch (SocketTimeoutException nothingCame) {
        // then once more
      } catch (SocketException closed) {
        return true;
      }
    }
    return false;
  }

  /** All that comes until the server closes the connection. */
  String untilClosed() throws IOException {
    return new String(in.readAllBytes(), UTF_8);
  }

  @Override public void close() throws IOException {
    socket.close();
  }
}
