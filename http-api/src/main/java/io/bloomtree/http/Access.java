package io.bloomtree.http;

import java.util.EnumSet;
import java.util.Set;

/** Who may use an operation. */
enum Access {
  /** Anybody, also without a token: what holds no secret, or must be seen to ask for one. */
  OPEN(EnumSet.allOf(Role.class)),
  OFFER(EnumSet.of(Role.PRODUCER, Role.OPERATOR)),
  READ(EnumSet.of(Role.VIEWER, Role.OPERATOR)),
  OPERATE(EnumSet.of(Role.OPERATOR));

  private final Set<Role> roles;

  Access(Set<Role> roles) {
    this.roles = roles;
  }

  boolean isFor(Role role) {
    return roles.contains(role);
  }

  Set<Role> roles() {
    return roles;
  }
}
