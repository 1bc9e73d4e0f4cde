package dev.ductile.text;

/** How a type is written where it is not a record of its components. */
@FunctionalInterface
public interface Form<T> {
  T read(Written written);
}
