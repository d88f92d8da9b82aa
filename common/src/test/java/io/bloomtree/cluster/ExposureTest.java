package io.bloomtree.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bloomtree.topology.ClusterSpec;
import io.bloomtree.topology.HostPort;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExposureTest {
  private static final Optional<ClusterSpec.Tls> TLS =
      Optional.of(new ClusterSpec.Tls("cert", "key", "ca"));

  private static ClusterSpec cluster(Optional<ClusterSpec.Tls> tls, boolean insecure) {
    return new ClusterSpec(
        List.of(new HostPort("a", 5701)), Map.of(), tls, insecure, Duration.ofSeconds(1));
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({
    "127.0.0.1, LOOPBACK", "127.8.8.8, LOOPBACK", "::1, LOOPBACK",
    "10.0.0.1, PRIVATE", "172.16.0.1, PRIVATE", "192.168.7.7, PRIVATE", "169.254.1.1, PRIVATE",
    "100.64.0.1, PRIVATE", "100.127.0.1, PRIVATE", "fe80::1, PRIVATE", "fd00::1, PRIVATE",
    "100.63.0.1, PUBLIC", "100.128.0.1, PUBLIC", "172.32.0.1, PUBLIC", "8.8.8.8, PUBLIC",
    "0.0.0.0, PUBLIC", "::, PUBLIC", "2001:db8::1, PUBLIC"
  })
  void whoCouldReachAnAddress(String address, Exposure exposure) throws UnknownHostException {
    assertThat(Exposure.of(InetAddress.getByName(address))).isEqualTo(exposure);
  }

  @ParameterizedTest(name = "{0}, tls {1}, insecure {2}: {3}")
  @CsvSource({
    "127.0.0.1, false, false, true", "10.0.0.1, false, false, false",
    "8.8.8.8, false, false, false", "10.0.0.1, true, false, true",
    "8.8.8.8, true, false, false", "10.0.0.1, false, true, true",
    "8.8.8.8, false, true, true", "8.8.8.8, true, true, true"
  })
  void whereAProcessMayListen(String text, boolean tls, boolean insecure, boolean allowed)
      throws UnknownHostException {
    InetAddress address = InetAddress.getByName(text);
    ClusterSpec cluster = cluster(tls ? TLS : Optional.empty(), insecure);

    if (allowed) {
      assertThatCode(() -> Exposure.of(address).requireAllowed(address, cluster))
          .doesNotThrowAnyException();
    } else {
      assertThatThrownBy(() -> Exposure.of(address).requireAllowed(address, cluster))
          .isInstanceOf(ClusterJoinException.class)
          .hasMessageContaining("address=" + text).hasMessageContaining("insecure: true");
    }
  }
}
