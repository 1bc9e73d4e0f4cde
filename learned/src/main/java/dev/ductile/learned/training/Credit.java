package dev.ductile.learned.training;

/** The parts of a reward that a value network predicts. */
public enum Credit {
  /** One value: that of all jobs, those that will come included (DL2, Section 4.3). */
  CLUSTER,
  /**
   * A value for each row of the state: that of the job in it. It sums to the value of the present
   * jobs, and a value network learns it from the progress of each job apart.
   */
  JOBS;

  /** The outputs of the value network. */
  public int values(int rows) {
    return this == CLUSTER ? 1 : rows;
  }

  Slot of(Slot slot) {
    return this == CLUSTER ? slot.asOneJob() : slot;
  }
}
