package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One stream that several {@link Producer} processes offer at the same time. Owned by one test. */
final class OfferedStream {
  private final String prefix;
  private final List<ChildProcess> producers;
  private final List<Path> logs = new ArrayList<>();

  private OfferedStream(String prefix, List<ChildProcess> producers) {
    this.prefix = prefix;
    this.producers = producers;
  }

  /** Has the keys with this prefix offered, in an order of its own by each producer. */
  static OfferedStream begin(ProcessTree tree, String prefix, ChildProcess... producers) {
    var stream = new OfferedStream(prefix, List.of(producers));
    for (ChildProcess producer : producers) {
      Path log = tree.file(prefix + "-" + producer.name() + ".tsv");
      stream.logs.add(log);
      producer.say("start " + prefix + " " + stream.logs.size() + " " + log);
    }
    return stream;
  }

  List<Path> logs() {
    return logs;
  }

  /** Waits until each producer has had so many more verdicts. */
  void awaitMore(int offers) {
    producers.forEach(producer -> awaitMore(producer, offers));
  }

  /** Waits until a producer has had so many more verdicts. */
  void awaitMore(ChildProcess producer, int offers) {
    int before = ended(producer);
    await(producer.name() + " goes on").atMost(ChildProcess.PATIENCE).untilAsserted(() ->
        assertThat(ended(producer)).isGreaterThanOrEqualTo(before + offers));
  }

  private int ended(ChildProcess producer) {
    String beginning = "progress " + prefix + " ";
    return producer.out().stream().filter(line -> line.startsWith(beginning))
        .mapToInt(line -> Integer.parseInt(line.substring(beginning.length())))
        .max().orElse(0);
  }

  /** Waits until every producer has a verdict for every key that any of them has begun. */
  int finish() {
    producers.forEach(producer -> producer.say("hold " + prefix));
    int keys = producers.stream()
        .mapToInt(producer -> Integer.parseInt(producer.awaitOut("held " + prefix + " ")))
        .max().orElseThrow();
    finish(keys);
    return keys;
  }

  /** Waits until every producer has a verdict for so many keys. */
  void finish(int keys) {
    producers.forEach(producer -> producer.say("finish " + prefix + " " + keys));
    producers.forEach(producer -> producer.awaitOut("done " + prefix));
  }

  /** What the producers were told so far. */
  CheckReport report() throws BadInputException {
    return VerdictCheck.of(logs).report();
  }

  /**
   * Each key is delivered, and once, save for degraded verdicts: on a machine that is busy with
   * other things a slice may fail to answer in time though nobody has touched it.
   */
  static void assertOnce(int keys, List<Path> logs) throws BadInputException {
    CheckReport report = VerdictCheck.of(logs).report();
    assertThat(report.droppedKeys()).isEmpty();
    assertThat(report.doubledKeys()).isEmpty();
    assertThat(report.keys().delivered()).as("%s", report).isEqualTo(keys);
    assertThat(report.keys().excusedAgain()).as("%s", report)
        .isLessThanOrEqualTo(report.told().degradedDistinct());
  }
}
