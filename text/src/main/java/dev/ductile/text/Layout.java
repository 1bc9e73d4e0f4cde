package dev.ductile.text;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The components of a record type, as keys to be written. */
record Layout<T extends Record>(
    Class<T> type, Constructor<T> constructor, List<Part> parts, List<String> keys) {

  /** One component. */
  record Part(String name, Type type, Class<?> raw, boolean inline, Method accessor) {
    Object of(Object owner) {
      try {
        return accessor.invoke(owner);
      } catch (ReflectiveOperationException problem) {
        throw new IllegalStateException(owner + " has no readable " + name, problem);
      }
    }
  }

  static <T extends Record> Layout<T> of(Class<T> type) {
    try {
      RecordComponent[] components = type.getRecordComponents();
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      Constructor<T> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      List<Part> parts = Arrays.stream(components).map(Layout::part).toList();
      return new Layout<>(type, constructor, parts, keys(parts));
    } catch (NoSuchMethodException problem) {
      throw new IllegalStateException(type + " has no canonical constructor", problem);
    }
  }

  private static Part part(RecordComponent component) {
    component.getAccessor().setAccessible(true);
    return new Part(
        component.getName(),
        component.getGenericType(),
        component.getType(),
        component.isAnnotationPresent(Inline.class),
        component.getAccessor());
  }

  private static List<String> keys(List<Part> parts) {
    var keys = new ArrayList<String>();
    for (Part part : parts) {
      if (part.inline()) {
        keys.addAll(of(part.raw().asSubclass(Record.class)).keys());
      } else {
        keys.add(part.name());
      }
    }
    return List.copyOf(keys);
  }
}
