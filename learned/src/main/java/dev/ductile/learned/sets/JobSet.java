package dev.ductile.learned.sets;

import dev.ductile.learned.model.StateFeature;
import dev.ductile.learned.slot.ActionSpace;
import dev.ductile.learned.slot.Seat;
import dev.ductile.learned.slot.StateSpace;
import dev.ductile.learned.slot.TaskKinds;
import dev.ductile.policies.sizing.Budget;
import java.time.Duration;
import java.util.List;

/**
 * A state of any number of jobs. The figures of a job come from its speeds, its remaining work and
 * its shares, each relative to those of the other jobs. So they depend neither on its name nor on
 * the size of the cluster, and a network can judge jobs that were not in its training.
 *
 * @param rows the jobs that a network sees at once
 * @param slot the time between two decisions
 */
public record JobSet(int rows, TaskKinds kinds, Duration slot) implements StateSpace {
  @Override
  public ActionSpace actions() {
    return new ActionSpace(rows, kinds);
  }

  @Override
  public int columns() {
    return JobFigures.names(actions()).size();
  }

  @Override
  public List<StateFeature> figures() {
    return JobFigures.names(actions()).stream()
        .map(name -> new StateFeature(name, 1, 0, 0))
        .toList();
  }

  @Override
  public double share(float[] row) {
    return row[JobFigures.SHARE];
  }

  @Override
  public SlotState state(List<Seat> seats, Budget budget) {
    var state = new SetState(this, List.copyOf(seats), budget, JobAverages.of(seats, budget));
    for (int row = 0; row < seats.size(); row++) {
      state.added(row);
    }
    return state;
  }
}
