package dev.ductile.runtime.training;

import dev.ductile.runtime.job.BatchSpec;

/** The effect of the number of workers on the batch and on the learning rate. */
public final class Rates {
  private Rates() {}

  /** The number of examples in a step of all workers together. */
  public static int batch(BatchSpec spec, int workers) {
    return spec.perWorker() ? Math.multiplyExact(spec.examples(), workers) : spec.examples();
  }

  /**
   * The factor of the learning rate: in proportion to the batch (Goyal et al. 2017) or to its
   * square root (Krizhevsky 2014).
   *
   * @param first the number of workers with which the job began
   */
  public static float factor(BatchSpec spec, int workers, int first) {
    double growth = (double) batch(spec, workers) / batch(spec, first);
    return switch (spec.rate()) {
      case NONE -> 1;
      case LINEAR -> (float) growth;
      case SQUARE_ROOT -> (float) Math.sqrt(growth);
    };
  }
}
