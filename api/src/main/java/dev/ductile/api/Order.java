package dev.ductile.api;

/**
 * A numbered instruction to an engine about one job.
 *
 * @param revision the number of the order among all orders of the job, from 1 on. A later order
 *     replaces an earlier one, and reports name the order that they are about
 * @param spec the job, with the rescale mode of this order
 * @param target the places of its tasks; an empty target stops the job
 * @param isLast whether the job is over. Its tasks have a short grace to end, and the engine
 *     reports no saved steps
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
