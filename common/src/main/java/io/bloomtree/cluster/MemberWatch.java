package io.bloomtree.cluster;

import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import java.util.Optional;

/** Compares each newcomer with this process, and tells the operator. Thread-safe. */
final class MemberWatch implements MembershipListener {
  private final Introduction own;
  private final ClusterLog log;

  MemberWatch(Introduction own, ClusterLog log) {
    this.own = own;
    this.log = log;
  }

  static String said(Member member) {
    return member.getAddress().getHost() + ":" + member.getAddress().getPort();
  }

  /** Whether a member is a producer's. */
  static boolean isAgent(Member member) {
    try {
      return Introduction.from(member.getAttributes()).map(Introduction::isAgent).orElse(true);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  Optional<String> objection(Member member) {
    try {
      return Introduction.from(member.getAttributes()).flatMap(own::objectionTo);
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  @Override public void memberAdded(MembershipEvent event) {
    objection(event.getMember()).ifPresent(reason ->
        log.warn("refused " + said(event.getMember()) + ": " + reason));
  }

  @Override public void memberRemoved(MembershipEvent event) {}
}
