package dev.ductile.learned.slot;

import java.util.List;

/**
 * The actions of a network by their index: for each row a worker, a server, both; in the end the
 * void action, which stops.
 *
 * @param rows the jobs that the network sees at once (J)
 */
public record ActionSpace(int rows, TaskKinds kinds) {
  /** The order of the actions of one job. */
  private static final List<Action.Tasks> ORDER =
      List.of(Action.Tasks.WORKER, Action.Tasks.SERVER, Action.Tasks.BOTH);

  public int size() {
    return rows * kinds.actions() + 1;
  }

  public int stop() {
    return size() - 1;
  }

  public Action action(int index) {
    if (index == stop()) {
      return new Action.Stop();
    }
    return new Action.Add(index / kinds.actions(), ORDER.get(index % kinds.actions()));
  }

  public int index(Action action) {
    return switch (action) {
      case Action.Add(int row, Action.Tasks tasks) -> index(row, tasks);
      case Action.Stop _ -> stop();
    };
  }

  /** The actions that add tasks to one job, in order. */
  public List<Action.Tasks> ofJob() {
    return ORDER.subList(0, kinds.actions());
  }

  public int index(int row, Action.Tasks tasks) {
    return row * kinds.actions() + ORDER.indexOf(tasks);
  }
}
