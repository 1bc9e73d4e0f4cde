package dev.ductile.history;

import static java.util.stream.Collectors.toMap;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.Converter;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Labels;
import dev.ductile.api.NodeId;
import dev.ductile.api.Note;
import dev.ductile.api.Program;
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import dev.ductile.api.SpeedSpec;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.NoteFormat;
import dev.ductile.scenario.SpeedFormat;
import dev.ductile.scenario.UnreadNote;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The types of events and snapshots that are not written by the components of their records. */
final class ValueTypes {
  /** The keys that earlier builds did not write. */
  private static final Map<Class<?>, Map<String, JsonNode>> ADDED_KEYS =
      Map.of(
          Event.Submitted.class,
          Map.of(
              "origin",
              JsonNodeFactory.instance
                  .objectNode()
                  .put("name", "")
                  .put("first", "")
                  .put("file", "")),
          JobSpec.class,
          Map.of("after", JsonNodeFactory.instance.arrayNode()),
          Program.class,
          Map.of(
              "failOn",
              JsonNodeFactory.instance.arrayNode(),
              "secrets",
              JsonNodeFactory.instance.objectNode()),
          Queue.class,
          Map.of(
              "userQuota",
              JsonNodeFactory.instance.objectNode(),
              "sharing",
              JsonNodeFactory.instance.nullNode()));

  private ValueTypes() {}

  /**
   * A module.
   *
   * @param catalog knows the speed models that were written
   */
  static SimpleModule module(Catalog catalog) {
    var values = new SimpleModule();
    add(values, JobId.class, String.class, JobId::name, JobId::new);
    add(values, NodeId.class, String.class, NodeId::name, NodeId::new);
    add(values, Resources.class, JsonNode.class, ValueTypes::amounts, ValueTypes::resources);
    add(values, Labels.class, JsonNode.class, ValueTypes::labels, ValueTypes::labels);
    add(values, Note.class, JsonNode.class, NoteFormat::write, UnreadNote::new);
    add(values, SpeedSpec.class, JsonNode.class, SpeedFormat::written, catalog::speedSpec);
    add(values, UnreadMemory.class, JsonNode.class, UnreadMemory::written, UnreadMemory::new);
    values.addAbstractTypeMapping(Record.class, UnreadMemory.class);
    values.addDeserializer(
        Event.PolicySet.class,
        new StdDelegatingDeserializer<>(
            converter(JsonNode.class, Event.PolicySet.class, ValueTypes::policySet)));
    values.setDeserializerModifier(new AbsentKeys(ADDED_KEYS));
    return values;
  }

  /** A type that is written as another one. */
  private static <T, W> void add(
      SimpleModule module, Class<T> type, Class<W> as, Function<T, W> write, Function<W, T> read) {
    module.addSerializer(type, new StdDelegatingSerializer(type, converter(type, as, write)));
    module.addDeserializer(type, new StdDelegatingDeserializer<>(converter(as, type, read)));
  }

  private static <A, B> Converter<A, B> converter(
      Class<A> from, Class<B> to, Function<A, B> function) {
    return new Converter<>() {
      @Override
      public B convert(A value) {
        return function.apply(value);
      }

      @Override
      public JavaType getInputType(TypeFactory types) {
        return types.constructType(from);
      }

      @Override
      public JavaType getOutputType(TypeFactory types) {
        return types.constructType(to);
      }
    };
  }

  /** Earlier builds wrote no reason. */
  private static Event.PolicySet policySet(JsonNode written) {
    return new Event.PolicySet(
        Instant.parse(written.path("at").asText()),
        written.required("policy").asText(),
        written.path("why").asText(""));
  }

  private static JsonNode amounts(Resources resources) {
    var amounts = JsonNodeFactory.instance.objectNode();
    new TreeMap<>(resources.amounts()).forEach(amounts::put);
    return amounts;
  }

  private static JsonNode labels(Labels labels) {
    var values = JsonNodeFactory.instance.objectNode();
    labels.values().forEach(values::put);
    return values;
  }

  private static Labels labels(JsonNode values) {
    return Labels.of(
        values.propertyStream().collect(toMap(Map.Entry::getKey, one -> one.getValue().asText())));
  }

  private static Resources resources(JsonNode amounts) {
    return Resources.of(
        amounts
            .propertyStream()
            .collect(toMap(Map.Entry::getKey, one -> one.getValue().asDouble())));
  }
}
