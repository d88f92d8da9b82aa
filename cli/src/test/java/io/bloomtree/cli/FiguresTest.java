package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0", "1, 100 %", "0.001, 0.1 %", "0.00099876, 0.0999 %", "0.5, 50 %", "0.12345, 12.3 %",
    "0.0001, 0.01 %", "0.0000999, 1e-4", "0.0000123, 1.2e-5", "1e-12, 1e-12",
    "0.9994, 99.9 %", "0.99951, > 99.9 %", "0.9999999, > 99.9 %",
  })
  void ratesArePercentagesWhileThatIsReadable(double rate, String text) {
    assertThat(Figures.rate(rate)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B", "8, 8 B", "1023, 1023 B", "1024, 1 KiB", "1536, 1.5 KiB", "1048000, 1023 KiB",
    "1048500, 1 MiB", "1826816, 1.74 MiB", "137438953472, 128 GiB",
    "9223372036854775807, 8388608 TiB",
  })
  void sizesAreInPowersOf1024(long bytes, String text) {
    assertThat(Figures.size(bytes)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', value = {
    "1;1", "999;999", "1000;1k", "1500;1.5k", "16384;16,384", "250000;250k", "1250000;1.25M",
    "1234500;1,234,500", "10000000;10M", "1000000000;1G", "1000000000000;1000G",
  })
  void countsAreAsATopologySaysThemIfThatIsExact(long count, String text) {
    assertThat(Figures.count(count)).isEqualTo(text);
  }

  @Test
  void namesBeyondTheFirstAreCounted() {
    assertThat(Figures.names(List.of("a", "b"), 2)).isEqualTo("a, b");
    assertThat(Figures.names(List.of("a", "b", "c", "d"), 2)).isEqualTo("a, b and 2 more");
  }

  @Test
  void controlCharactersDoNotReachTheTerminal() {
    assertThat(Figures.printable("a\u001b[31m\u202eb")).isEqualTo("a?[31m?b");
  }
}
