package dev.ductile.api;

import java.util.Optional;

/**
 * Learns the speeds of jobs from the speeds at which they are seen to train. Its memory is made of
 * measurements and of jobs as pictures show them. A scheduler that starts again shows it the
 * measurements of the journal, and thereby restores the memory.
 */
public interface Estimator {
  /** Learns nothing. */
  Estimator NONE =
      new Estimator() {
        @Override
        public void measured(Job job, double stepsPerSecond) {}

        @Override
        public Optional<SpeedSpec> estimate(Job job) {
          return Optional.empty();
        }

        @Override
        public void forget(JobId job) {}
      };

  /**
   * Takes in a measurement.
   *
   * @param job as it is after the report: it trains with its whole allocation
   * @param stepsPerSecond above 0
   */
  void measured(Job job, double stepsPerSecond);

  /**
   * The speed of a job by its measurements; empty where it differs too little from the job's speed
   * in the picture, which is {@code job.speed()}. It depends on nothing else, and changes no
   * memory.
   */
  Optional<SpeedSpec> estimate(Job job);

  /** Drops the measurements of a job that is over. */
  void forget(JobId job);
}
