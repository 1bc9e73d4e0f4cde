package dev.ductile.api;

/** Provides a placement under a name; found by {@link java.util.ServiceLoader}. */
public interface PlacementProvider {
  String name();

  /** One line for people. */
  String summary();

  Placement create();
}
