package dev.ductile.runtime.job;

/**
 * How large the job is.
 *
 * @param workers at first
 * @param servers at first; 0 means all-reduce among the workers
 * @param replication how many servers hold each partition
 */
public record SizeSpec(int workers, int servers, int replication) {
  public boolean isAllReduce() {
    return servers == 0;
  }
}
