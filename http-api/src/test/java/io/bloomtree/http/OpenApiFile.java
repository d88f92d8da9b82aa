package io.bloomtree.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** What the OpenAPI file says. Immutable. */
final class OpenApiFile {
  private static final JsonNode FILE = read();

  private OpenApiFile() {}

  private static JsonNode read() {
    try (InputStream in = HttpApi.class.getResourceAsStream("openapi.yaml")) {
      return new YAMLMapper().readTree(in);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Something that can be asked, as {@code GET /v1/tree}. */
  record Described(String method, String path, JsonNode node) {
    @Override public String toString() {
      return method + " " + path;
    }

    /** With the examples of its parameters. */
    String target() {
      String target = path;
      String query = "";
      for (JsonNode parameter : node.path("parameters")) {
        JsonNode known = followed(parameter);
        String name = known.get("name").asText();
        if (known.get("in").asText().equals("path")) {
          target = target.replace("{" + name + "}", known.get("example").asText());
        } else if (known.has("example")) {
          query += (query.isEmpty() ? "?" : "&") + name + "=" + known.get("example").asText();
        }
      }
      return target + query;
    }

    boolean hasBody() {
      return node.has("requestBody");
    }

    /** The example of its body; empty if it has none. */
    String body() {
      return hasBody() ? followed(node.get("requestBody"))
          .at("/content/application~1json/example").toString() : "";
    }

    JsonNode schemaOfBody() {
      return followed(node.get("requestBody")).at("/content/application~1json/schema");
    }

    /** Who may do it where there are tokens; empty: everybody. */
    Set<Role> roles() {
      Set<Role> roles = new TreeSet<>();
      node.get("security").findValues("token").forEach(listed -> listed.forEach(
          role -> roles.add(Role.valueOf(role.asText().toUpperCase(Locale.ROOT)))));
      return roles;
    }

    /** Checks that a response is one of those that are described. */
    void requireDescribed(int status, String contentType, String body) {
      JsonNode responses = node.get("responses");
      JsonNode answer = followed(responses.path(
          responses.has("" + status) ? "" + status : "default"));
      String type = contentType.split(";")[0].strip();
      JsonNode content = answer.path("content").path(type);
      assertThat(content.isMissingNode())
          .as("%s: %d of type %s is not described", this, status, type).isFalse();
      if (type.endsWith("json")) {
        requireValid(content.get("schema"), body);
      }
    }
  }

  static List<Described> operations() {
    List<Described> operations = new ArrayList<>();
    FILE.get("paths").properties().forEach(path -> path.getValue().properties().forEach(
        method -> operations.add(new Described(
            method.getKey().toUpperCase(Locale.ROOT), path.getKey(), method.getValue()))));
    return operations;
  }

  static JsonNode at(String pointer) {
    return FILE.at(pointer);
  }

  private static JsonNode followed(JsonNode node) {
    return node.has("$ref") ? FILE.at(node.get("$ref").asText().substring(1)) : node;
  }

  static void requireValid(JsonNode schema, String body) {
    ObjectNode whole = schema.deepCopy();
    whole.set("components", FILE.get("components"));
    var compiled = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(whole);
    assertThat(compiled.validate(RunningServer.json(body))).as(body).isEmpty();
  }
}
