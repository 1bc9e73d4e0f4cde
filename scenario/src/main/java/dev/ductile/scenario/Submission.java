package dev.ductile.scenario;

import dev.ductile.api.JobSpec;
import dev.ductile.api.Speed;
import java.time.Instant;

/** A job on its way in: when it comes, what it asks for, and how fast it trains. */
public record Submission(Instant at, JobSpec spec, Speed speed) {
  public Submission at(Instant newAt) {
    return new Submission(newAt, spec, speed);
  }

  public Submission withSpec(JobSpec newSpec) {
    return new Submission(at, newSpec, speed);
  }
}
