package dev.ductile.runtime.wire;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Records as bytes, both ways: numbers, texts, enums, lists, optionals, durations, byte arrays,
 * other records, and sealed interfaces of records. Both sides have the same classes, so nothing is
 * named; what does not fit is refused.
 */
public final class RecordCodec {
  private RecordCodec() {}

  public static byte[] encode(Type type, Object value) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      write(type, value, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads one value back.
   *
   * @throws IllegalArgumentException where the bytes are not exactly one value of that type
   */
  public static <T> T decode(Class<T> type, ByteBuffer bytes) {
    try {
      T value = type.cast(read(type, bytes));
      if (bytes.hasRemaining()) {
        throw new IllegalArgumentException(bytes.remaining() + " bytes too many");
      }
      return value;
    } catch (BufferUnderflowException | ReflectiveOperationException e) {
      throw new IllegalArgumentException("not a " + type.getSimpleName(), e);
    }
  }

  @SuppressWarnings("EnumOrdinal") // both ends are the same program
  private static void write(Type type, Object value, DataOutputStream out) throws IOException {
    switch (value) {
      case Integer number -> out.writeInt(number);
      case Long number -> out.writeLong(number);
      case Double number -> out.writeDouble(number);
      case Boolean truth -> out.writeBoolean(truth);
      case String text -> writeBytes(text.getBytes(StandardCharsets.UTF_8), out);
      case byte[] bytes -> writeBytes(bytes, out);
      case Duration duration -> out.writeLong(duration.toNanos());
      case Enum<?> constant -> out.writeInt(constant.ordinal());
      case Optional<?> optional -> writeAll(inner(type), optional.stream().toList(), out);
      case Collection<?> values -> writeAll(inner(type), values, out);
      case Record record -> writeRecord(type, record, out);
      default -> throw new IllegalArgumentException(value.getClass() + " is not for the wire");
    }
  }

  private static void writeBytes(byte[] bytes, DataOutputStream out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static void writeAll(Type type, Collection<?> values, DataOutputStream out)
      throws IOException {
    out.writeInt(values.size());
    for (Object value : values) {
      write(type, value, out);
    }
  }

  private static void writeRecord(Type type, Record record, DataOutputStream out)
      throws IOException {
    if (type instanceof Class<?> wanted && wanted.isSealed()) {
      out.writeInt(alternatives(wanted).indexOf(record.getClass()));
    }
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      try {
        var accessor = component.getAccessor();
        accessor.setAccessible(true);
        write(component.getGenericType(), accessor.invoke(record), out);
      } catch (ReflectiveOperationException e) {
        throw new IllegalArgumentException(component + " cannot be read", e);
      }
    }
  }

  private static Object read(Type type, ByteBuffer in) throws ReflectiveOperationException {
    if (type instanceof ParameterizedType generic) {
      List<Object> values = readAll(inner(type), in);
      return generic.getRawType() == Optional.class ? values.stream().findFirst() : values;
    }
    Class<?> wanted = (Class<?>) type;
    if (wanted == int.class || wanted == Integer.class) {
      return in.getInt();
    } else if (wanted == long.class || wanted == Long.class) {
      return in.getLong();
    } else if (wanted == double.class || wanted == Double.class) {
      return in.getDouble();
    } else if (wanted == boolean.class || wanted == Boolean.class) {
      return in.get() != 0;
    } else if (wanted == String.class) {
      return new String(readBytes(in), StandardCharsets.UTF_8);
    } else if (wanted == byte[].class) {
      return readBytes(in);
    } else if (wanted == Duration.class) {
      return Duration.ofNanos(in.getLong());
    } else if (wanted.isEnum()) {
      return pick(Arrays.asList(wanted.getEnumConstants()), in.getInt());
    } else if (wanted.isSealed()) {
      return read(pick(alternatives(wanted), in.getInt()), in);
    }
    return readRecord(wanted, in);
  }

  private static byte[] readBytes(ByteBuffer in) {
    byte[] bytes = new byte[count(in)];
    in.get(bytes);
    return bytes;
  }

  private static List<Object> readAll(Type type, ByteBuffer in)
      throws ReflectiveOperationException {
    int count = count(in);
    var values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(read(type, in));
    }
    return List.copyOf(values);
  }

  /** Never more than there are bytes left, so that a false one costs nothing. */
  private static int count(ByteBuffer in) {
    int count = in.getInt();
    if (count < 0 || count > in.remaining()) {
      throw new IllegalArgumentException("a count of " + count + " is too much");
    }
    return count;
  }

  private static Object readRecord(Class<?> type, ByteBuffer in)
      throws ReflectiveOperationException {
    if (!type.isRecord()) {
      throw new IllegalArgumentException(type + " is not for the wire");
    }
    RecordComponent[] components = type.getRecordComponents();
    var types = new Class<?>[components.length];
    var values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = read(components[i].getGenericType(), in);
    }
    Constructor<?> constructor = type.getDeclaredConstructor(types);
    constructor.setAccessible(true);
    return constructor.newInstance(values);
  }

  private static List<Class<?>> alternatives(Class<?> sealed) {
    return List.of(sealed.getPermittedSubclasses());
  }

  private static <T> T pick(List<T> choices, int index) {
    if (index < 0 || index >= choices.size()) {
      throw new IllegalArgumentException("there is no alternative " + index);
    }
    return choices.get(index);
  }

  private static Type inner(Type type) {
    if (type instanceof ParameterizedType generic) {
      return generic.getActualTypeArguments()[0];
    }
    throw new IllegalArgumentException(type + " does not say what is in it");
  }
}
