package dev.ductile.bench.faults;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The moment of a kill. */
enum KillPlan {
  /** At any moment. */
  ANY(1),
  /** Shortly after another kill. */
  AGAIN(2),
  /** While the master restarts. */
  WITHOUT_MASTER(2),
  /** While an additional task joins or leaves. */
  CHANGE(1),
  /** While a checkpoint is being written. */
  CHECKPOINT(1),
  /** When the last step is done and the job is ending. */
  END(1);

  private final int kills;

  KillPlan(int kills) {
    this.kills = kills;
  }

  /** The number of processes that it kills. */
  int kills() {
    return kills;
  }

  /** The plans of one run in random order: each once, {@link #ANY} twice. */
  static List<KillPlan> draw(Random random) {
    var plans = new ArrayList<>(List.of(ANY, ANY, AGAIN, WITHOUT_MASTER, CHANGE, CHECKPOINT));
    Collections.shuffle(plans, random);
    if (random.nextBoolean()) {
      plans.add(END);
    }
    return plans;
  }
}
