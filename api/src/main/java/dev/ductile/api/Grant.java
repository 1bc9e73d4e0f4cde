package dev.ductile.api;

/**
 * What a plan gives one job.
 *
 * @param mechanism how the job is to change its size where this is a change of size
 */
public record Grant(Job job, Allocation allocation, Mechanism mechanism) {
  public Grant {
    if (allocation.isNone()) {
      throw new IllegalArgumentException(
          "a grant of nothing to %s; leave the job out of the plan instead".formatted(job.id()));
    }
  }

  /** A grant to a job that changes its size as it does of its own. */
  public Grant(Job job, Allocation allocation) {
    this(job, allocation, job.spec().mechanism());
  }

  public boolean isChange() {
    return !job.allocation().equals(allocation);
  }
}
