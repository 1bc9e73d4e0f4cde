package dev.ductile.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Binds a document to records. Each component has a key; an unknown key or a value of another type
 * is an error. A component may be absent if its type is optional or if a record of defaults is
 * given.
 */
public final class Binder {
  private static final Map<Class<?>, Layout<?>> LAYOUTS = new ConcurrentHashMap<>();

  private final Map<Class<?>, TypeReader<?>> forms;
  private final Map<Class<?>, Record> defaults;

  /**
   * @param forms readers of the types that are not groups of keys
   * @param defaults records of which a document needs only the keys that differ
   */
  public Binder(Map<Class<?>, TypeReader<?>> forms, List<Record> defaults) {
    this.forms = Map.copyOf(forms);
    this.defaults =
        defaults.stream().collect(Collectors.toUnmodifiableMap(Record::getClass, one -> one));
  }

  /** The keys under which a record of this type is written. */
  public static List<String> keys(Class<? extends Record> type) {
    return layout(type).keys();
  }

  /** The values of a record by their keys, as a document would have them. */
  public static Map<String, JsonNode> write(Record record) {
    return ValueWriter.PLAIN.members(record);
  }

  public <T extends Record> T record(Class<T> type, Written written) {
    return bound(type, written, Optional.ofNullable(defaults.get(type)).map(type::cast));
  }

  public <T extends Record> T record(Class<T> type, Written written, T defaults) {
    return bound(type, written, Optional.of(defaults));
  }

  /** A record from some keys of this value; the other keys are ignored. */
  public <T extends Record> T some(Class<T> type, Written written) {
    return some(type, written, new Mistakes());
  }

  /** The same behind mistakes of this value, which it throws with its own. */
  public <T extends Record> T some(Class<T> type, Written written, Mistakes mistakes) {
    return filled(layout(type), written.requireObject(), Optional.empty(), mistakes);
  }

  /** A value of a type that has a reader, or is a record. */
  public <T> T read(Class<T> type, Written written) {
    return type.cast(value(type, written));
  }

  private <T extends Record> T bound(Class<T> type, Written written, Optional<T> defaults) {
    Layout<T> layout = layout(type);
    var mistakes = new Mistakes();
    written.requireObject().allowKeys(layout.keys(), mistakes);
    return filled(layout, written, defaults, mistakes);
  }

  /** The record of these values, if all of them can be read and there was no mistake before. */
  private <T extends Record> T filled(
      Layout<T> layout, Written written, Optional<T> defaults, Mistakes mistakes) {
    var values = new ArrayList<Object>(layout.parts().size());
    for (Layout.Part part : layout.parts()) {
      Optional<Object> standard = defaults.map(part::of);
      if (mistakes.suggest(part.name()) && !written.node().has(part.name())) {
        continue; // it is there, but misspelt
      }
      mistakes
          .tried(
              () -> part.inline() ? inline(part, written, standard) : part(part, written, standard))
          .ifPresent(values::add);
    }
    mistakes.throwAny();
    return made(layout, written, values.toArray());
  }

  private Object inline(Layout.Part part, Written written, Optional<Object> standard) {
    return inline(layout(part.raw().asSubclass(Record.class)), written, standard);
  }

  private <T extends Record> T inline(
      Layout<T> layout, Written written, Optional<Object> standard) {
    return filled(layout, written, standard.map(layout.type()::cast), new Mistakes());
  }

  private Object part(Layout.Part part, Written written, Optional<Object> standard) {
    Optional<Written> member = written.get(part.name());
    if (member.isEmpty()) {
      return standard.or(() -> absent(part.raw())).orElseThrow(() -> written.missing(part.name()));
    }
    if (standard.isPresent() && part.raw().isRecord() && !forms.containsKey(part.raw())) {
      return nested(part.raw().asSubclass(Record.class), member.get(), standard.get());
    }
    return value(part.type(), member.get());
  }

  private <T extends Record> T nested(Class<T> type, Written written, Object standard) {
    return bound(type, written, Optional.of(type.cast(standard)));
  }

  private static Optional<Object> absent(Class<?> type) {
    return switch (type.getName()) {
      case "java.util.Optional" -> Optional.of(Optional.empty());
      case "java.util.OptionalInt" -> Optional.of(OptionalInt.empty());
      case "java.util.OptionalLong" -> Optional.of(OptionalLong.empty());
      case "java.util.OptionalDouble" -> Optional.of(OptionalDouble.empty());
      default -> Optional.empty();
    };
  }

  private static <T extends Record> T made(Layout<T> layout, Written written, Object[] values) {
    try {
      return layout.constructor().newInstance(values);
    } catch (InvocationTargetException problem) {
      if (problem.getCause() instanceof IllegalArgumentException broken) {
        throw written.breaks(broken);
      }
      throw new IllegalStateException(layout.type() + " cannot be made", problem);
    } catch (ReflectiveOperationException problem) {
      throw new IllegalStateException(layout.type() + " cannot be made", problem);
    }
  }

  private Object value(Type type, Written written) {
    if (written.node().isNull()) {
      throw written.wrong("has no value");
    }
    if (type instanceof ParameterizedType generic) {
      return container(generic, written);
    }
    Class<?> raw = (Class<?>) type;
    TypeReader<?> form = forms.get(raw);
    if (form != null) {
      return written.made(() -> form.read(written));
    }
    if (raw.isRecord() && raw != Written.class) {
      return record(raw.asSubclass(Record.class), written);
    }
    return Scalars.read(raw, written);
  }

  private Object container(ParameterizedType type, Written written) {
    Class<?> raw = (Class<?>) type.getRawType();
    Type[] arguments = type.getActualTypeArguments();
    if (raw == Optional.class) {
      return Optional.of(value(arguments[0], written));
    }
    if (raw == List.class) {
      var list = new ArrayList<Object>(written.node().size());
      var mistakes = new Mistakes();
      for (Written element : written.elements()) {
        mistakes.tried(() -> value(arguments[0], element)).ifPresent(list::add);
      }
      mistakes.throwAny();
      return List.copyOf(list);
    }
    if (raw == Map.class && arguments[0] == String.class) {
      var map = new LinkedHashMap<String, Object>();
      var mistakes = new Mistakes();
      written
          .members()
          .forEach((key, member) ->
              mistakes
                  .tried(() -> value(arguments[1], member))
                  .ifPresent(value -> map.put(key, value)));
      mistakes.throwAny();
      return Collections.unmodifiableMap(map);
    }
    throw new IllegalStateException("no way to write a " + type);
  }

  @SuppressWarnings("unchecked") // the map holds under each type its own layout
  static <T extends Record> Layout<T> layout(Class<T> type) {
    return (Layout<T>) LAYOUTS.computeIfAbsent(type, _ -> Layout.of(type));
  }
}
