package dev.ductile.api;

/** What a plan gives one job. */
public record Grant(Job job, Allocation allocation) {
  public Grant {
    if (allocation.isNone()) {
      throw new IllegalArgumentException(
          "a grant of nothing to %s; leave the job out of the plan instead".formatted(job.id()));
    }
  }

  public boolean isChange() {
    return !job.allocation().equals(allocation);
  }
}
