package dev.ductile.policies.eps;

import dev.ductile.api.Allocation;
import dev.ductile.api.Free;
import dev.ductile.api.Job;
import dev.ductile.api.Placement;
import dev.ductile.api.Size;
import dev.ductile.policies.placements.Pooled;
import java.util.Optional;

/**
 * A placement that never fails for order's sake: where it finds no room of the kind it likes, tasks
 * go one by one wherever there is room, as the containers of Yarn do.
 */
record Anywhere(Placement preferred) implements Placement {
  private static final Placement POOLED = new Pooled();

  @Override
  public Optional<Allocation> place(Job job, Size size, Free free) {
    return preferred.place(job, size, free).or(() -> POOLED.place(job, size, free));
  }

  @Override
  public boolean claim(Job job, Size size, Free free) {
    return preferred.claim(job, size, free) || POOLED.claim(job, size, free);
  }
}
