package dev.ductile.api;

/**
 * Who gets what: a pure function from a picture to a plan. It neither asks the time nor reads nor
 * writes nor waits; what it remembers between two pictures is a cache, and what it must not forget
 * it writes as a {@link Note} on a job.
 */
@FunctionalInterface
public interface Policy {
  Plan decide(Cluster cluster);
}
