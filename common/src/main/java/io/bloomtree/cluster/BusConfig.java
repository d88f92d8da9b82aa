package io.bloomtree.cluster;

import io.bloomtree.topology.ClusterSpec;
import io.bloomtree.topology.HostPort;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What Vert.x is told about the event bus: where it listens, and whom it trusts. */
final class BusConfig {
  private static final long PING_MILLIS = 2_000;
  private static final long PONG_MILLIS = 4_000;
  private static final int CONNECT_MILLIS = 2_000;

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
            .setCertPath(readable("cert", files.cert()))
            .setKeyPath(readable("key", files.key())))
        .setTrustOptions(new PemTrustOptions().addCertPath(readable("ca", files.ca())))
        .setClientAuth(ClientAuth.REQUIRED));
    return options;
  }

  private static String readable(String key, String file) {
    if (!Files.isReadable(Path.of(file))) {
      throw new ClusterJoinException(
          "cluster.tls." + key + " must be a file that can be read: " + file + ", looked for at "
              + Path.of(file).toAbsolutePath().normalize());
    }
    return file;
  }
}
