package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {

  @ParameterizedTest
  @CsvSource({"0,0", "4096,4096", "7B,7", "64KiB,65536", "1.5MiB,1572864", "1kB,1000",
    "2MB,2000000", "1GiB,1073741824"})
  void sizesAreReadAsInATopology(String text, long bytes) {
    assertThat(ByteSize.parse(text)).isEqualTo(new ByteSize(bytes));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "MiB", "-1", "1 MiB", "1mib", "1TiB", "1e6", "9999999999"})
  void whatIsNoSizeIsRefused(String text) {
    assertThatThrownBy(() -> ByteSize.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("must be a size like 4096, 64KiB or 1MB: " + text);
  }
}
