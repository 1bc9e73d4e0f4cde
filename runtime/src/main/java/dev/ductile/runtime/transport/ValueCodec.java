package dev.ductile.runtime.transport;

import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The encoding of values of one type. It is derived once for each type, then cached. */
sealed interface ValueCodec {
  /** The deepest nesting of values. */
  int DEEPEST = 32;

  void write(Object value, DataOutputStream out) throws IOException;

  /**
   * Reads a value.
   *
   * @param deeper the nesting that is allowed from here
   * @throws IllegalArgumentException if the bytes are no such value
   * @throws java.nio.BufferUnderflowException if there are too few
   */
  Object read(ByteBuffer in, int deeper);

  /** The form of a type; a record's components are looked up on first use. */
  static ValueCodec of(Type type) {
    ValueCodec known = Known.FORMS.get(type);
    if (known == null) {
      known = make(type);
      Known.FORMS.put(type, known);
    }
    return known;
  }

  private static ValueCodec make(Type type) {
    if (type instanceof ParameterizedType generic) {
      Type inner = generic.getActualTypeArguments()[0];
      if (generic.getRawType() == Optional.class) {
        return new Maybe(inner);
      } else if (generic.getRawType() == List.class) {
        boolean repeats = inner instanceof Class<?> of && Repeating.class.isAssignableFrom(of);
        return repeats ? new Few(inner) : new Many(inner);
      }
    } else if (type instanceof Class<?> wanted) {
      if (wanted.isEnum()) {
        return new Constant(List.of(wanted.getEnumConstants()));
      } else if (wanted.isSealed()) {
        return new Alternatives(records(wanted));
      } else if (wanted.isRecord()) {
        return Fields.of(wanted);
      }
    }
    throw new IllegalArgumentException(type + " is not for the wire");
  }

  /** The records of a sealed interface, and of the sealed interfaces that it permits. */
  private static List<Class<?>> records(Class<?> family) {
    return Arrays.stream(family.getPermittedSubclasses())
        .flatMap(type -> type.isSealed() ? records(type).stream() : Stream.of(type))
        .toList();
  }

  /** The cache; a class of its own because an interface can hide nothing. */
  final class Known {
    private static final Map<Type, ValueCodec> FORMS = new ConcurrentHashMap<>();

    static {
      FORMS.put(int.class, Simple.INT);
      FORMS.put(Integer.class, Simple.INT);
      FORMS.put(long.class, Simple.LONG);
      FORMS.put(Long.class, Simple.LONG);
      FORMS.put(double.class, Simple.DOUBLE);
      FORMS.put(Double.class, Simple.DOUBLE);
      FORMS.put(boolean.class, Simple.BOOLEAN);
      FORMS.put(Boolean.class, Simple.BOOLEAN);
      FORMS.put(String.class, Simple.TEXT);
      FORMS.put(byte[].class, Simple.BYTES);
      FORMS.put(Duration.class, Simple.DURATION);
    }

    private Known() {}
  }

  /** Values without components. */
  enum Simple implements ValueCodec {
    INT,
    LONG,
    DOUBLE,
    BOOLEAN,
    TEXT,
    BYTES,
    DURATION;

    @Override
    public void write(Object value, DataOutputStream out) throws IOException {
      switch (this) {
        case INT -> out.writeInt((Integer) value);
        case LONG -> out.writeLong((Long) value);
        case DOUBLE -> out.writeDouble((Double) value);
        case BOOLEAN -> out.writeBoolean((Boolean) value);
        case TEXT -> writeBytes(((String) value).getBytes(StandardCharsets.UTF_8), out);
        case BYTES -> writeBytes((byte[]) value, out);
        case DURATION -> out.writeLong(((Duration) value).toNanos());
      }
    }

    private static void writeBytes(byte[] bytes, DataOutputStream out) throws IOException {
      out.writeInt(bytes.length);
      out.write(bytes);
    }

    @Override
    public Object read(ByteBuffer in, int deeper) {
      return switch (this) {
        case INT -> in.getInt();
        case LONG -> in.getLong();
        case DOUBLE -> in.getDouble();
        case BOOLEAN -> pick(List.of(false, true), in.get());
        case TEXT -> text(readBytes(in));
        case BYTES -> readBytes(in);
        case DURATION -> Duration.ofNanos(in.getLong());
      };
    }

    /** Bytes that differ from a text's own encoding would become another text when sent on. */
    private static String text(byte[] bytes) {
      var text = new String(bytes, StandardCharsets.UTF_8);
      if (!Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes)) {
        throw new IllegalArgumentException("not a text: " + text);
      }
      return text;
    }

    private static byte[] readBytes(ByteBuffer in) {
      byte[] bytes = new byte[count(in)];
      in.get(bytes);
      return bytes;
    }
  }

  /** A constant of an enum, by its ordinal: both ends are the same program. */
  record Constant(List<Object> all) implements ValueCodec {
    @Override
    @SuppressWarnings("EnumOrdinal")
    public void write(Object value, DataOutputStream out) throws IOException {
      out.writeInt(((Enum<?>) value).ordinal());
    }

    @Override
    public Object read(ByteBuffer in, int deeper) {
      return pick(all, in.getInt());
    }
  }

  /** An optional value. */
  record Maybe(Type inner) implements ValueCodec {
    @Override
    public void write(Object value, DataOutputStream out) throws IOException {
      var optional = (Optional<?>) value;
      out.writeBoolean(optional.isPresent());
      if (optional.isPresent()) {
        of(inner).write(optional.get(), out);
      }
    }

    @Override
    public Object read(ByteBuffer in, int deeper) {
      boolean present = pick(List.of(false, true), in.get());
      return present ? Optional.of(of(inner).read(in, below(deeper))) : Optional.empty();
    }
  }

  /** A list. */
  record Many(Type inner) implements ValueCodec {
    @Override
    public void write(Object value, DataOutputStream out) throws IOException {
      var values = (List<?>) value;
      ValueCodec form = of(inner);
      out.writeInt(values.size());
      for (Object each : values) {
        form.write(each, out);
      }
    }

    @Override
    public Object read(ByteBuffer in, int deeper) {
      int count = count(in);
      ValueCodec form = of(inner);
      var values = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        values.add(form.read(in, below(deeper)));
      }
      return List.copyOf(values);
    }
  }

  /** A list with few different values: these, and then the index of one for each element. */
  record Few(Type inner) implements ValueCodec {
    private static final int BYTE = 256;

    @Override
    public void write(Object value, DataOutputStream out) throws IOException {
      var values = (List<?>) value;
      var numbers = new LinkedHashMap<Object, Integer>();
      values.forEach(each -> numbers.putIfAbsent(each, numbers.size()));
      new Many(inner).write(List.copyOf(numbers.keySet()), out);
      out.writeInt(values.size());
      for (Object each : values) {
        int number = numbers.getOrDefault(each, 0);
        if (numbers.size() <= BYTE) {
          out.writeByte(number);
        } else {
          out.writeInt(number);
        }
      }
    }

    @Override
    public Object read(ByteBuffer in, int deeper) {
      var different = (List<?>) new Many(inner).read(in, deeper);
      var values = new Object[count(in)];
      for (int i = 0; i < values.length; i++) {
        values[i] = pick(different, different.size() <= BYTE ? in.get() & 0xff : in.getInt());
      }
      return List.of(values);
    }
  }

  /** A record of one of several types. */
  record Alternatives(List<Class<?>> types) implements ValueCodec {
    @Override
    public void write(Object value, DataOutputStream out) throws IOException {
      for (int i = 0; i < types.size(); i++) {
        if (types.get(i).isInstance(value)) {
          out.writeInt(i);
          of(types.get(i)).write(value, out);
          return;
        }
      }
      throw new IllegalArgumentException(value.getClass() + " is none of " + types);
    }

    @Override
    public Object read(ByteBuffer in, int deeper) {
      return of(pick(types, in.getInt())).read(in, below(deeper));
    }
  }

  /** A record: its components one after the other. */
  record Fields(Constructor<?> constructor, List<Method> accessors, List<Type> types)
      implements ValueCodec {

    static Fields of(Class<?> type) {
      var accessors = new ArrayList<Method>();
      var types = new ArrayList<Type>();
      var classes = new ArrayList<Class<?>>();
      for (RecordComponent component : type.getRecordComponents()) {
        Method accessor = component.getAccessor();
        accessor.setAccessible(true);
        accessors.add(accessor);
        types.add(component.getGenericType());
        classes.add(component.getType());
      }
      try {
        var constructor = type.getDeclaredConstructor(classes.toArray(Class<?>[]::new));
        constructor.setAccessible(true);
        return new Fields(constructor, List.copyOf(accessors), List.copyOf(types));
      } catch (NoSuchMethodException e) {
        throw new IllegalStateException("a record has such a constructor: " + type, e);
      }
    }

    @Override
    public void write(Object value, DataOutputStream out) throws IOException {
      try {
        for (int i = 0; i < types.size(); i++) {
          ValueCodec.of(types.get(i)).write(accessors.get(i).invoke(value), out);
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalArgumentException(value + " cannot be read", e);
      }
    }

    @Override
    public Object read(ByteBuffer in, int deeper) {
      var values = new Object[types.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = ValueCodec.of(types.get(i)).read(in, below(deeper));
      }
      try {
        return constructor.newInstance(values);
      } catch (InvocationTargetException e) {
        if (e.getCause() instanceof Error error) {
          throw error;
        }
        throw new IllegalArgumentException(
            "no %s: %s".formatted(constructor.getDeclaringClass().getSimpleName(), e.getCause()),
            e);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("a record can be made: " + constructor, e);
      }
    }
  }

  private static int below(int deeper) {
    if (deeper == 0) {
      throw new IllegalArgumentException("more than %d values in each other".formatted(DEEPEST));
    }
    return deeper - 1;
  }

  /** A count above the number of remaining bytes is refused, so that a false one costs nothing. */
  private static int count(ByteBuffer in) {
    int count = in.getInt();
    if (count < 0 || count > in.remaining()) {
      throw new IllegalArgumentException(
          "a count of %d, but %d bytes are left".formatted(count, in.remaining()));
    }
    return count;
  }

  private static <T> T pick(List<T> choices, int index) {
    if (index < 0 || index >= choices.size()) {
      throw new IllegalArgumentException(
          "there is no number %d of %d".formatted(index, choices.size()));
    }
    return choices.get(index);
  }
}
