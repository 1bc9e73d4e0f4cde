package dev.ductile.scenario.job;

import dev.ductile.api.Command;
import dev.ductile.api.Dependency;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Turns the content of a job file into commands.
 *
 * @param owner the user who submits it
 * @param ids the unused name that a job gets instead of the one in the file
 * @param others the jobs that a name in {@code after} stands for: one job, or all jobs of an array;
 *     none if it is not known
 * @param pause the expected pause of a rescale of a job whose file has none
 */
public record SubmittedJobs(
    String owner,
    Function<String, JobId> ids,
    Function<String, List<JobId>> others,
    Function<JobSpec, Duration> pause) {
  /**
   * One command for each job of the file.
   *
   * @throws IllegalArgumentException if it waits for a job that is not known
   */
  public List<Command.Submit> commands(JobRequest request) {
    return request.jobs().stream()
        .map(job ->
            job.withOwner(owner).withAfter(dependencies(job)).withId(ids.apply(job.id().name())))
        .map(job ->
            new Command.Submit(
                job, request.speed(), request.pause().orElseGet(() -> pause.apply(job))))
        .toList();
  }

  private List<Dependency> dependencies(JobSpec job) {
    var all = new ArrayList<Dependency>();
    for (Dependency written : job.after()) {
      List<JobId> found = others.apply(written.job().name());
      if (found.isEmpty()) {
        throw new IllegalArgumentException(
            "job %s is to start after %s, and no job of that name was submitted"
                .formatted(job.id(), written.job()));
      }
      found.forEach(each -> all.add(new Dependency(each, written.condition())));
    }
    return all.stream().distinct().toList();
  }
}
