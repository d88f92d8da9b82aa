package io.bloomtree.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerdictReaderTest {
  private static final String HEAD =
      "HTTP/1.1 200 OK\r\ncontent-type: application/x-ndjson\r\ntransfer-encoding: chunked\r\n\r\n";
  private static final String DISTINCT =
      "{\"decision\":\"DISTINCT\",\"decidedBy\":\"root\",\"level\":0,\"degradation\":\"NONE\"}\n";
  private static final String DUPLICATE =
      "{\"decision\":\"DUPLICATE\",\"decidedBy\":\"edge\",\"level\":2,\"degradation\":\"NONE\"}\n";

  private static VerdictReader.Verdicts read(InputStream in) throws IOException {
    return new VerdictReader(in).read();
  }

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(UTF_8));
  }

  private static String chunked(String body, int chunk) {
    var text = new StringBuilder(HEAD);
    for (int from = 0; from < body.length(); from += chunk) {
      String part = body.substring(from, Math.min(body.length(), from + chunk));
      text.append(Integer.toHexString(part.length())).append("\r\n").append(part).append("\r\n");
    }
    return text.append("0\r\n\r\n").toString();
  }

  /** However the network and the server cut it. */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 75, 76, 1_000_000})
  void countsVerdictsOfEitherKind(int cut) throws IOException {
    String body = (DISTINCT + DISTINCT + DUPLICATE).repeat(50) + DUPLICATE;
    InputStream dripping = new ByteArrayInputStream(chunked(body, cut).getBytes(UTF_8)) {
      @Override public synchronized int read(byte[] buffer, int from, int length) {
        return super.read(buffer, from, Math.min(length, cut));
      }

      @Override public int read(byte[] buffer) {
        return read(buffer, 0, buffer.length);
      }
    };

    assertThat(read(dripping)).isEqualTo(new VerdictReader.Verdicts(100, 51));
  }

  @ParameterizedTest
  @ValueSource(strings = {
      "{}\n",
      "{\"failure\":\"HELD\"}\n",
      "{\"decision\":\"DISTINCT\"}\n",
      "{\"decision\":\"MAYBE\",\"decidedBy\":\"root\",\"level\":0,\"degradation\":\"NONE\"}\n",
      "{\"decision\":null,\"decidedBy\":\"root\",\"level\":0,\"degradation\":\"NONE\"}\n",
      "{\"decision\":\"DISTINCT\",\"decidedBy\":\"root\",\"level\":\"0\",\"degradation\":\"NONE\"}\n",
      "{\"decision\":\"DISTINCT\",\"decidedBy\":\"eu\",\"level\":1,\"degradation\":\"PARENT_AWAY\"}\n",
      "DISTINCT}\n",
      "\n",
      "{\"decision\":\"DISTINCT\"",
  })
  void whatIsNoSoundVerdictIsAnError(String line) {
    assertThatThrownBy(() -> read(bytes(chunked(DISTINCT + DUPLICATE + line, 50))))
        .isInstanceOf(IOException.class).hasMessageContaining(line.strip());
  }

  @Test void anAnswerThatIsCutOffIsAnError() {
    String whole = chunked(DISTINCT + DUPLICATE, 100);

    for (int end : new int[] {0, 30, HEAD.length() + 20, whole.length() - 2}) {
      assertThatThrownBy(() -> read(bytes(whole.substring(0, end))))
          .isInstanceOf(IOException.class).hasMessageContaining("closed the connection");
    }
  }

  @Test void aRefusalIsAnError() {
    assertThatThrownBy(() -> read(bytes("HTTP/1.1 503 Service Unavailable\r\n\r\n")))
        .isInstanceOf(IOException.class).hasMessageContaining("503");
  }
}
