package io.bloomtree.state;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.tree.Former;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.TreeIdentity;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a data directory has of a slice, as far as its catalog says. Immutable.
 *
 * @param path of the slice's directory, within the data directory: names it elsewhere here
 * @param epoch the last in which it was used
 * @param plan how its node's filter was cut then
 * @param born in which incarnation the state was created
 * @param incarnation the last that had it
 * @param isClean whether it was shut down; otherwise it is in use, or its process ended
 * @param isLost whether it is without a state that it had once
 * @param lostAt when that was noticed
 * @param settledEpoch the newest epoch in which it knew all that its predecessors knew
 * @param time by its machine's clock, when it was shut down or opened last
 * @param formers the filters that are kept beside its own
 * @param absorbedBy the slice that took over all it kept; empty if none did
 * @param bytes of all its files
 */
public record StateSummary(
    String path, TreeIdentity tree, Endpoint self, int epoch, SlicePlan plan, long born,
    long incarnation, boolean isClean, boolean isLost, OptionalLong lostAt, int settledEpoch,
    long time, List<Former> formers, String absorbedBy, long bytes) {}
