package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.tree.Resolution;
import io.bloomtree.tree.Resolution.Failure;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;

/** Offers events in bulks. One event loop's. */
final class Offers implements Work {
  private static final int ANSWER_BYTES = 96;

  private final EdgeAgent agent;
  private final EventReader reader;
  private final Answers answers;

  Offers(EdgeAgent agent, EventReader reader, Answers answers) {
    this.agent = requireNonNull(agent, "agent");
    this.reader = requireNonNull(reader, "reader");
    this.answers = requireNonNull(answers, "answers");
  }

  /** A line that is no event, and how many that are come before it. */
  private record Misfit(int before, MalformedEventException why) {}

  @Override public int offersOf(int lines) {
    return lines;
  }

  @Override public List<Piece.Answer> beginLines(
      byte[] bytes, int from, int to, long firstLine, Call call) {
    var batch = new Batch();
    List<Misfit> misfits = new ArrayList<>();
    LineEnds.forEach(bytes, from, to, firstLine, (start, end, number) -> {
      byte[] plain = reader.plainKey(bytes, start, end);
      if (plain != null) {
        batch.add(plain);
        return;
      }
      try {
        batch.add(reader.readLine(bytes, start, end, reader::event));
      } catch (MalformedEventException e) {
        misfits.add(new Misfit(batch.size(), e.onLine(number)));
      }
    });
    return List.of(new Piece.Answer(
        batch.offer(agent).map(resolutions -> lines(batch, resolutions, misfits)),
        batch.size()));
  }

  private Buffer lines(Batch batch, List<Resolution> resolutions, List<Misfit> misfits) {
    Buffer out = Buffer.buffer(resolutions.size() * ANSWER_BYTES);
    int misfit = 0;
    for (int i = 0; i <= resolutions.size(); i++) {
      while (misfit < misfits.size() && misfits.get(misfit).before == i) {
        Answers.append(out, "MALFORMED", misfits.get(misfit++).why);
        out.appendByte(LINE_END);
      }
      if (i < resolutions.size()) {
        answers.append(out, batch.id(i), resolutions.get(i));
        out.appendByte(LINE_END);
      }
    }
    return out;
  }

  @Override public Whole read(byte[] body, int most) {
    List<Batch> batches = new ArrayList<>();
    boolean isArray = reader.read(body, reader::event, event -> {
      if (batches.isEmpty() || batches.get(batches.size() - 1).size() == most) {
        batches.add(new Batch());
      }
      batches.get(batches.size() - 1).add(event);
    });
    return new Whole(isArray,
        batches.stream().<Piece>map(batch -> new Bulk(batch, !isArray)).toList());
  }

  /** Events of a body. */
  private final class Bulk implements Piece {
    private final Batch batch;
    private final boolean isSingle;

    Bulk(Batch batch, boolean isSingle) {
      this.batch = batch;
      this.isSingle = isSingle;
    }

    @Override public int offers() {
      return batch.size();
    }

    @Override public List<Answer> begin(Call call) {
      return List.of(new Answer(batch.offer(agent).map(this::text), batch.size()));
    }

    private Buffer text(List<Resolution> resolutions) {
      Buffer out = Buffer.buffer(resolutions.size() * ANSWER_BYTES);
      for (int i = 0; i < resolutions.size(); i++) {
        if (isSingle) {
          requireVerdict(resolutions.get(i));
        }
        answers.append(out, batch.id(i), resolutions.get(i));
        out.appendByte(COMMA);
      }
      return out;
    }
  }

  /** One event that nobody decided about is a problem; of many, some may be. */
  static void requireVerdict(Resolution resolution) {
    if (resolution instanceof Failure failure) {
      throw new ProblemException(ProblemType.OFFER_FAILED, "the event may be offered again: "
          + failure.reason() + ", reported by " + failure.reportedBy())
          .with("reason", failure.reason())
          .with("reportedBy", failure.reportedBy().value())
          .withHeader("Retry-After", "1");
    }
  }
}
