package dev.ductile.simulator;

import dev.ductile.api.JobSpec;
import java.time.Duration;

/** What it costs a simulated job to start and to change its size. */
interface Costs {
  Duration start(JobSpec job);

  /** Coming back after a stop. */
  Duration comeBack(JobSpec job);

  /** One change of size, by the mechanism that the job has this time. */
  Duration change(JobSpec job);

  /** The pause to expect; zero only where neither a change nor a stop costs anything. */
  Duration expected(JobSpec job);
}
