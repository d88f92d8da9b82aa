package io.bloomtree.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostPortTest {
  @ParameterizedTest
  @CsvSource({
    "core-1:5701, core-1, 5701",
    "10.0.0.1:1, 10.0.0.1, 1",
    "a.example_b.com:65535, a.example_b.com, 65535",
    "[::1]:5701, ::1, 5701",
    "[fe80::1%eth0]:80, fe80::1%eth0, 80",
    "[::ffff:10.0.0.1]:80, ::ffff:10.0.0.1, 80",
  })
  void isReadAndWrittenAlike(String text, String host, int port) {
    HostPort address = HostPort.parse(text);

    assertThat(address).isEqualTo(new HostPort(host, port)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "", ":", "a", "a:", ":5701", "a:0", "a:65536", "a:99999", "a:123456", "a:-1", "a:+1", "a:05701",
    "a:b", "a: 1", " a:1", "a b:1", "a/b:1", "-a:1", "é:1", "::1:5701", "[::1]", "[::1]:", "[]:1",
    "[a]:1", "[a:b]:1", "[::1:1", "::1]:1", "[[::1]]:1", "a:1:2", "http://a:1", "a:1\n",
    "a\u0000:1",
    "a:\u0661",
  })
  void isRefused(String text) {
    assertThatThrownBy(() -> HostPort.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test void whatIsNoPortIsRefusedInTheSameWords() {
    assertThatThrownBy(() -> new HostPort("a", 0)).hasMessage("port must be in 1..65535: 0");
    assertThatThrownBy(() -> HostPort.parse("a:65536"))
        .hasMessage("port must be in 1..65535: 65536");
    assertThatThrownBy(() -> new HostPort("a b", 1))
        .hasMessage("host must be a name or an address: host=a b");
  }
}
