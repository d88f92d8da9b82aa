package io.bloomtree.topology;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleDeserializers;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bloomtree.filter.ImportanceShape;
import io.bloomtree.filter.ReservoirShape;
import io.bloomtree.state.Fsync;
import io.bloomtree.tree.SlicePolicy;
import io.bloomtree.wire.NodeId;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Jackson, told how the records of this package are written. */
final class Binding {
  private static final ObjectMapper MAPPER = JsonMapper.builder()
      .propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
      .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
      .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
      .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
      .addModule(module())
      .build();

  private Binding() {}

  /** The topology, unless what is missing from it is more than a default can replace. */
  static Optional<Topology> bind(ObjectNode resolved, Findings findings) {
    try {
      return Optional.of(MAPPER.treeToValue(resolved, Topology.class));
    } catch (JsonProcessingException e) {
      if (findings.isEmpty()) {
        throw new AssertionError("a checked topology must bind: " + resolved, e);
      }
      return Optional.empty();
    }
  }

  private static SimpleModule module() {
    var module = new SimpleModule();
    module.setDeserializers(new OptionalDeserializers());
    module.addDeserializer(Duration.class, new TextDeserializer<>(Duration::parse));
    module.addDeserializer(NodeId.class, new TextDeserializer<>(NodeId::new));
    module.addDeserializer(HostPort.class, new TextDeserializer<>(HostPort::parse));
    module.addDeserializer(SlicePolicy.class, new SlicePolicyDeserializer());
    module.addDeserializer(WindowSpec.class,
        new TextDeserializer<>(text -> WindowSpec.read(text).orElseThrow()));
    module.addDeserializer(Fsync.class,
        new TextDeserializer<>(text -> FsyncText.read(text).orElseThrow()));
    module.addDeserializer(ShingleSpec.class,
        new TextDeserializer<>(text -> ShingleSpec.read(text).orElseThrow()));
    addWords(module, FilterKind.class);
    addWords(module, ReservoirShape.Profile.class);
    addWords(module, ReservoirShape.Reset.class);
    addWords(module, ImportanceShape.Variant.class);
    return module;
  }

  private static <E extends Enum<E>> void addWords(SimpleModule module, Class<E> type) {
    module.addDeserializer(type, new TextDeserializer<>(word -> Words.parse(type, word)));
  }

  private interface Parsing<T> {
    T parse(String text);
  }

  private static final class TextDeserializer<T> extends JsonDeserializer<T> {
    private final Parsing<T> parsing;

    TextDeserializer(Parsing<T> parsing) {
      this.parsing = parsing;
    }

    @Override public T deserialize(JsonParser in, DeserializationContext context)
        throws IOException {
      return parsing.parse(in.getText());
    }
  }

  private static final class SlicePolicyDeserializer extends JsonDeserializer<SlicePolicy> {
    @Override public SlicePolicy deserialize(JsonParser in, DeserializationContext context)
        throws IOException {
      JsonNode policy = in.readValueAsTree();
      if (policy.isObject()) {
        return new SlicePolicy.Quorum(policy.get("quorum").intValue());
      }
      return policy.asText().equals("duplicate")
          ? new SlicePolicy.Duplicate()
          : new SlicePolicy.Distinct();
    }
  }

  /** A key that is left out is an empty {@link Optional}; Jackson 2 needs telling. */
  private static final class OptionalDeserializers extends SimpleDeserializers {
    private static final long serialVersionUID = 1;

    @Override public JsonDeserializer<?> findBeanDeserializer(
        JavaType type, DeserializationConfig config, BeanDescription description)
        throws JsonMappingException {
      return type.hasRawClass(Optional.class)
          ? new OptionalDeserializer(type.containedType(0))
          : super.findBeanDeserializer(type, config, description);
    }
  }

  private static final class OptionalDeserializer extends JsonDeserializer<Optional<?>> {
    private final JavaType content;

    OptionalDeserializer(JavaType content) {
      this.content = content;
    }

    @Override public Optional<?> deserialize(JsonParser in, DeserializationContext context)
        throws IOException {
      return Optional.of(context.<Object>readValue(in, content));
    }

    @Override public Optional<?> getNullValue(DeserializationContext context) {
      return Optional.empty();
    }

    @Override public Object getAbsentValue(DeserializationContext context) {
      return Optional.empty();
    }
  }
}
