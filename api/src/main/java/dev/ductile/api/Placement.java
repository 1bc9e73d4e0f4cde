package dev.ductile.api;

import java.util.Optional;

/**
 * Chooses nodes for the tasks of one job. The choice depends only on the needs of the job and on
 * the free resources. So if it finds no place for a job, it finds none for an equal job until
 * resources are given back.
 */
@FunctionalInterface
public interface Placement {
  /**
   * Finds nodes for the job at this size and takes their resources from {@code free}. Empty if
   * there is no place; {@code free} is then unchanged.
   */
  Optional<Allocation> place(Job job, Size size, FreeCapacity free);

  /**
   * Takes the same resources as {@link #place} without returning the nodes. False if there is no
   * place; {@code free} is then unchanged.
   */
  default boolean claim(Job job, Size size, FreeCapacity free) {
    return place(job, size, free).isPresent();
  }
}
