package dev.ductile.api;

/**
 * A named group of jobs.
 *
 * @param quota the most that its jobs may hold together; a resource that it does not name has no
 *     limit
 */
public record Queue(String name, Resources quota) {
  public Queue {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a queue needs a name");
    }
  }
}
