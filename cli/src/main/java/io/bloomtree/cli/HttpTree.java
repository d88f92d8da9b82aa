package io.bloomtree.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.bloomtree.bus.TreeView;
import io.bloomtree.http.HttpApi;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertPathBuilderException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;

/** A tree as the HTTP API of one of its processes tells it. Thread-safe. */
final class HttpTree implements TreeSource {
  private static final String PATH = "/v1/tree";

  private final HttpClient client;
  private final HttpRequest request;

  /**
   * @param base where the API is: {@code http://127.0.0.1:8080}
   * @param token that lets one look, if one is needed
   * @param authority whose certificates are trusted, as a PEM file; empty: those Java trusts
   * @param patience with the way there and back, beyond what the API waits for silent nodes
   * @throws IOException if there are no certificates in that file
   */
  HttpTree(URI base, Optional<String> token, Optional<Path> authority, Duration patience)
      throws IOException {
    // otherwise a look would time out just when a node hangs
    Duration timeout = patience.plus(HttpApi.PATIENCE);
    HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(timeout);
    if (authority.isPresent()) {
      builder.sslContext(trusting(authority.get()));
    }
    this.client = builder.build();
    HttpRequest.Builder get = HttpRequest.newBuilder(tree(base))
        .timeout(timeout)
        .header("Accept", "application/json");
    token.ifPresent(it -> get.header("Authorization", "Bearer " + it));
    this.request = get.build();
  }

  private static URI tree(URI base) {
    String text = base.toString().replaceAll("/+$", "");
    return URI.create(text.endsWith(PATH) ? text : text + PATH);
  }

  private static SSLContext trusting(Path pem) throws IOException {
    try (InputStream in = Files.newInputStream(pem)) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("authority-" + store.size(), one);
      }
      if (store.size() == 0) {
        throw new IOException("there is no certificate in " + pem);
      }
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException(pem + ": " + e.getMessage(), e);
    }
  }

  @Override public CompletableFuture<TreeView> view() {
    return client.sendAsync(request, BodyHandlers.ofString()).handle((response, failure) -> {
      if (failure != null) {
        Throwable cause = failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause() : failure;
        throw unreachable(reason(cause), cause);
      }
      return read(response);
    });
  }

  private TreeView read(HttpResponse<String> response) {
    if (response.statusCode() == 401) {
      throw unreachable("it wants a token that it knows: --token-file FILE, or BLOOMTREE_TOKEN",
          null);
    }
    if (response.statusCode() != 200) {
      throw unreachable(TreeViewJson.reason(response.body(), response.statusCode()), null);
    }
    try {
      return TreeViewJson.read(response.body());
    } catch (JsonProcessingException e) {
      throw unreachable("what is there is not the API of a tree: " + e.getOriginalMessage(), e);
    }
  }

  /** Of what happens most, Java says nothing, or nothing that helps. */
  private static String reason(Throwable cause) {
    String said = String.valueOf(cause.getMessage());
    if (isDueTo(cause, UnresolvedAddressException.class)) {
      return "there is no such host";
    }
    if (cause instanceof ConnectException) {
      return "nobody listens there, connection refused";
    }
    if (isDueTo(cause, CertPathBuilderException.class)) {
      return "it is certified by nobody who is trusted: --ca FILE names whom to trust";
    }
    if (cause instanceof SSLException && said.contains("SSL message")) {
      return "it speaks no TLS: try http://";
    }
    if (said.contains("header parser received no bytes")) {
      return "it ends the connection without an answer: if it speaks TLS, try https://";
    }
    return said;
  }

  private static boolean isDueTo(Throwable failure, Class<? extends Exception> type) {
    return failure != null && (type.isInstance(failure) || isDueTo(failure.getCause(), type));
  }

  private UnreachableTreeException unreachable(String why, Throwable cause) {
    return new UnreachableTreeException(request.uri() + " does not tell: " + why, cause);
  }

  /** The client has nothing that must be closed. */
  @Override public void close() {}
}
