package dev.ductile.simulator;

import dev.ductile.api.JobSpec;
import java.time.Duration;

/** The cost of starting and rescaling simulated jobs. */
interface Costs {
  Duration start(JobSpec job);

  /** The restart after a stop. */
  Duration comeBack(JobSpec job);

  /** One change of size, by the job's present rescale mode. */
  Duration change(JobSpec job);

  /** The expected pause; zero only if neither a change nor a stop costs anything. */
  Duration expected(JobSpec job);
}
