package dev.ductile.laws;

import dev.ductile.api.Job;
import dev.ductile.api.Note;
import dev.ductile.api.Notebook;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Random notes of policies, drawn component by component. The same seed gives the same notes. */
public final class OddNotes {
  private final RandomDraws draws;

  public OddNotes(long seed) {
    this.draws = new RandomDraws(new Seed(seed).stream("odd notes"));
  }

  /** The job with a note of each policy, except notes that their own records refuse. */
  public Job on(Job job, Iterable<Notebook<?>> notebooks) {
    Job noted = job;
    for (Notebook<?> notebook : notebooks) {
      Optional<Note> note = next(notebook.type());
      noted = note.isEmpty() ? noted : noted.withNote(notebook.policy(), note.get());
    }
    return noted;
  }

  /** A note of this type; none if its record refuses the drawn values. */
  public Optional<Note> next(Class<? extends Note> type) {
    Class<?> kind = type.isSealed() ? draws.of(List.of(type.getPermittedSubclasses())) : type;
    try {
      return Optional.of((Note) made(kind));
    } catch (InvocationTargetException refused) {
      return Optional.empty();
    }
  }

  private Object made(Class<?> record) throws InvocationTargetException {
    RecordComponent[] components = record.getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Object[] values = new Object[types.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(types[i]);
    }
    try {
      Constructor<?> constructor = record.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (NoSuchMethodException | InstantiationException | IllegalAccessException problem) {
      throw new IllegalStateException(record + " cannot be made", problem);
    }
  }

  private Object value(Class<?> type) {
    if (type.isEnum()) {
      return draws.of(List.of(type.getEnumConstants()));
    }
    return switch (type.getName()) {
      case "int" -> draws.between(0, 9);
      case "long" -> (long) draws.between(-1_000_000, 1_000_000);
      case "double" -> draws.between(0, 30) / 3.0;
      case "boolean" -> draws.oneIn(2);
      case "java.lang.String" -> "word " + draws.between(0, 9);
      case "java.time.Instant" -> instant();
      case "java.time.Duration" -> Duration.ofNanos(draws.between(0, 1_000_000_000));
      case "dev.ductile.api.Size" -> new Size(draws.between(1, 9), draws.between(0, 3));
      default -> throw new IllegalStateException("no way to draw a " + type);
    };
  }

  private Instant instant() {
    return draws.oneIn(3)
        ? Instant.EPOCH
        : OddPictures.NOW.plusNanos(draws.between(-1_000_000, 1_000_000) * 1_000_003L);
  }
}
