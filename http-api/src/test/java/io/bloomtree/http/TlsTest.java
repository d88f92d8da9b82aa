package io.bloomtree.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
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

  @Test void whoTrustsTheCertificateIsServedInHttp2() throws Exception {
    makeCertificate();
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

  @Test void filesThatAreMissingAreNamed() {
    assertThatThrownBy(() -> RunningServer.start(topology(), Tokens.none()))
        .hasRootCauseInstanceOf(NoSuchFileException.class)
        .cause().isInstanceOf(HttpStartException.class).hasMessageContaining("cannot speak HTTP");
  }
}
