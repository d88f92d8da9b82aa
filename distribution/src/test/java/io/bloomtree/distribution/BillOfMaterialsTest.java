package io.bloomtree.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The list of libraries in the archive: as CycloneDX 1.5 wants it, and true. */
class BillOfMaterialsTest {
  private static final Path LIBRARIES = Path.of("build", "install", "lib");

  private final JsonNode bill;

  BillOfMaterialsTest() throws IOException {
    bill = new ObjectMapper().readTree(
        Built.ARCHIVES.resolve(Built.NAME + ".cdx.json").toFile());
  }

  private Stream<JsonNode> components() {
    return StreamSupport.stream(bill.get("components").spliterator(), false);
  }

  @Test
  void whatTheFormatRequiresIsThere() {
    assertThat(bill.get("bomFormat").textValue()).isEqualTo("CycloneDX");
    assertThat(bill.get("specVersion").textValue()).isEqualTo("1.5");
    assertThat(bill.get("version").intValue()).isEqualTo(1);
    assertThat(bill.get("serialNumber").textValue())
        .matches("urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
    assertThat(bill.at("/metadata/component/version").textValue()).isEqualTo(Built.VERSION);
    assertThat(components()).isNotEmpty().allSatisfy(component -> {
      assertThat(component.get("type").textValue()).isEqualTo("library");
      for (String field : List.of("group", "name", "version", "bom-ref")) {
        assertThat(component.path(field).asText()).as(field).isNotBlank();
      }
      assertThat(component.get("purl").textValue()).startsWith("pkg:maven/"
          + component.get("group").textValue() + "/" + component.get("name").textValue()
          + "@" + component.get("version").textValue());
      assertThat(component.at("/hashes/0/alg").textValue()).isEqualTo("SHA-256");
      assertThat(component.at("/licenses/0/license/name").asText()).isNotBlank();
    });
    assertThat(components().map(component -> component.get("bom-ref"))).doesNotHaveDuplicates();
  }

  @Test
  void everyLibraryOfTheArchiveIsListedByItsBytesAndNoOther() throws Exception {
    Set<String> listed = new TreeSet<>(
        components().map(component -> component.at("/hashes/0/content").textValue()).toList());
    Set<String> found = new HashSet<>();
    try (Stream<Path> files = Files.list(LIBRARIES)) {
      for (Path file : files.filter(it -> !isOwn(it)).toList()) {
        found.add(HexFormat.of().formatHex(
            MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file))));
      }
    }

    assertThat(listed).isEqualTo(new TreeSet<>(found));
  }

  private static boolean isOwn(Path library) {
    return library.getFileName().toString().startsWith("bloomtree-");
  }
}
