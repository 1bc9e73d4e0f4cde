package dev.ductile.text;

/** Reads a type that is not a record of its components. */
@FunctionalInterface
public interface TypeReader<T> {
  T read(Written written);
}
