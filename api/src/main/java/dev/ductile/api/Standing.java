package dev.ductile.api;

/**
 * A policy's own note on a job: the level (queue) it has put the job in, and its turn there. A plan
 * writes it, the next picture shows it; so a policy with a memory is still a pure function.
 */
public record Standing(int level, long turn) {
  public static final Standing NEW = new Standing(0, 0);
}
