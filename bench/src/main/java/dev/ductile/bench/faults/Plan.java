package dev.ductile.bench.faults;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** At which moment somebody is to be killed. */
enum Plan {
  /** At any. */
  ANY(1),
  /** Shortly after another. */
  AGAIN(2),
  /** While the master is being started again. */
  WITHOUT_MASTER(2),
  /** While one more task joins, or the one that was more leaves. */
  CHANGE(1),
  /** While a checkpoint is being written. */
  CHECKPOINT(1),
  /** When the last step is done and the job is ending. */
  END(1);

  private final int kills;

  Plan(int kills) {
    this.kills = kills;
  }

  /** How many it kills. */
  int kills() {
    return kills;
  }

  /** Those of one run: each kind once and one more of the commonest, in any order. */
  static List<Plan> draw(Random random) {
    var plans = new ArrayList<>(List.of(ANY, ANY, AGAIN, WITHOUT_MASTER, CHANGE, CHECKPOINT));
    Collections.shuffle(plans, random);
    if (random.nextBoolean()) {
      plans.add(END);
    }
    return plans;
  }
}
