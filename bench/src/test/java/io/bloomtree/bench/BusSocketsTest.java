package io.bloomtree.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BusSocketsTest {
  @Test void bothDirectionsOfAllSocketsAreSummed() {
    assertThat(BusSockets.sum("""
        ESTAB 0 0 127.0.0.1:56072 127.0.0.1:23456
        \t bbr rto:204 bytes_sent:1000 bytes_acked:1001 bytes_received:10 segs_out:4
        ESTAB 0 0 127.0.0.1:56073 127.0.0.1:23457
        \t bbr rto:204 bytes_sent:200 bytes_retrans:7 bytes_acked:201 segs_out:4
        """)).isEqualTo(1210);
  }
}
