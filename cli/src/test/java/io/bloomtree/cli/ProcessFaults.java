package io.bloomtree.cli;

import io.bloomtree.topology.Network;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * What becomes of a stream when processes of a tree are killed, doubled and restarted in the middle
 * of it: P1, P2 and P3 between real processes.
 */
abstract class ProcessFaults extends SharedProcesses {
  /** Whether what a root slice has lost can concern an event. */
  abstract boolean concerns(Network network, Set<Integer> lost, long fingerprint);

  @Test
  void streamAtTwoEdgesIsDeliveredOnce() throws Exception {
    var stream = begin("two-edges", athens, boston);
    stream.awaitMore(1000);

    OfferedStream.assertOnce(stream.finish(), stream.logs());
  }

  @Test
  void killedRootSlicesLeakAtMostWhatTheyKnew(TestReporter reporter) throws Exception {
    var stream = begin("killed-root", athens);
    ChildProcess region = tree.node("ath-1");
    int before = region.log().size();

    tree.node("core-2").kill();
    region.awaitLog("does not answer", before);
    long atRisk = toldBy("core-2", stream.logs());
    tree.start("core-2");
    region.awaitLog("answers again", before);
    stream.awaitMore(300);
    int keys = stream.finish();
    var again = OfferedStream.begin(tree, "killed-root", boston);
    again.finish(keys);

    var logs = new ArrayList<>(stream.logs());
    logs.addAll(again.logs());
    assertAtLeastOnce(keys, logs, atRisk, reporter);
  }

  /** Of how many events a producer was told that they are distinct by slices of a host. */
  private long toldBy(String host, List<Path> logs) throws BadInputException {
    Network network = tree.network();
    Set<Integer> lost = new HashSet<>();
    network.hostedBy(host).forEach(slice -> lost.add(slice.slice()));
    var keys = new HashSet<Long>();
    for (Path log : logs) {
      VerdictLogReader.read(log, new VerdictReceiver() {
        @Override public void log() {}

        @Override public void torn() {}

        @Override public void entry(VerdictEntry entry) {
          if (entry.told() == VerdictEntry.Told.DISTINCT && !entry.isDegraded()) {
            keys.add(network.topology().keyHash().fingerprint(entry.key()));
          }
        }
      });
    }
    return keys.stream().filter(key -> concerns(network, lost, key)).count();
  }
}
