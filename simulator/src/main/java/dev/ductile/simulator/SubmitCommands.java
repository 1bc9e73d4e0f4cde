package dev.ductile.simulator;

import dev.ductile.api.JobSpec;
import dev.ductile.scenario.Submission;
import dev.ductile.scheduler.TimedCommand;
import java.time.Duration;
import java.util.Iterator;
import java.util.function.Function;

/**
 * The commands that submit the jobs of a workload, made as they are read.
 *
 * @param pause the expected pause of a rescale
 */
record SubmitCommands(Iterator<Submission> jobs, Function<JobSpec, Duration> pause)
    implements Iterator<TimedCommand> {
  @Override
  public boolean hasNext() {
    return jobs.hasNext();
  }

  @Override
  public TimedCommand next() {
    Submission job = jobs.next();
    return new TimedCommand(job.at(), job.command(pause.apply(job.spec())));
  }
}
