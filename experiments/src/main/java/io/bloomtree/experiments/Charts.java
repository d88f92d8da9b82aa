package io.bloomtree.experiments;

import io.bloomtree.experiments.Plot.Look;
import io.bloomtree.experiments.Plot.Series;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws plots. */
final class Charts {
  private static final int WIDTH = 760;
  private static final int HEIGHT = 460;
  /** Told apart by the colour-blind too (Okabe and Ito, "Color Universal Design", 2008). */
  private static final Color[] COLORS = {
      new Color(0x0072B2), new Color(0xD55E00), new Color(0x009E73), new Color(0xCC79A7),
      new Color(0xE69F00), new Color(0x56B4E9), new Color(0x000000), new Color(0x8C6D31)};
  private static final Marker[] MARKERS = {
      SeriesMarkers.CIRCLE, SeriesMarkers.SQUARE, SeriesMarkers.DIAMOND,
      SeriesMarkers.TRIANGLE_UP, SeriesMarkers.CROSS, SeriesMarkers.TRIANGLE_DOWN};
  private static final float[] DASHES = {6, 4};

  private Charts() {}

  /** Writes it as SVG and as PNG. */
  static void write(Plot plot, Path svg, Path png) throws IOException {
    try {
      XYChart chart = chart(plot);
      Files.write(svg, ChartEncoder.getBytes(chart, "svg"));
      Files.write(png, ChartEncoder.getBytes(chart, "png"));
    } catch (InternalError | LinkageError e) {
      throw new IOException("Java cannot draw here; it needs fontconfig and a font (on Debian: "
          + "fontconfig, fonts-dejavu-core): " + e.getMessage(), e);
    }
  }

  private static XYChart chart(Plot plot) {
    XYChart chart = new XYChartBuilder().width(WIDTH).height(HEIGHT).title(plot.title())
        .xAxisTitle(plot.x().label()).yAxisTitle(plot.y().label()).build();
    var styler = chart.getStyler();
    styler.setXAxisLogarithmic(plot.x().isLogarithmic());
    styler.setYAxisLogarithmic(plot.y().isLogarithmic());
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setLegendPosition(LegendPosition.OutsideE);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setChartTitleBoxVisible(false);
    styler.setPlotBorderVisible(false);
    styler.setPlotGridLinesColor(new Color(0xE4E4E4));
    styler.setMarkerSize(6);
    styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 14));
    styler.setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11));
    styler.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
    styler.setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11));
    int index = 0;
    for (Series series : plot.series()) {
      add(chart, plot, series, index++);
    }
    return chart;
  }

  private static void add(XYChart chart, Plot plot, Series series, int index) {
    int[] shown = IntStream.range(0, series.x().length)
        .filter(i -> isShown(plot.x(), series.x()[i]) && isShown(plot.y(), series.y()[i]))
        .toArray();
    if (shown.length == 0) {
      return;
    }
    XYSeries drawn = chart.addSeries(series.name(),
        IntStream.of(shown).mapToDouble(i -> series.x()[i]).toArray(),
        IntStream.of(shown).mapToDouble(i -> series.y()[i]).toArray());
    Color color = COLORS[index % COLORS.length];
    drawn.setLineColor(color);
    drawn.setMarkerColor(color);
    drawn.setMarker(series.look() == Look.DASHED
        ? SeriesMarkers.NONE : MARKERS[index % MARKERS.length]);
    drawn.setLineStyle(switch (series.look()) {
      case LINE -> new BasicStroke(1.8f);
      case DASHED -> new BasicStroke(
          1.6f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, DASHES, 0);
      case MARKS -> new BasicStroke(0);
    });
    if (series.look() == Look.MARKS) {
      drawn.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
    }
  }

  private static boolean isShown(Plot.Axis axis, double value) {
    return Double.isFinite(value) && (!axis.isLogarithmic() || value > 0);
  }
}
