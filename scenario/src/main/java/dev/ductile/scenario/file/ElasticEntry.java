package dev.ductile.scenario.file;

import dev.ductile.api.Speed;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Elasticity;
import dev.ductile.scenario.WorkerBound;
import dev.ductile.text.ReadAs;
import dev.ductile.text.Written;
import java.util.Optional;

/**
 * Lets the jobs of a trace change their sizes. A trace has no speeds at other sizes, so they are
 * assumed.
 *
 * @param workers the bounds of each job; from 1 worker to 4 times its own if it is absent
 * @param speed a speed model of which only the ratios between sizes are used: at the size that a
 *     job asked for, it takes the time of the trace; a power of 0.9 of the workers if it is absent
 */
record ElasticEntry(Optional<WorkersEntry> workers, Optional<@ReadAs(Speed.class) Written> speed) {
  /**
   * The workers that each job may have, its own number always among them.
   *
   * @param min the fewest, as a number or as a multiple such as 0.5x; 1 if it is absent
   * @param max the most, as a number or as a multiple such as 4x, and no more than the cluster
   *     holds; 4x if it is absent
   */
  record WorkersEntry(Optional<WorkerBound> min, Optional<WorkerBound> max) {}

  Elasticity elasticity(Catalog catalog) {
    WorkerBound min = workers.flatMap(WorkersEntry::min).orElse(Elasticity.DEFAULT_MIN);
    WorkerBound max = workers.flatMap(WorkersEntry::max).orElse(Elasticity.DEFAULT_MAX);
    return speed
        .map(model -> new Elasticity(min, max, catalog.speedSpec(model), "as the scenario states"))
        .orElseGet(() -> Elasticity.assumed(min, max, catalog));
  }
}
