package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** P1 when a producer dies between the verdict and the delivery, and nobody takes its place. */
class DyingProducerTest {

  private static final String SHAPE =
      "root: { slices: { count: 2 }, hosts: [core-1, core-2] }\n";

  @TempDir Path directory;

  @Test
  void eventIsDeliveredByAnotherWhenTheLeaseHasRunOut() throws Exception {
    try (var tree = new ProcessTree(directory, SHAPE, "4s").startWhole()) {
      ChildProcess dying = tree.producer("athens-1");
      var stream = OfferedStream.begin(tree, "dying", dying);
      stream.awaitMore(300);
      int keys = stream.finish();
      Path last = tree.file("last.tsv");
      dying.say("halt dying-" + keys + " " + last);
      assertThat(dying.awaitExit()).isEqualTo(Producer.HALTED);
      var logs = new ArrayList<>(stream.logs());
      logs.add(last);
      assertThat(VerdictCheck.of(logs).report().settled().unsettled()).isEqualTo(1);

      var other = OfferedStream.begin(tree, "dying", tree.producer("boston-1"));
      keys += ClaimStream.BLOCK;
      other.finish(keys);

      logs.addAll(other.logs());
      OfferedStream.assertOnce(keys, logs);
    }
  }
}
