package dev.ductile.history;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.Converter;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Labels;
import dev.ductile.api.NodeId;
import dev.ductile.api.Note;
import dev.ductile.api.Origin;
import dev.ductile.api.Program;
import dev.ductile.api.Progress;
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import dev.ductile.api.SpeedSpec;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.NoteFormat;
import dev.ductile.scenario.SpeedFormat;
import dev.ductile.scenario.UnreadNote;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;

/** The types of events and snapshots that are not written by the components of their records. */
final class ValueTypes {
  /** The components of records that earlier builds did not write. */
  static final AbsentKeys ABSENT =
      new AbsentKeys(
          Map.of(
              Event.Submitted.class, Map.of("origin", Origin.NONE),
              Origin.class, Map.of("speedFrom", Optional.empty()),
              Event.PolicySet.class, Map.of("why", ""),
              Event.Allocated.class, Map.of("why", Optional.empty()),
              Event.Progressed.class, Map.of("saved", OptionalDouble.empty()),
              Progress.class, Map.of("saved", 0.0),
              JobSpec.class, Map.of("after", List.of()),
              Program.class, Map.of("failOn", List.of(), "secrets", Map.of()),
              Queue.class,
                  Map.of(
                      "userQuota", Resources.NONE,
                      "sharing", Optional.empty(),
                      "maxPriority", OptionalInt.empty())));

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
    addMap(values, Resources.class, Double.class, Resources::amounts, Resources::of);
    addMap(values, Labels.class, String.class, Labels::values, Labels::of);
    add(values, Note.class, JsonNode.class, NoteFormat::write, UnreadNote::new);
    add(values, SpeedSpec.class, JsonNode.class, SpeedFormat::written, catalog::speedSpec);
    add(values, UnreadMemory.class, JsonNode.class, UnreadMemory::written, UnreadMemory::new);
    values.addAbstractTypeMapping(Record.class, UnreadMemory.class);
    return values;
  }

  /** A type that is written as another one. */
  private static <T, W> void add(
      SimpleModule module, Class<T> type, Class<W> as, Function<T, W> write, Function<W, T> read) {
    JavaType written = TypeFactory.defaultInstance().constructType(as);
    add(module, type, written, write, read);
  }

  /** A type that is written as values by name. */
  private static <T, V> void addMap(
      SimpleModule module,
      Class<T> type,
      Class<V> values,
      Function<T, Map<String, V>> write,
      Function<Map<String, V>, T> read) {
    JavaType written =
        TypeFactory.defaultInstance().constructMapType(Map.class, String.class, values);
    add(module, type, written, write, read);
  }

  private static <T, W> void add(
      SimpleModule module, Class<T> type, JavaType as, Function<T, W> write, Function<W, T> read) {
    JavaType own = TypeFactory.defaultInstance().constructType(type);
    module.addSerializer(type, new StdDelegatingSerializer(type, converter(own, as, write)));
    module.addDeserializer(type, new ConvertedValue<>(converter(as, own, read)));
  }

  private static <A, B> Converter<A, B> converter(
      JavaType from, JavaType to, Function<A, B> function) {
    return new Converter<>() {
      @Override
      public B convert(A value) {
        return function.apply(value);
      }

      @Override
      public JavaType getInputType(TypeFactory types) {
        return from;
      }

      @Override
      public JavaType getOutputType(TypeFactory types) {
        return to;
      }
    };
  }
}
