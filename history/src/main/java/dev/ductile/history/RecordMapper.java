package dev.ductile.history;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Maps records to JSON by their components, for files of Ductile's own. */
final class RecordMapper {
  private RecordMapper() {}

  /** Sealed types: each of their records is written with its kind. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  private interface Kinds {}

  /**
   * A mapper.
   *
   * @param values types that are not written by their components
   * @param absent components that may not have been written
   * @param sealed types of which there are several records
   */
  static ObjectMapper of(Module values, AbsentKeys absent, List<Class<?>> sealed) {
    JsonMapper mapper =
        JsonMapper.builder()
            .addModules(new Jdk8Module(), new JavaTimeModule(), values)
            .annotationIntrospector(
                AnnotationIntrospector.pair(new JacksonAnnotationIntrospector(), absent))
            .injectableValues(absent.injected())
            .visibility(PropertyAccessor.ALL, Visibility.NONE)
            .visibility(PropertyAccessor.FIELD, Visibility.ANY)
            .visibility(PropertyAccessor.CREATOR, Visibility.ANY)
            .disable(
                SerializationFeature.WRITE_DATES_AS_TIMESTAMPS,
                SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .enable(
                DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .build();
    sealed.forEach(type -> mapper.addMixIn(type, Kinds.class));
    sealed.stream()
        .flatMap(RecordMapper::records)
        .forEach(type -> mapper.registerSubtypes(new NamedType(type, kind(type))));
    return mapper;
  }

  /** The records of a sealed type. */
  private static Stream<Class<?>> records(Class<?> type) {
    return type.isRecord()
        ? Stream.of(type)
        : Stream.of(type.getPermittedSubclasses()).flatMap(RecordMapper::records).distinct();
  }

  /** {@code NodeUp} as {@code node-up}. */
  private static String kind(Class<?> type) {
    return type.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }
}
