package dev.ductile.history;

import dev.ductile.api.Bandwidth;
import dev.ductile.api.Resources;
import dev.ductile.api.SpeedProvider;
import dev.ductile.api.SpeedSpec;
import dev.ductile.models.profile.NetworkProfile;
import dev.ductile.models.profile.NetworkProfiles;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Random specs of any speed model: values for the components of its record, drawn again until the
 * record and the model accept them.
 */
final class RandomSpecs {
  private static final int MOST_DRAWS = 5_000;
  private static final List<String> PROFILES =
      NetworkProfiles.all().stream().map(NetworkProfile::name).limit(5).toList();
  private static final List<String> FORMS = List.of("ernest", "allreduce-fit", "optimus-sync");

  private final RandomGenerator random;

  RandomSpecs(RandomGenerator random) {
    this.random = random;
  }

  SpeedSpec of(SpeedProvider<?> provider) {
    for (int draw = 0; draw < MOST_DRAWS; draw++) {
      Optional<SpeedSpec> spec = drawn(provider);
      if (spec.isPresent()) {
        return spec.get();
      }
    }
    throw new AssertionError("no parameters of " + provider.name() + " were found");
  }

  private <S extends Record> Optional<SpeedSpec> drawn(SpeedProvider<S> provider) {
    try {
      S parameters = record(provider.parameters());
      var _ = provider.create(parameters);
      var error =
          random.nextInt(3) == 0 ? OptionalDouble.of(random.nextDouble()) : OptionalDouble.empty();
      return Optional.of(new SpeedSpec(provider.name(), parameters, error));
    } catch (IllegalArgumentException refused) {
      return Optional.empty();
    }
  }

  private <S extends Record> S record(Class<S> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Object[] values =
        Arrays.stream(components)
            .map(component -> value(component.getName(), component.getGenericType()))
            .toArray();
    try {
      Constructor<S> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (InvocationTargetException problem) {
      if (problem.getCause() instanceof IllegalArgumentException refused) {
        throw refused;
      }
      throw new AssertionError(type + " cannot be made", problem);
    } catch (ReflectiveOperationException problem) {
      throw new LinkageError(type + " cannot be made", problem);
    }
  }

  private Object value(String name, Type type) {
    if (type instanceof ParameterizedType generic) {
      return generic.getRawType() == List.class
          ? Stream.generate(() -> value(name, generic.getActualTypeArguments()[0]))
              .limit(random.nextInt(1, 6))
              .toList()
          : maybe(() -> value(name, generic.getActualTypeArguments()[0]));
    }
    Class<?> raw = (Class<?>) type;
    if (raw.isEnum()) {
      return oneOf(List.of(raw.getEnumConstants()));
    }
    return switch (raw.getName()) {
      case "double", "java.lang.Double" -> number();
      case "int" -> random.nextInt(1, 9);
      case "java.lang.Boolean" -> random.nextBoolean();
      case "java.lang.String" -> oneOf(name.equals("form") ? FORMS : PROFILES);
      case "java.util.OptionalInt" ->
          random.nextBoolean() ? OptionalInt.of(random.nextInt(1, 9)) : OptionalInt.empty();
      case "java.util.OptionalDouble" ->
          random.nextBoolean() ? OptionalDouble.of(number()) : OptionalDouble.empty();
      case "dev.ductile.api.Bandwidth" -> new Bandwidth(1e9 * (0.1 + random.nextDouble()));
      case "dev.ductile.api.Resources" -> Resources.of(Map.of("gpu", number()));
      default -> record(raw.asSubclass(Record.class));
    };
  }

  private Optional<Object> maybe(java.util.function.Supplier<Object> value) {
    return random.nextInt(3) > 0 ? Optional.empty() : Optional.of(value.get());
  }

  /** Whole numbers, fractions that no decimal hits, and very small ones. */
  private double number() {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(1, 100);
      case 1 -> 1e-4 * random.nextDouble();
      default -> random.nextDouble() * 2;
    };
  }

  private <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
