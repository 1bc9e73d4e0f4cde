package dev.ductile.api;

import java.util.Optional;

/**
 * Learns the speeds of jobs from measurements. Its memory depends only on the measurements and on
 * the jobs of pictures. A restarted scheduler passes it the measurements of the journal, which
 * restores the memory.
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
   * Takes in a measurement. An exception ends the scheduler, as does one of {@link #forget}.
   *
   * @param job the job after the report; it trains with its whole allocation
   * @param stepsPerSecond the measured speed, above 0
   */
  void measured(Job job, double stepsPerSecond);

  /**
   * The speed of a job by its measurements; empty if it differs too little from {@code
   * job.speed()}, the speed in the picture. It depends on nothing else, and changes no memory. If
   * it throws an exception, the job keeps the speed that it has.
   */
  Optional<SpeedSpec> estimate(Job job);

  /** Drops the measurements of a job that is over. */
  void forget(JobId job);
}
