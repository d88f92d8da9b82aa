package io.bloomtree.cluster;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.bloomtree.topology.ClusterSpec;
import io.bloomtree.topology.HostPort;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** What Vert.x is told about the event bus: where it listens, and whom it trusts. */
final class BusConfig {
  private static final long PING_MILLIS = 2_000;
  private static final long PONG_MILLIS = 4_000;
  private static final int CONNECT_MILLIS = 2_000;
  private static final String CERTIFICATE = "CERTIFICATE";
  private static final String PRIVATE_KEY = "PRIVATE KEY";

  private BusConfig() {}

  static EventBusOptions of(
      InetAddress address, int port, Optional<HostPort> advertised, Optional<ClusterSpec.Tls> tls) {
    var options = new EventBusOptions()
        .setHost(address.getHostAddress())
        .setPort(port)
        .setConnectTimeout(CONNECT_MILLIS)
        .setClusterPingInterval(PING_MILLIS)
        .setClusterPingReplyInterval(PONG_MILLIS);
    advertised.ifPresent(at -> options
        .setClusterPublicHost(at.host())
        .setClusterPublicPort(at.port()));
    // trusting everybody is the default of Vert.x
    options.setTrustAll(false);
    tls.ifPresent(files -> options
        .setSsl(true)
        .setKeyCertOptions(new PemKeyCertOptions()
            .setCertPath(pem("cert", files.cert(), CERTIFICATE))
            .setKeyPath(pem("key", files.key(), PRIVATE_KEY)))
        .setTrustOptions(new PemTrustOptions().addCertPath(pem("ca", files.ca(), CERTIFICATE)))
        .setClientAuth(ClientAuth.REQUIRED));
    return options;
  }

  /** Looked at here: what Vert.x says of a file that is none would be taken for bad luck. */
  private static String pem(String key, String file, String content) {
    Path path = Path.of(file);
    if (!Files.isReadable(path)) {
      throw new ClusterJoinException(
          "cluster.tls." + key + " must be a file that can be read: " + file + ", looked for at "
              + path.toAbsolutePath().normalize());
    }
    try (Stream<String> lines = Files.lines(path, ISO_8859_1)) {
      if (lines.noneMatch(line -> line.startsWith("-----BEGIN ") && line.contains(content))) {
        throw new ClusterJoinException(
            "cluster.tls." + key + " must be a PEM file: " + file + " has no line \"-----BEGIN "
                + content + "-----\"");
      }
      return file;
    } catch (IOException | UncheckedIOException e) {
      throw new ClusterJoinException(
          "cluster.tls." + key + " cannot be read: " + file + ": " + e.getMessage(), e);
    }
  }
}
