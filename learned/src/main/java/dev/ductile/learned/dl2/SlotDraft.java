package dev.ductile.learned.dl2;

import dev.ductile.api.JobId;
import dev.ductile.api.Size;
import dev.ductile.policies.sizing.Budget;
import java.util.List;
import java.util.Optional;

/**
 * The decisions of one slot while they are made: each action adds tasks to a job and changes the
 * state, until the action that stops or until no task fits (DL2, Section 4.1).
 */
public final class SlotDraft {
  private final StateMatrix matrix;
  private final ActionSpace actions;
  private final List<Seat> seats;
  private final Budget budget;
  private final float[] state;
  private final boolean[] legal;
  private boolean full;
  private boolean stopped;

  /**
   * A draft in which no job has tasks.
   *
   * @param seats the jobs in order of arrival, at most as many as the state has rows
   */
  SlotDraft(StateMatrix matrix, List<Seat> seats, Budget budget) {
    this.matrix = matrix;
    this.actions = new ActionSpace(matrix.rows(), matrix.kinds());
    this.seats = List.copyOf(seats);
    this.budget = budget;
    this.state = new float[matrix.inputs()];
    this.legal = new boolean[actions.size()];
    for (int row = 0; row < seats.size(); row++) {
      matrix.write(seats.get(row).row(budget), row, state);
    }
    findLegal();
  }

  /** A copy of the input of the network. */
  public float[] state() {
    return state.clone();
  }

  /** A copy of the legal actions, by their index. */
  public boolean[] legal() {
    return legal.clone();
  }

  public ActionSpace actions() {
    return actions;
  }

  /** Whether no further inference is needed. */
  public boolean isOver() {
    return stopped || full;
  }

  /** The number of jobs. */
  public int jobs() {
    return seats.size();
  }

  public JobId job(int row) {
    return seats.get(row).candidate().job().id();
  }

  /** The dominant share of the job in this row so far. */
  public double share(int row) {
    return budget.share(seats.get(row).candidate(), size(row));
  }

  public boolean isLegal(int index) {
    return legal[index];
  }

  /** The tasks of the job in this row so far. */
  public Size size(int row) {
    return seats.get(row).size();
  }

  /** Carries out a legal action. */
  public void take(int index) {
    if (!legal[index]) {
      throw new IllegalArgumentException("action %d is not legal in this state".formatted(index));
    }
    switch (actions.action(index)) {
      case Action.Stop _ -> stopped = true;
      case Action.Add(int row, Action.Tasks tasks) -> {
        seats.get(row).add(tasks, budget);
        matrix.writeTasks(seats.get(row).row(budget), row, state);
        findLegal();
      }
    }
  }

  /** The action that leads out of the first poor state, if there is one and it is legal. */
  public Optional<Action> remedy() {
    if (matrix.kinds() == TaskKinds.WORKERS) {
      return Optional.empty();
    }
    for (int row = 0; row < seats.size(); row++) {
      Optional<Action.Tasks> remedy = PoorState.remedy(seats.get(row).size());
      if (remedy.isPresent() && legal[actions.index(row, remedy.get())]) {
        return Optional.of(new Action.Add(row, remedy.get()));
      }
    }
    return Optional.empty();
  }

  /** Finds the legal actions; the one that stops always is. */
  private void findLegal() {
    boolean some = false;
    for (int row = 0; row < seats.size(); row++) {
      for (Action.Tasks tasks : actions.ofJob()) {
        boolean may = seats.get(row).mayAdd(tasks, budget);
        legal[actions.index(row, tasks)] = may;
        some |= may;
      }
    }
    legal[actions.stop()] = true;
    full = !some;
  }
}
