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
  private static final Map<String, Object> UNKNOWN_USER = Map.of("by", "");

  /** The components of records that earlier builds did not write. */
  static final AbsentKeys ABSENT =
      new AbsentKeys(
          Map.ofEntries(
              Map.entry(Event.Submitted.class, Map.of("origin", Origin.NONE)),
              Map.entry(Origin.class, Map.of("speedFrom", Optional.empty())),
              Map.entry(Event.PolicySet.class, Map.of("why", "")),
              Map.entry(Event.Allocated.class, Map.of("why", Optional.empty())),
              Map.entry(Event.Progressed.class, Map.of("saved", OptionalDouble.empty())),
              Map.entry(Event.Held.class, UNKNOWN_USER),
              Map.entry(Event.Resumed.class, UNKNOWN_USER),
              Map.entry(Event.Amended.class, UNKNOWN_USER),
              Map.entry(Event.Scaled.class, UNKNOWN_USER),
              Map.entry(Event.Unscaled.class, UNKNOWN_USER),
              Map.entry(Event.Cancelled.class, UNKNOWN_USER),
              Map.entry(Progress.class, Map.of("saved", 0.0)),
              Map.entry(JobSpec.class, Map.of("after", List.of())),
              Map.entry(Program.class, Map.of("failOn", List.of(), "secrets", Map.of())),
              Map.entry(
                  Queue.class,
                  Map.of(
                      "userQuota", Resources.NONE,
                      "sharing", Optional.empty(),
                      "maxPriority", OptionalInt.empty()))));

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
