package io.bloomtree.metrics;

import static java.util.Objects.requireNonNull;

import io.bloomtree.bus.NodeReport;
import io.bloomtree.tree.Histogram;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * One metric: its name, what it means, and what of the reports it shows. Immutable.
 *
 * @param name without the suffix {@code _total} of counters
 * @param labels the names of its labels
 * @param points gives the label values and the value of each series that a report has
 */
record Family<V>(
    Kind<V> kind, String name, String help, List<String> labels, Points<V> points) {
  Family {
    requireNonNull(kind, "kind");
    labels = List.copyOf(labels);
  }

  /** Reads the series of one report. */
  @FunctionalInterface
  interface Points<V> {
    /** {@code series}: takes the values of the labels, and the value. */
    void read(NodeReport report, BiConsumer<List<String>, V> series);
  }

  /** What a metric is to Prometheus. */
  interface Kind<V> {
    MetricSnapshot snapshot(String name, String help, List<Series<V>> series);
  }

  record Series<V>(Labels labels, V value) {}

  /** Only ever grows while its process runs. */
  static final Kind<Long> COUNTER = new Kind<>() {
    @Override public MetricSnapshot snapshot(
        String name, String help, List<Series<Long>> series) {
      var counter = CounterSnapshot.builder().name(name).help(help);
      series.forEach(one -> counter.dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder()
          .labels(one.labels).value(one.value).build()));
      return counter.build();
    }
  };

  /** Goes up and down. */
  static final Kind<Double> GAUGE = new Kind<>() {
    @Override public MetricSnapshot snapshot(
        String name, String help, List<Series<Double>> series) {
      var gauge = GaugeSnapshot.builder().name(name).help(help);
      series.forEach(one -> gauge.dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder()
          .labels(one.labels).value(one.value).build()));
      return gauge.build();
    }
  };

  /**
   * How values are distributed.
   *
   * @param unit how large one of the histogram's is in the metric's
   * @param least bounds below it are left out: they are too fine for anybody to ask for
   */
  static Kind<Histogram> histogram(double unit, long least) {
    return new Kind<>() {
      @Override public MetricSnapshot snapshot(
          String name, String help, List<Series<Histogram>> series) {
        var snapshot = HistogramSnapshot.builder().name(name).help(help);
        series.forEach(one -> snapshot.dataPoint(
            HistogramSnapshot.HistogramDataPointSnapshot.builder()
                .labels(one.labels)
                .classicHistogramBuckets(buckets(one.value, unit, least))
                .sum(one.value.sum() * unit)
                .build()));
        return snapshot.build();
      }
    };
  }

  /** Those whose bounds are powers of two: the others are for who computes percentiles here. */
  private static ClassicHistogramBuckets buckets(Histogram values, double unit, long least) {
    var buckets = ClassicHistogramBuckets.builder();
    long count = 0;
    for (int i = 0; i < values.upTo().size(); i++) {
      long bound = values.upTo().get(i);
      count += values.counts().get(i);
      if (bound >= least && Long.bitCount(bound) == 1) {
        buckets.bucket(bound * unit, count);
        count = 0;
      }
    }
    return buckets.bucket(Double.POSITIVE_INFINITY, count + values.over()).build();
  }

  /** What the reports say of it. */
  MetricSnapshot snapshot(List<NodeReport> reports) {
    List<Series<V>> series = new ArrayList<>();
    for (NodeReport report : reports) {
      points.read(report, (values, value) ->
          series.add(new Series<>(Labels.of(labels, values), value)));
    }
    return kind.snapshot(name, help, series);
  }
}
