package dev.ductile.api;

import java.util.Optional;

/**
 * Where the tasks of one job go. It looks at what the job needs and at what is free, at nothing
 * else; so where it finds no room for one job it finds none for an equal one, until some is given
 * back.
 */
@FunctionalInterface
public interface Placement {
  /**
   * Finds room for the job at this size and takes it from {@code free}; empty, with {@code free}
   * untouched, where there is none.
   */
  Optional<Allocation> place(Job job, Size size, FreeCapacity free);

  /**
   * Takes the room that {@link #place} would take, without saying where; false, with {@code free}
   * untouched, where there is none.
   */
  default boolean claim(Job job, Size size, FreeCapacity free) {
    return place(job, size, free).isPresent();
  }
}
