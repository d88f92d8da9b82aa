package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.bloomtree.edge.EdgeAgent;
import io.bloomtree.tree.Resolution;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;

/** Offers the events of lines in bulks. One event loop's. */
final class OfferLines implements Lines {
  private static final int ANSWER_BYTES = 96;

  private final EdgeAgent agent;
  private final EventReader reader;
  private final Answers answers;

  OfferLines(EdgeAgent agent, EventReader reader, Answers answers) {
    this.agent = requireNonNull(agent, "agent");
    this.reader = requireNonNull(reader, "reader");
    this.answers = requireNonNull(answers, "answers");
  }

  /** A line that is no event, and how many that are come before it. */
  private record Misfit(int before, MalformedEventException why) {}

  @Override public List<Answer> answer(
      byte[] bytes, int from, int to, long firstLine, Client client) {
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
    return List.of(new Answer(
        batch.offer(agent).map(resolutions -> written(batch, resolutions, misfits)),
        batch.size()));
  }

  private Buffer written(Batch batch, List<Resolution> resolutions, List<Misfit> misfits) {
    Buffer out = Buffer.buffer(resolutions.size() * ANSWER_BYTES);
    int misfit = 0;
    for (int i = 0; i <= resolutions.size(); i++) {
      while (misfit < misfits.size() && misfits.get(misfit).before == i) {
        Answers.append(out, "MALFORMED", misfits.get(misfit++).why);
        out.appendByte((byte) '\n');
      }
      if (i < resolutions.size()) {
        answers.append(out, batch.id(i), resolutions.get(i));
        out.appendByte((byte) '\n');
      }
    }
    return out;
  }
}
