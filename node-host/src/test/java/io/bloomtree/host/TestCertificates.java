package io.bloomtree.host;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A private CA and one certificate that it signed, as PEM files. Made with the JDK's keytool. */
record TestCertificates(Path cert, Path key, Path ca) {
  private static final char[] PASSWORD = "for-tests".toCharArray();

  static TestCertificates in(Path directory) {
    try {
      Files.createDirectories(directory);
      Path store = directory.resolve("store.p12");
      keytool(store, "ca", "-ext", "bc:c");
      keytool(store, "node", "-signer", "ca", "-ext", "san=ip:127.0.0.1");
      KeyStore keys = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(store)) {
        keys.load(in, PASSWORD);
      }
      return new TestCertificates(
          pem(directory, "node.crt", "CERTIFICATE", keys.getCertificate("node").getEncoded()),
          pem(directory, "node.key", "PRIVATE KEY", keys.getKey("node", PASSWORD).getEncoded()),
          pem(directory, "ca.crt", "CERTIFICATE", keys.getCertificate("ca").getEncoded()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What a topology says about them. */
  String yaml() {
    return "{ cert: '%s', key: '%s', ca: '%s' }".formatted(cert, key, ca);
  }

  private static void keytool(Path store, String alias, String... more)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
        "-J-XX:TieredStopAtLevel=1", "-genkeypair", "-alias", alias, "-dname", "CN=" + alias,
        "-keyalg", "EC", "-groupname", "secp256r1", "-validity", "2", "-storetype", "PKCS12",
        "-keystore", store.toString(), "-storepass", new String(PASSWORD)));
    command.addAll(List.of(more));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), US_ASCII);
    if (process.waitFor() != 0) {
      throw new IllegalStateException("keytool failed: " + said);
    }
  }

  private static Path pem(Path directory, String name, String kind, byte[] der)
      throws IOException {
    String body = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(der);
    return Files.writeString(directory.resolve(name),
        "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n");
  }
}
