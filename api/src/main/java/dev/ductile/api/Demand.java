package dev.ductile.api;

/**
 * What each task of a job needs, and the most that the whole job may be charged for ({@code limit};
 * nothing means that it is charged for what it uses).
 */
public record Demand(Resources worker, Resources server, Resources limit) {
  public static Demand perWorker(Resources worker) {
    return new Demand(worker, Resources.NONE, Resources.NONE);
  }

  public Resources of(Size size) {
    if (size.servers() == 0) {
      return size.workers() == 1 ? worker : worker.times(size.workers());
    }
    return worker.times(size.workers()).plus(server.times(size.servers()));
  }

  /** What service is counted in: GPUs, or workers where a job uses none. */
  public double devices(Size size) {
    double gpus =
        size.workers() * worker.amount(Resources.GPU)
            + size.servers() * server.amount(Resources.GPU);
    return gpus > 0 ? gpus : size.workers();
  }
}
