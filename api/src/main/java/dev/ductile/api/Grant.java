package dev.ductile.api;

/**
 * The resources that a plan gives one job.
 *
 * @param rescaleMode how the job changes its size, if this grant changes it
 */
public record Grant(Job job, Allocation allocation, RescaleMode rescaleMode) {
  public Grant {
    if (allocation.isNone()) {
      throw new IllegalArgumentException(
          "a grant of nothing to %s; leave the job out of the plan instead".formatted(job.id()));
    }
  }

  /** A grant to a job that changes its size as it does of its own. */
  public Grant(Job job, Allocation allocation) {
    this(job, allocation, job.spec().rescaleMode());
  }

  public boolean isChange() {
    return !job.allocation().equals(allocation);
  }
}
