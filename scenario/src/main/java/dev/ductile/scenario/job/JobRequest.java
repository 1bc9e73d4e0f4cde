package dev.ductile.scenario.job;

import dev.ductile.api.JobSpec;
import dev.ductile.api.Labels;
import dev.ductile.api.SpeedSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The content of a job file.
 *
 * @param name the name that the user gave
 * @param jobs one job, or one for each element of an array; without owners, and with names that
 *     other jobs may have
 * @param speed the expected speed of each job
 * @param profile the earlier job whose measured speed they start with
 * @param pause the expected pause of a rescale, if the file has one
 * @param labels of the jobs, for people
 * @param hooks whom to tell of changes
 * @param notes remarks for the user
 */
public record JobRequest(
    String name,
    List<JobSpec> jobs,
    SpeedSpec speed,
    ProfileChoice profile,
    Optional<Duration> pause,
    Labels labels,
    List<Hook> hooks,
    List<String> notes) {
  public JobRequest {
    jobs = List.copyOf(jobs);
    hooks = List.copyOf(hooks);
    notes = List.copyOf(notes);
  }
}
