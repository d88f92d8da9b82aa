package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Describes one of the filters that the sender keeps, so that the receiver may copy it. Immutable.
 *
 * @param round of the request
 * @param count how many filters there are
 * @param pending how many claims and events the sender has yet to hand to the receiver, or, if that
 *     is its parent, to its own other slices
 * @param durable whether the sender's state outlives its process
 * @param born as in a ping
 * @param image the filter that was asked for; empty if there is none
 */
public record ImageFrame(
    long round, int count, int pending, boolean durable, OptionalLong born,
    Optional<Image> image)
    implements Frame {
  /*
   *   0       8
   *   +-------+--------+---------+---------+--------+-------+
   *   | round | count  | pending | durable | born   | image |
   *   | 8     | varint | varint  | 1       | varint |       |
   *   +-------+--------+---------+---------+--------+-------+
   *
   * born as in a ping. The image, 0 or 1 of them, is
   *
   *   +---------+-------+------+--------+--------+--------------+--------+--------------------+
   *   | present | slice | node | epoch  | length | plan         | count  | areas: name, words |
   *   | 1       | 2     | id   | varint | varint | length bytes | varint | text, varint each  |
   *   +---------+-------+------+--------+--------+--------------+--------+--------------------+
   */

  private static final int MIN_AREA_BYTES = 2;

  public ImageFrame {
    Checks.notNegative(count, "count");
    Checks.notNegative(pending, "pending");
    Checks.notNegative(born, "born");
    requireNonNull(image, "image");
  }

  void write(WireWriter out) {
    out.writeLong(round);
    out.writeVarint(count);
    out.writeVarint(pending);
    out.writeBoolean(durable);
    out.writeOptional(born);
    out.writeBoolean(image.isPresent());
    image.ifPresent(one -> one.write(out));
  }

  static ImageFrame read(WireReader in) {
    long round = in.readLong("round");
    int count = in.readNotNegativeInt("count");
    int pending = in.readNotNegativeInt("pending");
    boolean durable = in.readBoolean("durable");
    OptionalLong born = in.readOptional("born");
    Optional<Image> image =
        in.readBoolean("present") ? Optional.of(Image.read(in)) : Optional.empty();
    return new ImageFrame(round, count, pending, durable, born, image);
  }

  /**
   * A filter: its plan, as bytes, and the words it consists of.
   *
   * @param of whose it is, or was
   * @param epoch in which it was
   */
  public record Image(Endpoint of, int epoch, byte[] plan, List<Area> areas) {
    /** So much that the frame fits the lowest limit of a packet. */
    public static final int MAX_BYTES = 6 << 10;

    public Image {
      requireNonNull(of, "of");
      Checks.notNegative(epoch, "epoch");
      plan = plan.clone();
      areas = List.copyOf(areas);
      long bytes = plan.length;
      for (Area area : areas) {
        bytes += area.most();
      }
      if (bytes > MAX_BYTES) {
        throw new IllegalArgumentException(
            "plan and areas must take at most " + MAX_BYTES + " bytes: " + bytes);
      }
    }

    @Override public byte[] plan() {
      return plan.clone();
    }

    private void write(WireWriter out) {
      out.writeShort(of.slice());
      out.writeNodeId(of.node());
      out.writeVarint(epoch);
      out.writeVarint(plan.length);
      out.writeBytes(plan);
      out.writeVarint(areas.size());
      for (Area area : areas) {
        out.writeShortText(area.utf8());
        out.writeVarint(area.words);
      }
    }

    private static Image read(WireReader in) {
      int slice = in.readShort("slice");
      Endpoint of = new Endpoint(in.readNodeId("node"), slice);
      int epoch = in.readNotNegativeInt("epoch");
      byte[] plan = in.readBytes(in.readCount(1, "length of the plan"), "plan");
      var areas = new Area[in.readCount(MIN_AREA_BYTES, "number of areas")];
      for (int i = 0; i < areas.length; i++) {
        String name = in.readShortText("area");
        areas[i] = new Area(name, in.readNotNegative("words"));
      }
      return new Image(of, epoch, plan, List.of(areas));
    }

    @Override public boolean equals(Object other) {
      return other instanceof Image that && of.equals(that.of) && epoch == that.epoch
          && Arrays.equals(plan, that.plan) && areas.equals(that.areas);
    }

    @Override public int hashCode() {
      return 31 * of.hashCode() + Arrays.hashCode(plan);
    }

    @Override public String toString() {
      return "Image[of=" + of + ", epoch=" + epoch + ", areas=" + areas + "]";
    }
  }

  /** Some of a filter's words, by name. */
  public record Area(String name, long words) {
    private static final int MOST_BESIDE_NAME = 10;

    public Area {
      Utf8.encode(name, "area", TreeIdentity.MAX_NAME_BYTES);
      Checks.notNegative(words, "words");
    }

    private byte[] utf8() {
      return Utf8.encode(name, "area", TreeIdentity.MAX_NAME_BYTES);
    }

    private int most() {
      return utf8().length + MOST_BESIDE_NAME;
    }
  }
}
