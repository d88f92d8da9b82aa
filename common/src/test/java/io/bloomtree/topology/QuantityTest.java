package io.bloomtree.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
  @ParameterizedTest
  @CsvSource({"0,0", "500,500", "4k,4000", "10M,10000000", "1.5M,1500000", "1G,1000000000"})
  void isACount(String text, long count) {
    assertThat(Quantity.count(text)).contains(count);
  }

  @ParameterizedTest
  @CsvSource({"4096,4096", "1B,1", "64KiB,65536", "64MiB,67108864", "1GiB,1073741824", "1kB,1000",
      "2MB,2000000", "0.5KiB,512"})
  void isASize(String text, long bytes) {
    assertThat(Quantity.size(text)).contains(bytes);
  }

  @ParameterizedTest
  @CsvSource({"0,0", "999,999", "1000,1k", "1500,1500", "10000000,10M", "7000000000,7G"})
  void aCountIsWrittenWithTheLargestExactUnit(long count, String written) {
    assertThat(Quantity.written(count)).isEqualTo(written);
    assertThat(Quantity.count(written)).contains(count);
  }

  @ParameterizedTest
  @CsvSource({"1000,1000", "1024,1KiB", "67108864,64MiB", "137438953472,128GiB"})
  void aSizeIsWrittenWithTheLargestExactUnit(long bytes, String written) {
    assertThat(Quantity.writtenSize(bytes)).isEqualTo(written);
    assertThat(Quantity.size(written)).contains(bytes);
  }

  @ParameterizedTest
  @CsvSource({"10m,600000", "2s,2000", "1ms,1", "1h30m,5400000", "1d,86400000", "1s500ms,1500",
      "0s,0", "1m1ms,60001"})
  void isATime(String text, long millis) {
    assertThat(Quantity.duration(text)).contains(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "k", "-1", "+1", "1 k", "10K", "10m", "10KiB", "0.5", "1e3",
      "1_000", "0x10", ".5k", "9999999999G", "99999999999999999999", "１"})
  void isNoCount(String text) {
    assertThat(Quantity.count(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "s", "-1s", "1.5s", "1s1s", "30m1h", "1M", "10 s", "1y",
      "3661d", "999999999999d", "1h 30m", "PT1S"})
  void isNoTime(String text) {
    assertThat(Quantity.duration(text)).isEmpty();
  }

  @Test void aTimeIsWrittenAsItIsRead() {
    for (String text : new String[] {"0s", "1ms", "1h30m", "2d1us", "1s500ms"}) {
      assertThat(Quantity.duration(text).map(Quantity::written)).contains(text);
    }
  }
}
