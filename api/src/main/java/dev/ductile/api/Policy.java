package dev.ductile.api;

/**
 * A pure function from a picture of the cluster to a plan. It uses no clock, does no input or
 * output, and never waits. State that it keeps between two pictures is only a cache. State that
 * must survive is a {@link Note} on a job.
 */
@FunctionalInterface
public interface Policy {
  Plan decide(Cluster cluster);
}
