package io.bloomtree.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each experiment, in its tiny form. Who wins is checked in the tests of each paper. */
class CatalogueTest {
  private static final String NAME = "[a-z0-9]+(-[a-z0-9]+)*";

  static List<Experiment> experiments() {
    return Catalogue.all();
  }

  @Test
  void eachHasANameOfItsOwn() {
    assertThat(experiments()).extracting(Experiment::name)
        .doesNotHaveDuplicates()
        .allMatch(name -> name.matches(NAME));
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void eachFindsSomethingThatCanBeShown(Experiment experiment) {
    Findings findings = experiment.run(Setup.of(Scale.TINY));

    assertThat(findings.setting()).isNotBlank();
    assertThat(findings.tables()).isNotEmpty()
        .allMatch(table -> table.name().matches(NAME))
        .allMatch(table -> !table.rows().isEmpty());
    assertThat(findings.tables()).extracting(DataTable::name).doesNotHaveDuplicates();
    assertThat(findings.plots()).isNotEmpty()
        .allMatch(plot -> plot.name().matches(NAME))
        .allMatch(plot -> plot.series().stream()
            .anyMatch(series -> Arrays.stream(series.y()).anyMatch(Double::isFinite)));
    assertThat(findings.plots()).extracting(Plot::name).doesNotHaveDuplicates();
    assertThat(findings.comparisons()).isNotEmpty();
  }
}
