package dev.ductile.policies.smd;

import dev.ductile.api.Bounds;
import dev.ductile.api.Job;
import dev.ductile.api.Size;
import java.util.Optional;

/**
 * One task after the other: a worker or a server, whichever gains more, until neither gains
 * anything. That is how SMD describes Optimus (Section V).
 */
final class GreedySize implements Sizer {
  /** Beyond so many tasks every step is longer, so that it ends. */
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

  /** The faster of both next sizes; the size itself where neither is faster. */
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
