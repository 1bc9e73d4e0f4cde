package dev.ductile.runtime.training;

import dev.ductile.runtime.job.BatchSpec;

/** What more or fewer workers do to the batch and to the learning rate. */
public final class Rates {
  private Rates() {}

  /** How many examples a step of all workers together has. */
  public static int batch(BatchSpec spec, int workers) {
    return spec.perWorker() ? Math.multiplyExact(spec.examples(), workers) : spec.examples();
  }

  /**
   * By how much the learning rate is raised: with the batch (Goyal et al. 2017) or with its square
   * root (Krizhevsky 2014).
   *
   * @param first how many workers the job was begun with
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
