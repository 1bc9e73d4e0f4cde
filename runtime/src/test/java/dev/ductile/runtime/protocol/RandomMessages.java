package dev.ductile.runtime.protocol;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Random values of every type that is sent over the network, drawn from a seed. */
final class RandomMessages {
  private static final int TRIES = 10_000;

  private final SplittableRandom random;

  RandomMessages(long seed) {
    random = new SplittableRandom(seed);
  }

  Object of(Type type) {
    if (type instanceof ParameterizedType generic) {
      Type inner = generic.getActualTypeArguments()[0];
      boolean single = generic.getRawType() == Optional.class;
      List<Object> some =
          Stream.generate(() -> of(inner)).limit(random.nextInt(single ? 2 : 4)).toList();
      return single ? some.stream().findFirst() : some;
    }
    Class<?> wanted = (Class<?>) type;
    if (wanted.isEnum()) {
      return pick(wanted.getEnumConstants());
    } else if (wanted.isSealed()) {
      return of(pick(wanted.getPermittedSubclasses()));
    } else if (wanted.isRecord()) {
      return record(wanted);
    }
    return simple(wanted);
  }

  private Object simple(Class<?> type) {
    return switch (type.getSimpleName()) {
      case "int", "Integer" -> pick(-1, 0, 1, 2, 3, 70_000);
      case "long", "Long" -> pick(0L, 1L, 5L, 1L << 40);
      case "double", "Double" -> pick(0.0, 0.5, 0.9, 1.0, 4.0);
      case "boolean" -> random.nextBoolean();
      case "String" -> pick("worker-3", "10.0.0.7:1234", "/tmp/ä", "x");
      case "Duration" -> Duration.ofMillis(random.nextInt(1, 5_000));
      default -> throw new IllegalArgumentException("what is " + type + "?");
    };
  }

  /** One that its constructor does not refuse. */
  private Object record(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    var classes = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    String complaint = "none";
    for (int i = 0; i < TRIES; i++) {
      try {
        var constructor = type.getDeclaredConstructor(classes);
        constructor.setAccessible(true);
        return constructor.newInstance(
            Arrays.stream(components).map(each -> of(each.getGenericType())).toArray());
      } catch (InvocationTargetException e) {
        complaint = String.valueOf(e.getCause());
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(type + " cannot be made", e);
      }
    }
    throw new AssertionError("no %s in %d tries: %s".formatted(type, TRIES, complaint));
  }

  @SafeVarargs
  private <T> T pick(T... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
