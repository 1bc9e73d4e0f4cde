package dev.ductile.api;

/**
 * What the scheduler asks an engine to do with a job.
 *
 * @param revision number of the order among all orders of the job, from 1 on; a later order
 *     replaces an earlier one, and the reports of the engine name the order that they are about
 * @param spec the job, with the mechanism by which it changes its size this time
 * @param target where its tasks are to run; none means that the job stops
 */
public record Order(long revision, JobSpec spec, Allocation target) {
  public Order {
    if (revision < 1) {
      throw new IllegalArgumentException(
          "orders of job %s are numbered from 1, not %d".formatted(spec.id(), revision));
    }
  }

  public JobId job() {
    return spec.id();
  }
}
