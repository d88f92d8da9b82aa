package io.bloomtree.metrics;

import static java.util.Objects.requireNonNull;

import io.bloomtree.bus.Build;
import io.bloomtree.bus.NodeReport;
import io.bloomtree.bus.Resident;
import io.bloomtree.bus.Residents;
import io.bloomtree.topology.Network;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What the slices and agents of this process count, and the process itself, in Prometheus' text
 * format. Thread-safe.
 *
 * <p>Nothing is counted twice: the machines count as they do anyway, and are asked when somebody
 * scrapes.
 */
public final class ProcessMetrics implements AutoCloseable {
  /** What the text is, for HTTP. */
  public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  /** A time in nanoseconds, and a number named as if it were a histogram's count. */
  private static final List<String> MISNAMED = List.of("process.cpu.time", "system.cpu.count");

  private final Vertx vertx;
  private final Network network;
  private final Residents residents;
  private final Duration patience;
  private final Supplier<Map<String, Long>> refusals;
  private final List<Family<?>> families;
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private volatile List<NodeReport> reports = List.of();

  /**
   * @param vertx whose worker threads write the text
   * @param patience how long to wait for a slice or agent; its series are left out then
   * @param refusals what the HTTP API has refused so far, by type; from any thread
   */
  public ProcessMetrics(
      Vertx vertx, Network network, Residents residents, Duration patience,
      Supplier<Map<String, Long>> refusals) {
    this.vertx = requireNonNull(vertx, "vertx");
    this.network = requireNonNull(network, "network");
    this.residents = requireNonNull(residents, "residents");
    this.patience = requireNonNull(patience, "patience");
    this.refusals = requireNonNull(refusals, "refusals");
    this.families = Families.of(network);
    registry.getPrometheusRegistry().register(this::collect);
    MISNAMED.forEach(name ->
        registry.config().meterFilter(MeterFilter.denyNameStartsWith(name)));
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ClassLoaderMetrics().bindTo(registry);
    bindProcessor();
    new UptimeMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    collections.bindTo(registry);
  }

  /** Micrometer's, but those that are misnamed as Prometheus' own clients name them, or nearly. */
  private void bindProcessor() {
    new ProcessorMetrics().bindTo(registry);
    Gauge.builder("system.cpus", Runtime.getRuntime(), Runtime::availableProcessors)
        .description("The number of processors that the Java process may use.")
        .register(registry);
    if (ManagementFactory.getOperatingSystemMXBean()
        instanceof com.sun.management.OperatingSystemMXBean system) {
      FunctionCounter.builder("process.cpu", system, bean -> bean.getProcessCpuTime() / 1e9)
          .baseUnit("seconds")
          .description("Processor time that the Java process has used.")
          .register(registry);
    }
  }

  /** All metrics as they are now. */
  public Future<String> scrape() {
    return residents.report(patience).compose(told -> vertx.executeBlocking(() -> {
      reports = told; // of two who scrape at once, one may see what the other was told
      return registry.scrape();
    }, false));
  }

  private MetricSnapshots collect() {
    List<NodeReport> told = reports;
    List<MetricSnapshot> snapshots = new ArrayList<>();
    families.forEach(family -> snapshots.add(family.snapshot(told)));
    snapshots.add(httpRefusals());
    snapshots.add(up(told));
    snapshots.add(build());
    return new MetricSnapshots(snapshots);
  }

  private MetricSnapshot httpRefusals() {
    var refused = CounterSnapshot.builder().name("bloomtree_http_refusals")
        .help("Requests and connections that the HTTP API refused, by type.");
    refusals.get().forEach((type, count) -> refused.dataPoint(
        CounterSnapshot.CounterDataPointSnapshot.builder()
            .labels(Labels.of("type", type)).value(count).build()));
    return refused.build();
  }

  /** Also of those that have nothing to tell any more. */
  private MetricSnapshot up(List<NodeReport> told) {
    var up = GaugeSnapshot.builder().name("bloomtree_up")
        .help("1 while a slice or agent of this process runs and answers.");
    for (Resident resident : residents.list()) {
      boolean answered =
          told.stream().anyMatch(report -> report.slice().equals(resident.endpoint()));
      up.dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder()
          .labels(Labels.of(
              "node", resident.endpoint().node().value(),
              "slice", Integer.toString(resident.endpoint().slice()),
              "level", Integer.toString(network.place(resident.endpoint().node()).level())))
          .value(answered ? 1 : 0)
          .build());
    }
    return up.build();
  }

  private MetricSnapshot build() {
    return InfoSnapshot.builder().name("bloomtree_build")
        .help("What this process was built from and runs on, and its tree.")
        .dataPoint(InfoSnapshot.InfoDataPointSnapshot.builder()
            .labels(Labels.of(
                "version", Build.version(),
                "java", Runtime.version().toString(),
                "tree", network.topology().tree(),
                "epoch", Integer.toString(network.topology().epoch())))
            .build())
        .build();
  }

  /** Stops listening to the garbage collector. */
  @Override public void close() {
    collections.close();
    registry.close();
  }
}
