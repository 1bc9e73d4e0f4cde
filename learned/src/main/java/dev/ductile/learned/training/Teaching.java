package dev.ductile.learned.training;

/**
 * The actions by which the sizes of a plan are taught. A plan does not say in which order its tasks
 * were added, so the order is a choice.
 *
 * @param order the order of the jobs
 * @param single the probability of one task where a job needs a worker and a server; a pupil that
 *     has seen single tasks explores them
 */
public record Teaching(TaskOrder order, double single) {}
