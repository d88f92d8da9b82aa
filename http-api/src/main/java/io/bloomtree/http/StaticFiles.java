package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The console's files, and the libraries it needs, from the class path. One event loop's. */
final class StaticFiles {
  private static final String CONSOLE = "io/bloomtree/http/console/";
  private static final String LIBRARIES = "META-INF/resources/webjars/";
  private static final Pattern SEGMENTS =
      Pattern.compile("[A-Za-z0-9_@-][A-Za-z0-9._@-]*(/[A-Za-z0-9_@-][A-Za-z0-9._@-]*)*");
  private static final Pattern LIBRARY = Pattern.compile("([^/]+)/(.+)");
  private static final List<String> GROUPS = List.of("org.webjars.npm", "org.webjars");
  private static final Map<String, String> TYPES = Map.of(
      "html", "text/html; charset=utf-8",
      "css", "text/css; charset=utf-8",
      "js", "text/javascript; charset=utf-8",
      "mjs", "text/javascript; charset=utf-8",
      "svg", "image/svg+xml",
      "png", "image/png",
      "json", "application/json",
      "map", "application/json",
      "woff2", "font/woff2",
      "yaml", "application/yaml");

  private final Vertx vertx;
  private final Map<String, File> known = new LinkedHashMap<>();

  private record File(Buffer bytes, String tag, String type) {}

  StaticFiles(Vertx vertx) {
    this.vertx = requireNonNull(vertx, "vertx");
  }

  List<Operation> operations() {
    return List.of(
        Operation.get("/", Access.OPEN, ctx -> send(ctx, CONSOLE + "index.html")),
        Operation.get("/openapi.yaml", Access.OPEN,
            ctx -> send(ctx, "io/bloomtree/http/openapi.yaml")),
        Operation.get("/lib/{path}", Access.OPEN, ctx -> {
          String path = ctx.normalizedPath().substring("/lib/".length());
          send(ctx, SEGMENTS.matcher(path).matches() ? LIBRARIES + path : "");
        }),
        Operation.get("/{file}", Access.OPEN, ctx -> {
          String path = ctx.normalizedPath().substring(1);
          send(ctx, SEGMENTS.matcher(path).matches() ? CONSOLE + path : "");
        }));
  }

  private void send(RoutingContext ctx, String resource) {
    if (known.containsKey(resource)) {
      send(ctx, known.get(resource));
      return;
    }
    vertx.executeBlocking(() -> load(resource)).onComplete(
        file -> {
          if (file.isEmpty()) {
            Reply.problem(ctx, new ProblemException(
                ProblemType.NOT_FOUND, "nothing is at " + ctx.normalizedPath()));
          } else {
            known.put(resource, file.get()); // no more than the class path has
            send(ctx, file.get());
          }
        },
        failure -> Reply.problem(ctx, failure));
  }

  private static void send(RoutingContext ctx, File file) {
    ctx.response()
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-cache")
        .putHeader(HttpHeaders.ETAG, file.tag);
    if (file.tag.equals(ctx.request().getHeader(HttpHeaders.IF_NONE_MATCH))) {
      ctx.response().setStatusCode(304);
      Call.of(ctx).end(Buffer.buffer());
    } else {
      Reply.send(ctx, file.type, file.bytes);
    }
  }

  private static Optional<File> load(String resource) {
    Optional<byte[]> bytes = read(resource).or(() -> read(versioned(resource)));
    String extension = resource.substring(resource.lastIndexOf('.') + 1);
    return bytes.filter(it -> TYPES.containsKey(extension))
        .map(it -> new File(Buffer.buffer(it), tag(it), TYPES.get(extension)));
  }

  /** A WebJar has its version in its paths; pages need not know it. */
  private static String versioned(String resource) {
    if (!resource.startsWith(LIBRARIES)) {
      return "";
    }
    Matcher path = LIBRARY.matcher(resource.substring(LIBRARIES.length()));
    if (!path.matches()) {
      return "";
    }
    for (String group : GROUPS) {
      Optional<byte[]> described =
          read("META-INF/maven/" + group + "/" + path.group(1) + "/pom.properties");
      if (described.isPresent()) {
        return LIBRARIES + path.group(1) + "/" + version(described.get()) + "/" + path.group(2);
      }
    }
    return "";
  }

  private static String version(byte[] described) {
    var properties = new Properties();
    try (var in = new ByteArrayInputStream(described)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }

  private static Optional<byte[]> read(String resource) {
    if (resource.isEmpty() || resource.endsWith("/")) {
      return Optional.empty();
    }
    try (InputStream in = StaticFiles.class.getClassLoader().getResourceAsStream(resource)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String tag(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return "\"" + HexFormat.of().formatHex(digest, 0, 8) + "\"";
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
