package dev.ductile.api;

import java.util.Optional;

/** Where the tasks of one job go. */
@FunctionalInterface
public interface Placement {
  /**
   * Finds room for the job at this size and takes it from {@code free}; empty, with {@code free}
   * untouched, where there is none.
   */
  Optional<Allocation> place(Job job, Size size, Free free);
}
