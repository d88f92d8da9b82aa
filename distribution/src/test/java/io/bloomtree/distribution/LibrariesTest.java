package io.bloomtree.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** The libraries as a Maven repository has them. */
class LibrariesTest {

  private static Path file(String library, String ending) {
    return Built.REPOSITORY.resolve(Path.of(
        "io", "bloomtree", library, Built.VERSION, library + "-" + Built.VERSION + ending));
  }

  private static Document pom(String library) throws Exception {
    return DocumentBuilderFactory.newInstance().newDocumentBuilder()
        .parse(file(library, ".pom").toFile());
  }

  private static String text(Element element, String tag) {
    return element.getElementsByTagName(tag).item(0).getTextContent();
  }

  /** Of each dependency, by its name, the scope. */
  private static Map<String, String> scopes(String library) throws Exception {
    var dependencies = pom(library).getElementsByTagName("dependency");
    return IntStream.range(0, dependencies.getLength())
        .mapToObj(i -> (Element) dependencies.item(i))
        .collect(Collectors.toMap(it -> text(it, "artifactId"), it -> text(it, "scope")));
  }

  private static boolean has(Path jar, String entry) throws IOException {
    try (var file = new JarFile(jar.toFile())) {
      return file.getEntry(entry) != null;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "common, io.bloomtree.common, io/bloomtree/topology/Topology",
    "edge-agent, io.bloomtree.edge, io/bloomtree/edge/EdgeAgent",
    "region-node, io.bloomtree.region, io/bloomtree/region/RegionVerticle",
    "root-node, io.bloomtree.root, io/bloomtree/root/RootVerticle",
    "node-host, io.bloomtree.host, io/bloomtree/host/NodeHost",
    "embedded-tree, io.bloomtree.embedded, io/bloomtree/embedded/EmbeddedTree",
    "metrics, io.bloomtree.metrics, io/bloomtree/metrics/ProcessMetrics",
    "http-api, io.bloomtree.http, io/bloomtree/http/HttpApi"
  })
  void libraryHasModuleNameSourcesJavadocAndLicence(String library, String module, String type)
      throws Exception {
    try (var jar = new JarFile(file(library, ".jar").toFile())) {
      assertThat(jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name"))
          .isEqualTo(module);
      assertThat(jar.getEntry(type + ".class")).isNotNull();
    }
    assertThat(has(file(library, "-sources.jar"), type + ".java")).isTrue();
    assertThat(has(file(library, "-javadoc.jar"), type + ".html")).isTrue();
    Element pom = pom(library).getDocumentElement();
    assertThat(text(pom, "name")).isEqualTo("Bloomtree " + library);
    assertThat(text(pom, "description")).isNotBlank();
    assertThat(text((Element) pom.getElementsByTagName("license").item(0), "name"))
        .startsWith("Apache License");
  }

  @Test
  void whatAnInterfaceShowsIsCompiledAgainstAndWhatItHidesIsNot() throws Exception {
    assertThat(scopes("edge-agent")).containsExactlyEntriesOf(Map.of("common", "compile"));
    assertThat(scopes("common")).containsEntry("vertx-core", "compile")
        .containsEntry("vertx-hazelcast", "runtime").containsEntry("hash4j", "runtime");
    assertThat(scopes("embedded-tree"))
        .containsEntry("edge-agent", "compile").containsEntry("node-host", "runtime");
    assertThat(scopes("http-api"))
        .containsEntry("edge-agent", "compile").containsEntry("vertx-web", "runtime");
  }
}
