package dev.ductile.policies.smd;

import dev.ductile.api.Bounds;
import dev.ductile.api.Job;
import dev.ductile.api.Size;
import java.util.Optional;

/**
 * Adds one task at a time, the worker or the server that gains more, until neither gains. SMD
 * describes Optimus in this way (Section V).
 */
final class GreedySize implements Sizer {
  /** From this many tasks on, steps are longer, so that the search ends. */
  private static final int DENSE = 1000;

  @Override
  public Optional<Size> size(Allowance allowance) {
    if (allowance.isEmpty()) {
      return Optional.empty();
    }
    Size size = allowance.least();
    Size next = grown(size, allowance);
    while (!next.equals(size)) {
      size = next;
      next = grown(size, allowance);
    }
    return Optional.of(size);
  }

  /** The faster of both next sizes; the size itself if neither is faster. */
  private static Size grown(Size size, Allowance allowance) {
    Job job = allowance.candidate().job();
    Bounds bounds = job.spec().bounds();
    int stride = size.tasks() < DENSE ? 1 : size.tasks() / DENSE;
    int workers = bounds.workers().after(size.workers() + stride - 1);
    int servers = bounds.servers().after(size.servers() + stride - 1);
    Size best = size;
    for (Size candidate :
        new Size[] {new Size(workers, size.servers()), new Size(size.workers(), servers)}) {
      if (allowance.covers(candidate) && job.speedAt(candidate) > job.speedAt(best)) {
        best = candidate;
      }
    }
    return best;
  }
}
