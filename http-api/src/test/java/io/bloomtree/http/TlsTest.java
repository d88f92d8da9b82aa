package io.bloomtree.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The API over TLS. */
class TlsTest {
  private static final String PASSWORD = "for-tests";

  @TempDir Path directory;

  private void makeCertificate() throws Exception {
    Path store = directory.resolve("store.p12");
    Process keytool = new ProcessBuilder(
        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
        "-J-XX:TieredStopAtLevel=1", "-genkeypair", "-alias", "a", "-dname", "CN=localhost",
        "-keyalg", "EC", "-groupname", "secp256r1", "-validity", "2", "-storetype", "PKCS12",
        "-ext", "san=ip:127.0.0.1,dns:localhost", "-keystore", store.toString(),
        "-storepass", PASSWORD).redirectErrorStream(true).start();
    keytool.getInputStream().readAllBytes();
    assertThat(keytool.waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    pem("cert.pem", "CERTIFICATE", keys.getCertificate("a").getEncoded());
    pem("key.pem", "PRIVATE KEY", keys.getKey("a", PASSWORD.toCharArray()).getEncoded());
  }

  private void pem(String name, String kind, byte[] der) throws Exception {
    Files.writeString(directory.resolve(name), "-----BEGIN " + kind + "-----\n"
        + Base64.getMimeEncoder().encodeToString(der) + "\n-----END " + kind + "-----\n");
  }

  private String topology() {
    return "{ tree: t, filter: { expected: 1k }, edges: [athens-1], http: { tls: { cert: "
        + directory.resolve("cert.pem") + ", key: " + directory.resolve("key.pem") + " } } }";
  }

  private SSLContext trusting() throws Exception {
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    try (InputStream in = Files.newInputStream(directory.resolve("cert.pem"))) {
      trusted.setCertificateEntry(
          "a", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  @Test void whoTrustsTheCertificateIsServedInHttp2() throws Exception {
    makeCertificate();
    SSLContext context = trusting();

    try (RunningServer server = RunningServer.start(topology(), Tokens.none())) {
      HttpResponse<String> response = HttpClient.newBuilder().sslContext(context).build().send(
          HttpRequest.newBuilder(server.api().uri().resolve("/v1/topology")).build(),
          BodyHandlers.ofString());

      assertThat(server.api().uri().getScheme()).isEqualTo("https");
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
      assertThat(response.headers().map()).containsKey("strict-transport-security");
    }
  }

  /** Pings keep it from being silent, but no request ever comes. */
  @Test void aConnectionOfHttp2WithoutARequestIsClosed() throws Exception {
    makeCertificate();
    byte[] settings = {0, 0, 0, 4, 0, 0, 0, 0, 0};
    byte[] ping = {0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8};
    try (RunningServer server = RunningServer.start(
        topology().replace("tls:", "idle: 500ms, tls:"), Tokens.none());
        var socket = (SSLSocket) trusting().getSocketFactory()
            .createSocket("127.0.0.1", server.api().port())) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"h2"});
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      assertThat(socket.getApplicationProtocol()).isEqualTo("h2");
      socket.setSoTimeout(50);
      socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII));
      socket.getOutputStream().write(settings);

      assertThat(isClosedWhileSending(socket, ping)).isTrue();
    }
  }

  private static boolean isClosedWhileSending(SSLSocket socket, byte[] frame) {
    long end = System.nanoTime() + RunningServer.PATIENCE.toNanos();
    while (System.nanoTime() < end) {
      try {
        socket.getOutputStream().write(frame);
        if (socket.getInputStream().read(new byte[1024]) < 0) {
          return true;
        }
      } catch (SocketTimeoutException nothingCame) {
        // then once more
      } catch (IOException closed) {
        return true;
      }
    }
    return false;
  }

  @Test void filesThatAreMissingAreNamed() {
    assertThatThrownBy(() -> RunningServer.start(topology(), Tokens.none()))
        .hasRootCauseInstanceOf(NoSuchFileException.class)
        .cause().isInstanceOf(HttpStartException.class).hasMessageContaining("cannot speak HTTP");
  }
}
