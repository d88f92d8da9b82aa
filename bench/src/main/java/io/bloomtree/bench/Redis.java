package io.bloomtree.bench;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A Redis server of our own, which forgets when it is closed. Owned by one thread. */
final class Redis implements AutoCloseable {
  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Process server;
  private final int port;

  private Redis(Process server, int port) {
    this.server = server;
    this.port = port;
  }

  /** Starts the {@code redis-server} on the PATH; empty if there is none. */
  static Optional<Redis> start() throws IOException {
    if (!isOnPath("redis-server")) {
      return Optional.empty();
    }
    int port;
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = probe.getLocalPort();
    }
    Process server = new ProcessBuilder(
            "redis-server", "--port", String.valueOf(port), "--bind", "127.0.0.1",
            "--save", "", "--appendonly", "no")
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    // whatever ends this process, it must not leave a server behind
    Runtime.getRuntime().addShutdownHook(new Thread(server::destroy));
    var redis = new Redis(server, port);
    redis.awaitAnswer();
    return Optional.of(redis);
  }

  private static boolean isOnPath(String program) {
    for (String directory : System.getenv("PATH").split(File.pathSeparator)) {
      if (Files.isExecutable(Path.of(directory, program))) {
        return true;
      }
    }
    return false;
  }

  private void awaitAnswer() throws IOException {
    long start = System.nanoTime();
    while (true) {
      try (Connection connection = connect()) {
        connection.ping();
        return;
      } catch (IOException e) {
        if (!server.isAlive() || System.nanoTime() - start > START_NANOS) {
          server.destroy();
          throw new IOException("redis-server does not answer on port " + port, e);
        }
        Thread.onSpinWait();
      }
    }
  }

  Connection connect() throws IOException {
    return new Connection(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  /** Drops every key. */
  void forget() throws IOException {
    try (Connection connection = connect()) {
      connection.flushAll();
    }
  }

  /** Bytes that it has allocated. */
  long usedMemory() throws IOException {
    try (Connection connection = connect()) {
      return connection.usedMemory();
    }
  }

  @Override public void close() {
    server.destroy();
  }

  /** One connection; pipelines as many commands as its caller writes before reading. */
  static final class Connection implements AutoCloseable {
    private static final byte[] BEFORE_KEY = ascii("*6\r\n$3\r\nSET\r\n$16\r\n");
    private static final byte[] AFTER_KEY =
        ascii("\r\n$1\r\n1\r\n$2\r\nNX\r\n$2\r\nEX\r\n$4\r\n3600\r\n");
    private static final byte[] PING = ascii("*1\r\n$4\r\nPING\r\n");
    private static final byte[] FLUSH_ALL = ascii("*1\r\n$8\r\nFLUSHALL\r\n");
    private static final byte[] INFO_MEMORY = ascii("*2\r\n$4\r\nINFO\r\n$6\r\nmemory\r\n");
    private static final String USED_MEMORY = "used_memory:";
    private static final int BUFFER = 1 << 16;

    private final Socket socket;
    private final OutputStream out;
    private final InputStream in;

    private Connection(Socket socket) throws IOException {
      this.socket = socket;
      socket.setTcpNoDelay(true);
      this.out = new BufferedOutputStream(socket.getOutputStream(), BUFFER);
      this.in = new BufferedInputStream(socket.getInputStream(), BUFFER);
    }

    private static byte[] ascii(String text) {
      return text.getBytes(StandardCharsets.US_ASCII);
    }

    private void ping() throws IOException {
      call(PING);
    }

    private void flushAll() throws IOException {
      call(FLUSH_ALL);
    }

    private long usedMemory() throws IOException {
      out.write(INFO_MEMORY);
      out.flush();
      int length = Integer.parseInt(readLine().substring(1));
      String said = new String(in.readNBytes(length), StandardCharsets.US_ASCII);
      return said.lines()
          .filter(line -> line.startsWith(USED_MEMORY))
          .mapToLong(line -> Long.parseLong(line.substring(USED_MEMORY.length())))
          .findFirst()
          .orElseThrow(() -> new IOException("redis-server does not say its memory: " + said));
    }

    private String readLine() throws IOException {
      var line = new StringBuilder();
      for (int next = in.read(); next != '\n'; next = in.read()) {
        if (next < 0) {
          throw new EOFException("redis-server closed the connection");
        }
        line.append((char) next);
      }
      return line.toString().stripTrailing();
    }

    private void call(byte[] command) throws IOException {
      out.write(command);
      out.flush();
      isSimpleString();
    }

    /** {@code SET key 1 NX EX 3600} for each key, all in one pipeline; how many were new. */
    int setIfNew(byte[][] keys, int count) throws IOException {
      for (int i = 0; i < count; i++) {
        out.write(BEFORE_KEY);
        out.write(keys[i]);
        out.write(AFTER_KEY);
      }
      out.flush();
      int fresh = 0;
      for (int i = 0; i < count; i++) {
        fresh += isSimpleString() ? 1 : 0;
      }
      return fresh;
    }

    /** Reads {@code +OK}, or the null that says that the key was there. */
    private boolean isSimpleString() throws IOException {
      int kind = in.read();
      for (int next = in.read(); next != '\n'; next = in.read()) {
        if (next < 0) {
          throw new EOFException("redis-server closed the connection");
        }
      }
      if (kind != '+' && kind != '$') {
        throw new IOException("unexpected reply of redis-server: " + (char) kind);
      }
      return kind == '+';
    }

    @Override public void close() throws IOException {
      socket.close();
    }
  }
}
