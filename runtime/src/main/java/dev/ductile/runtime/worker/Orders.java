package dev.ductile.runtime.worker;

import dev.ductile.runtime.data.Order;
import dev.ductile.runtime.job.TrainingJob;
import java.util.HashMap;
import java.util.Map;

/** The order of examples of each split in its present epoch. */
final class Orders {
  private final TrainingJob job;
  private final Map<Integer, Drawn> drawn = new HashMap<>();

  private record Drawn(long epoch, int size, int... order) {}

  Orders(TrainingJob job) {
    this.job = job;
  }

  int[] of(Portion portion) {
    Drawn known = drawn.get(portion.split());
    if (known == null || known.epoch() != portion.epoch() || known.size() != portion.size()) {
      known = draw(portion);
      drawn.put(portion.split(), known);
    }
    return known.order();
  }

  private Drawn draw(Portion portion) {
    boolean shuffle = job.data().shuffle();
    return new Drawn(
        portion.epoch(),
        portion.size(),
        Order.of(portion.size(), job.seed(), portion.split(), portion.epoch(), shuffle));
  }
}
