package dev.ductile.learned.slot;

/** The kinds of tasks that jobs have, which define the size of the network (DL2, Section 7). */
public enum TaskKinds {
  WORKERS_AND_SERVERS(5, 3),
  /** All-reduce jobs only. */
  WORKERS(4, 1);

  private final int figures;
  private final int actions;

  TaskKinds(int figures, int actions) {
    this.figures = figures;
    this.actions = actions;
  }

  /** The figures of a job in the state, beside its type. */
  public int figures() {
    return figures;
  }

  /** The actions that add tasks to one job. */
  public int actions() {
    return actions;
  }
}
