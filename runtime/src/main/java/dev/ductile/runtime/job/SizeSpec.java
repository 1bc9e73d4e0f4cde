package dev.ductile.runtime.job;

/**
 * How large the job is.
 *
 * @param workers at first
 * @param servers at first; 0 means all-reduce among the workers
 * @param replication how many servers hold each partition, as far as there are so many
 */
public record SizeSpec(int workers, int servers, int replication) {
  public SizeSpec {
    if (workers < 1) {
      throw new IllegalArgumentException("workers must be at least 1, not " + workers);
    }
    if (servers < 0) {
      throw new IllegalArgumentException("servers must be at least 0, not " + servers);
    }
    if (replication < 1) {
      throw new IllegalArgumentException("replication must be at least 1, not " + replication);
    }
  }

  public SizeSpec with(int newWorkers, int newServers) {
    return new SizeSpec(newWorkers, newServers, replication);
  }

  public boolean isAllReduce() {
    return servers == 0;
  }
}
