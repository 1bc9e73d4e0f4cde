package dev.ductile.runtime.job;

/**
 * The size of a job.
 *
 * @param workers the first number of workers
 * @param servers the first number of servers; 0 means all-reduce among the workers
 * @param replication the number of servers that hold each partition, if there are that many
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
