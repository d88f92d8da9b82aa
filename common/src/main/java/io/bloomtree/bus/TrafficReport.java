package io.bloomtree.bus;

import io.bloomtree.tree.Histogram;

/**
 * What a slice or agent has sent and received since it started, and what is under way. Immutable.
 *
 * @param bytesSent in packets; what the event bus adds to each is not in it
 * @param bytesReceived the same, of packets that it took
 * @param malformedPackets that it could not read, or were too long, and dropped
 * @param floodedPackets dropped because their sender had as many waiting as it may have
 * @param queuedPackets that have arrived and wait for the machine
 * @param framesInFlight that it sent to nodes above it, and that are not wholly answered
 * @param queuedEvents that wait to be sent to nodes above it
 * @param batches how many events its frames of asks had
 */
public record TrafficReport(
    long bytesSent,
    long bytesReceived,
    long packetsSent,
    long packetsReceived,
    long malformedPackets,
    long floodedPackets,
    long queuedPackets,
    int framesInFlight,
    long queuedEvents,
    Histogram batches) {}
