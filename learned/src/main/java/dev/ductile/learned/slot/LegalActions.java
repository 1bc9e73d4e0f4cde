package dev.ductile.learned.slot;

import dev.ductile.api.Size;
import dev.ductile.policies.sizing.Budget;
import dev.ductile.policies.sizing.Candidate;
import java.util.Arrays;
import java.util.List;

/**
 * The legal actions while a slot is decided. The budget only shrinks, so an action of another job
 * can become illegal and never legal. As long as the budget is above the greatest step, no action
 * has to be tested again.
 */
final class LegalActions {
  private final ActionSpace actions;
  private final List<Seat> seats;
  private final Budget budget;

  /** The tasks that each action adds. */
  private final Size[] steps;

  private final boolean[] legal;

  /** The greatest amount of each resource that a legal action takes, or more. */
  private final double[] greatest;

  private int count;

  LegalActions(ActionSpace actions, List<Seat> seats, Budget budget) {
    this.actions = actions;
    this.seats = seats;
    this.budget = budget;
    this.steps = new Size[actions.size()];
    this.legal = new boolean[actions.size()];
    this.greatest = new double[budget.resources().size()];
    legal[actions.stop()] = true;
    for (int row = 0; row < seats.size(); row++) {
      findSteps(row);
    }
  }

  /** A copy of the legal actions, by their index. */
  boolean[] copy() {
    return legal.clone();
  }

  /** The legal actions by their index, not to be changed. */
  boolean[] flags() {
    return legal;
  }

  boolean contains(int index) {
    return legal[index];
  }

  /** Whether only the action that stops is legal. */
  boolean isFull() {
    return count == 0;
  }

  /** The job in this row has got tasks. */
  void added(int row) {
    findSteps(row);
    if (!budget.isAbove(greatest)) {
      Arrays.fill(greatest, 0);
      for (int other = 0; other < seats.size(); other++) {
        for (Action.Tasks tasks : actions.ofJob()) {
          int index = actions.index(other, tasks);
          if (legal[index]) {
            set(index, other);
          }
        }
      }
    }
  }

  private void findSteps(int row) {
    for (Action.Tasks tasks : actions.ofJob()) {
      int index = actions.index(row, tasks);
      steps[index] = seats.get(row).step(tasks);
      set(index, row);
    }
  }

  private void set(int index, int row) {
    Candidate candidate = seats.get(row).candidate();
    Size step = steps[index];
    boolean may = !step.isNone() && budget.covers(candidate, step);
    count += (may ? 1 : 0) - (legal[index] ? 1 : 0);
    legal[index] = may;
    for (int resource = 0; may && resource < greatest.length; resource++) {
      greatest[resource] = Math.max(greatest[resource], candidate.needs().of(step, resource));
    }
  }
}
