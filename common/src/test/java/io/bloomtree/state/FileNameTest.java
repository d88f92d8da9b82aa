package io.bloomtree.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FileNameTest {

  @Test void anyTextIsAFileName() {
    assertThat(FileName.of("clicks-2_x.y")).isEqualTo("clicks-2_x.y");
    assertThat(FileName.of("..")).isEqualTo("%2E.");
    assertThat(FileName.of("a/b\\c d")).isEqualTo("a%2Fb%5Cc%20d");
    assertThat(FileName.of("κλικ")).isEqualTo("%CE%BA%CE%BB%CE%B9%CE%BA");
    assertThat(FileName.of("50%")).isEqualTo("50%25");
  }

  @Test void longNamesStayApart() {
    List<String> names = List.of(
        FileName.of("x".repeat(255)), FileName.of("x".repeat(254)),
        FileName.of("x".repeat(254) + "y"));
    assertThat(names).doesNotHaveDuplicates().allMatch(name -> name.length() < 250);
  }
}
