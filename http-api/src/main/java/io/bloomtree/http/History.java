package io.bloomtree.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.bloomtree.bus.TreeView;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** What happened in the last ten minutes. One event loop's; what it hands out is immutable. */
final class History {
  static final long SPAN_MILLIS = 600_000;

  private static final JsonFactory JSON = new JsonFactory();
  private static final int MOST_SAMPLES = 600;
  private static final int FEWEST_SAMPLES = 60;
  /** Of all samples together: 32 MiB. */
  private static final int MOST_VALUES = 8 << 20;
  private static final List<String> TOTALS =
      List.of("offers", "distinct", "duplicates", "failed", "degraded");
  private static final double ROUNDED = 100;

  private final Deque<Sample> samples = new ArrayDeque<>();
  private final List<String> nodes;
  private final int most;
  private final long leastMillis;
  private TreeView last;

  /** Of a tree with these nodes: the more there are, the longer it is between samples. */
  History(List<String> nodes) {
    this.nodes = List.copyOf(nodes);
    long fitting = MOST_VALUES / Math.max(1, (long) nodes.size() * Sample.FIELDS.size());
    this.most = (int) Math.max(FEWEST_SAMPLES, Math.min(MOST_SAMPLES, fitting));
    // a timer is never quite on time, and half a second early is no reason to wait for the next
    this.leastMillis = SPAN_MILLIS / most - SPAN_MILLIS / most / 2;
  }

  void add(TreeView view) {
    if (last != null && view.at() - last.at() < leastMillis) {
      return;
    }
    if (last != null) {
      samples.add(Sample.of(last, view));
    }
    last = view;
    while (samples.size() > most || !samples.isEmpty()
        && view.at() - samples.element().at() > SPAN_MILLIS) {
      samples.remove();
    }
  }

  /** The oldest first. */
  List<Sample> samples() {
    return List.copyOf(samples);
  }

  /** As JSON; may be called by any thread. */
  byte[] json(List<Sample> shown) {
    var out = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.writeStartArray();
      for (Sample sample : shown) {
        write(json, sample);
      }
      json.writeEndArray();
    } catch (IOException e) {
      throw new AssertionError("memory can be written", e);
    }
    return out.toByteArray();
  }

  private void write(JsonGenerator json, Sample sample) throws IOException {
    json.writeStartObject();
    json.writeNumberField("at", sample.at());
    for (String total : TOTALS) {
      json.writeFieldName(total);
      write(json, sample.total(total));
    }
    json.writeFieldName("p50");
    write(json, sample.p50());
    json.writeFieldName("p99");
    write(json, sample.p99());
    json.writeObjectFieldStart("nodes");
    int width = Sample.FIELDS.size();
    for (int i = 0; i < nodes.size(); i++) {
      json.writeFieldName(nodes.get(i));
      writeNode(json, sample.values(), i * width);
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  /** A node that was away is null; rates that a node does not have are left out. */
  private static void writeNode(JsonGenerator json, float[] values, int from) throws IOException {
    boolean isKnown = false;
    for (int i = 0; i < Sample.FIELDS.size(); i++) {
      if (!Float.isNaN(values[from + i])) {
        if (!isKnown) {
          json.writeStartObject();
          isKnown = true;
        }
        json.writeFieldName(Sample.FIELDS.get(i));
        write(json, values[from + i]);
      }
    }
    if (isKnown) {
      json.writeEndObject();
    } else {
      json.writeNull();
    }
  }

  private static void write(JsonGenerator json, double value) throws IOException {
    if (Double.isNaN(value)) {
      json.writeNull();
    } else if (Math.abs(value) >= ROUNDED || value == 0) {
      json.writeNumber(Math.round(value));
    } else {
      json.writeNumber((float) value);
    }
  }
}
