package io.bloomtree.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.experiments.Plot.Axis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChartsTest {
  @TempDir private Path directory;

  @Test
  void plotIsWrittenAsSvgAndAsPng() throws IOException {
    var plot = Plot.named("rates", "Rates", Axis.linear("x"), Axis.logarithmic("y"))
        .line("seen", new double[] {1, 2, 3}, new double[] {0, 0.1, 0.01})
        .dashed("computed", new double[] {1, 2, 3}, new double[] {0.2, 0.1, Double.NaN})
        .marks("printed", new double[] {2}, new double[] {0.1})
        .build();
    Path svg = directory.resolve("plot.svg");
    Path png = directory.resolve("plot.png");

    Charts.write(plot, svg, png);

    assertThat(Files.readString(svg)).contains("<svg", "stroke-dasharray");
    assertThat(ImageIO.read(png.toFile()).getWidth()).isGreaterThan(100);
  }

  @Test
  void whatALogarithmicAxisCannotShowIsLeftOut() throws IOException {
    var plot = Plot.named("zeros", "Zeros", Axis.linear("x"), Axis.logarithmic("y"))
        .line("none", new double[] {1}, new double[] {0})
        .line("one", new double[] {1, 2, 3}, new double[] {1, 0, 2})
        .build();
    Path svg = directory.resolve("plot.svg");

    Charts.write(plot, svg, directory.resolve("plot.png"));

    assertThat(Files.readString(svg)).contains("<svg");
  }
}
