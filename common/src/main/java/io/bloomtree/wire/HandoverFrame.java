package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;

/** Claims that a slice hands to the one that owns them. Immutable. */
public record HandoverFrame(List<HeldClaim> claims) implements BatchFrame {
  /*
   *   +--------+---------+--------------+--------------+
   *   | count  | origins | fingerprints | degradations |
   *   | varint | column  | count x 8    | byte column  |
   *   +--------+---------+--------------+--------------+
   */

  private static final int MIN_ENTRY_BYTES = Long.BYTES + 1;

  public HandoverFrame {
    claims = List.copyOf(claims);
  }

  @Override public int size() {
    return claims.size();
  }

  @Override public HandoverFrame part(int from, int to) {
    return new HandoverFrame(claims.subList(from, to));
  }

  void write(WireWriter out) {
    int count = claims.size();
    var origins = new ArrayList<Origin>(count);
    var fingerprints = new long[count];
    var degradations = new Column.Builder(count);
    for (int i = 0; i < count; i++) {
      HeldClaim claim = claims.get(i);
      origins.add(claim.origin);
      fingerprints[i] = claim.fingerprint;
      degradations.add(claim.degradation.code());
    }
    out.writeVarint(count);
    OriginColumn.write(out, Origins.copyOf(origins));
    out.writeLongs(fingerprints, count);
    ByteColumn.write(out, degradations.build());
  }

  static HandoverFrame read(WireReader in) {
    int count = in.readCount(MIN_ENTRY_BYTES, "number of claims");
    Origins origins = OriginColumn.read(in, count);
    long[] fingerprints = in.readLongs(count, "fingerprints");
    Column degradations = ByteColumn.read(in, count, "degradation");
    var claims = new HeldClaim[count];
    for (int i = 0; i < count; i++) {
      Degradation degradation = Degradation.ofCode((int) degradations.get(i));
      claims[i] = new HeldClaim(fingerprints[i], origins.get(i), degradation);
    }
    return new HandoverFrame(List.of(claims));
  }

  /**
   * One claim, held and not confirmed.
   *
   * @param degradation how well founded the DISTINCT was that its origin was told
   */
  public record HeldClaim(long fingerprint, Origin origin, Degradation degradation) {
    public HeldClaim {
      requireNonNull(degradation, "degradation");
      requireNonNull(origin, "origin");
    }
  }
}
