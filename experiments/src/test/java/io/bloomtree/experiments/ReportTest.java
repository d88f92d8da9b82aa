package io.bloomtree.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.experiments.Plot.Axis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  @TempDir private Path directory;

  /** Finds what it is told to find. */
  private record Told(String name, Paper paper, Findings findings) implements Experiment {
    @Override public String figures() {
      return "Figure 7";
    }

    @Override public String title() {
      return "Rates <& more>";
    }

    @Override public Findings run(Setup setup) {
      return findings;
    }
  }

  private static Experiment telling(Paper paper, Comparison... comparisons) {
    return new Told("rates", paper, new Findings(
        "Half as large as the paper's.",
        List.of(DataTable.named("seen", "What was seen")
            .column("kind", Unit.TEXT).column("rate", Unit.SHARE)
            .row("plain, \"old\"", 0.125).row("new", 0.5).build()),
        List.of(Plot.named("seen", "Seen", Axis.linear("x"), Axis.linear("y"))
            .line("rate", new double[] {1, 2}, new double[] {0.125, 0.5}).build()),
        List.of(comparisons)));
  }

  private Report report(Experiment experiment, boolean ownStream) throws IOException {
    var report = new Report(directory.resolve("new/place"), "Run in a test.");
    report.add(new Result(
        experiment, experiment.run(Setup.of(Scale.TINY)), ownStream, Duration.ofSeconds(1)));
    return report;
  }

  @Test
  void tablesPlotsAndPageAreWritten() throws IOException {
    Report report = report(telling(Paper.STABLE), false);

    Path files = directory.resolve("new/place/rates");
    assertThat(files.resolve("seen.csv"))
        .hasContent("kind,rate\n\"plain, \"\"old\"\"\",0.125\nnew,0.5");
    assertThat(files.resolve("seen.svg")).isNotEmptyFile();
    assertThat(files.resolve("seen.png")).isNotEmptyFile();
    assertThat(Files.readString(report.index()))
        .contains("Run in a test.", "Stable", "Figure 7", "Rates &lt;&amp; more&gt;",
            "Half as large", "rates/seen.svg", "rates/seen.csv", "12.5 %");
  }

  @Test
  void whatDoesNotReproduceIsRedWithBothNumbers() throws IOException {
    Report report = report(telling(Paper.STABLE,
        Comparison.number("rate", Unit.SHARE, 0.1, 0.3, 0.2, "another stream"),
        Comparison.claim("order", "a before b", "a before b", true, "")), false);

    assertThat(Files.readString(report.index()))
        .contains("class=\"other-row\"", "10 %", "30 %", "does not reproduce", "another stream",
            "1 did not reproduce", "1 reproduced");
  }

  @Test
  void nothingIsRedWhereAllReproduces() throws IOException {
    Report report = report(telling(Paper.STABLE,
        Comparison.claim("order", "a before b", "a before b", true, "")), false);

    assertThat(Files.readString(report.index())).doesNotContain("<tr class=\"other-row\"");
  }

  @Test
  void streamOfOnesOwnIsNotComparedWithThePaper() throws IOException {
    Report report = report(telling(Paper.STABLE,
        Comparison.number("rate", Unit.SHARE, 0.1, 0.3, 0.2, "")), true);

    assertThat(Files.readString(report.index()))
        .contains("stream of your own").doesNotContain("<tr class=\"other-row\"");
  }

  @Test
  void beyondThePapersThereIsNoPaper() throws IOException {
    Report report = report(telling(Paper.BEYOND,
        Comparison.claim("events lost", "3 %", "none", true, "")), false);

    assertThat(Files.readString(report.index()))
        .contains("as promised", "Without it", "1 of 1 are as promised")
        .doesNotContain("<th>The paper", "1 reproduced");
  }
}
