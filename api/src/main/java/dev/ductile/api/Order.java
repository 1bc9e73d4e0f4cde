package dev.ductile.api;

/**
 * What the scheduler asks an engine to do with a job.
 *
 * @param revision number of the order among all orders of the job, from 1 on; a later order
 *     replaces an earlier one, and the reports of the engine name the order that they are about
 * @param spec the job, with the rescale mode of this order
 * @param target where its tasks are to run; none means that the job stops
 * @param isLast whether the job is over, so that its tasks end at once and nothing of it is saved
 */
public record Order(long revision, JobSpec spec, Allocation target, boolean isLast) {
  /** An order to run somewhere, or to stop for a while. */
  public Order(long revision, JobSpec spec, Allocation target) {
    this(revision, spec, target, false);
  }

  public Order {
    if (revision < 1) {
      throw new IllegalArgumentException(
          "orders of job %s are numbered from 1, not %d".formatted(spec.id(), revision));
    }
  }

  /** The order that ends a job for good. */
  public static Order end(long revision, JobSpec spec) {
    return new Order(revision, spec, Allocation.NONE, true);
  }

  public JobId job() {
    return spec.id();
  }
}
