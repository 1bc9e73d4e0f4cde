package dev.ductile.scenario;

import dev.ductile.api.Command;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Progress;
import dev.ductile.api.SpeedSpec;
import dev.ductile.text.InputException;
import dev.ductile.text.Quantity;
import java.time.Duration;
import java.time.Instant;

/**
 * A job to submit.
 *
 * @param speed its true speed, at which a simulation runs it
 * @param expected the speed that the scheduler is given
 */
public record Submission(Instant at, JobSpec spec, SpeedSpec speed, SpeedSpec expected) {
  /** A job of which the scheduler is given the true speed. */
  public Submission(Instant at, JobSpec spec, SpeedSpec speed) {
    this(at, spec, speed, speed);
  }

  public Submission at(Instant newAt) {
    return new Submission(newAt, spec, speed, expected);
  }

  /** The same job with its time since the first arrival divided by {@code load}. */
  public Submission sooner(Instant first, double load) {
    double seconds = Progress.seconds(first, at) / load;
    return Quantity.after(first, seconds)
        .map(this::at)
        .orElseThrow(() ->
            new InputException(
                "at load %s job %s would arrive after %s seconds, too late; maybe the load is too small"
                    .formatted(load, spec.id(), seconds)));
  }

  /**
   * The command that submits the job.
   *
   * @param pause the expected pause of a rescale
   */
  public Command.Submit command(Duration pause) {
    return new Command.Submit(spec, expected, pause);
  }

  public Submission withSpec(JobSpec newSpec) {
    return new Submission(at, newSpec, speed, expected);
  }
}
