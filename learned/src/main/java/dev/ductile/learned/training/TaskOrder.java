package dev.ductile.learned.training;

/** The order in which the tasks of a teacher's plan are taught. */
public enum TaskOrder {
  /** Job after job, in order of arrival. */
  ARRIVAL,
  /** The job with the least dominant share first. */
  SHARE,
  /** A random job whose size is not reached: every way to the plan is taught. */
  RANDOM
}
