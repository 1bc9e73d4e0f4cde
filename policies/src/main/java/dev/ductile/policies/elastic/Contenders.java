package dev.ductile.policies.elastic;

import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.Speed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Remembers ladders from one decision to the next: jobs of one kind climb the same. */
final class Contenders {
  private static final int MOST_REMEMBERED = 20_000;

  /**
   * What makes a ladder: the very same objects, because comparing what is in them would cost more
   * than it saves.
   */
  @SuppressWarnings("ReferenceEquality")
  private record Kind(Speed speed, Bounds bounds, Demand demand) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Kind kind
          && speed == kind.speed
          && bounds == kind.bounds
          && demand == kind.demand;
    }

    @Override
    public int hashCode() {
      return 31 * (31 * System.identityHashCode(speed) + System.identityHashCode(bounds))
          + System.identityHashCode(demand);
    }
  }

  private record Remembered(Ladder ladder, Price price) {}

  private final Rungs rungs;
  private final Map<Kind, Remembered> known = new HashMap<>();
  private List<String> resources = List.of();

  Contenders(Rungs rungs) {
    this.rungs = rungs;
  }

  /** Forgets what was learned of a cluster with other resources. */
  void expect(List<String> newResources) {
    if (!resources.equals(newResources) || known.size() > MOST_REMEMBERED) {
      known.clear();
      resources = newResources;
    }
  }

  Contender of(Job job) {
    var kind = new Kind(job.speed(), job.spec().bounds(), job.spec().demand());
    Remembered remembered =
        known.computeIfAbsent(
            kind,
            any -> new Remembered(new Ladder(job, rungs), new Price(any.demand(), resources)));
    return new Contender(job, remembered.ladder(), remembered.price());
  }
}
