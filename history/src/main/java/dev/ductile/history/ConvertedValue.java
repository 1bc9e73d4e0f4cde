package dev.ductile.history;

import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.util.Converter;
import org.jspecify.annotations.Nullable;

/**
 * Reads a value that is written as another one. Null is no value of it, also where that one has
 * null.
 */
final class ConvertedValue<T> extends StdDelegatingDeserializer<T> {
  private static final long serialVersionUID = 1L;

  ConvertedValue(Converter<?, T> converter) {
    super(converter);
  }

  private ConvertedValue(
      Converter<Object, T> converter, JavaType written, @Nullable JsonDeserializer<?> reader) {
    super(converter, written, reader);
  }

  @Override
  protected StdDelegatingDeserializer<T> withDelegate(
      Converter<Object, T> converter, JavaType written, @Nullable JsonDeserializer<?> reader) {
    return new ConvertedValue<>(converter, written, reader);
  }

  @Override
  public @Nullable T getNullValue(DeserializationContext context) {
    return null;
  }

  @Override
  public @Nullable Object getAbsentValue(DeserializationContext context) {
    return null;
  }
}
