package dev.ductile.learned.slot;

import dev.ductile.api.JobId;
import dev.ductile.api.Size;
import dev.ductile.learned.network.ActionDistribution;
import dev.ductile.learned.network.ForwardSeries;
import dev.ductile.learned.network.Network;
import dev.ductile.policies.sizing.Budget;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of one slot while they are made: each action adds tasks to a job and changes the
 * state, until the action that stops or until no task fits (DL2, Section 4.1).
 */
public final class SlotDraft {
  private final ActionSpace actions;
  private final List<Seat> seats;
  private final Budget budget;
  private final StateSpace.SlotState state;
  private final LegalActions legal;
  private final float[][] rowsAfter;
  private @Nullable Asked asked;
  private boolean stopped;

  /** The network that was asked last, with its passes for the states of this slot. */
  private record Asked(Network network, ForwardSeries series) {}

  /**
   * A draft in which no job has tasks.
   *
   * @param seats the jobs in order of arrival, at most as many as the state has rows
   */
  SlotDraft(StateSpace space, List<Seat> seats, Budget budget) {
    this.actions = space.actions();
    this.seats = List.copyOf(seats);
    this.budget = budget;
    this.state = space.state(this.seats, budget);
    this.legal = new LegalActions(actions, this.seats, budget);
    this.rowsAfter = new float[actions.size()][0];
  }

  /** A copy of the input of the network. */
  public float[] state() {
    return state.values().clone();
  }

  /** A copy of the legal actions, by their index. */
  public boolean[] legal() {
    return legal.copy();
  }

  /** For each legal action the row of its job after it; other actions have no row of use. */
  float[][] rowsAfter() {
    for (int row = 0; row < seats.size(); row++) {
      for (Action.Tasks tasks : actions.ofJob()) {
        int index = actions.index(row, tasks);
        if (legal.contains(index) && rowsAfter[index].length == 0) {
          rowsAfter[index] = state.row(seats.get(row).after(tasks));
        }
      }
    }
    return rowsAfter.clone();
  }

  /**
   * The probabilities that a network gives to the actions in this state.
   *
   * @throws IllegalArgumentException if its outputs are not finite
   */
  ActionDistribution distribution(Network network) {
    if (asked == null || !asked.network().equals(network)) {
      asked = new Asked(network, network.series());
    }
    return ActionDistribution.of(asked.series().outputs(state.values()), legal.flags());
  }

  public ActionSpace actions() {
    return actions;
  }

  /** Whether no further inference is needed. */
  public boolean isOver() {
    return stopped || legal.isFull();
  }

  /** Whether no job has tasks yet. */
  public boolean isEmpty() {
    return seats.stream().allMatch(seat -> seat.size().isNone());
  }

  /** The number of jobs. */
  public int jobs() {
    return seats.size();
  }

  public JobId job(int row) {
    return seats.get(row).candidate().job().id();
  }

  /** The row of a job with its tasks so far. */
  float[] row(int row) {
    return state.row(seats.get(row));
  }

  /** The dominant share of the job in this row so far. */
  public double share(int row) {
    return budget.share(seats.get(row).candidate(), size(row));
  }

  public boolean isLegal(int index) {
    return legal.contains(index);
  }

  /** The tasks of the job in this row so far. */
  public Size size(int row) {
    return seats.get(row).size();
  }

  /** Carries out a legal action. */
  public void take(int index) {
    if (!legal.contains(index)) {
      throw new IllegalArgumentException("action %d is not legal in this state".formatted(index));
    }
    switch (actions.action(index)) {
      case Action.Stop _ -> stopped = true;
      case Action.Add(int row, Action.Tasks tasks) -> {
        seats.get(row).add(tasks, budget);
        state.added(row);
        actions.ofJob().forEach(each -> rowsAfter[actions.index(row, each)] = new float[0]);
        legal.added(row);
      }
    }
  }

  /** The action that leads out of the first poor state, if there is one and it is legal. */
  public Optional<Action> remedy() {
    if (actions.kinds() == TaskKinds.WORKERS) {
      return Optional.empty();
    }
    for (int row = 0; row < seats.size(); row++) {
      Optional<Action.Tasks> remedy = PoorState.remedy(seats.get(row).size());
      if (remedy.isPresent() && legal.contains(actions.index(row, remedy.get()))) {
        return Optional.of(new Action.Add(row, remedy.get()));
      }
    }
    return Optional.empty();
  }
}
