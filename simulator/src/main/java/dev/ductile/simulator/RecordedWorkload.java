package dev.ductile.simulator;

import dev.ductile.api.Dependency;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Program;
import dev.ductile.api.Work;
import dev.ductile.history.RecordedRun;
import dev.ductile.scenario.Constant;
import dev.ductile.scenario.Submission;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The jobs of a recorded run as a workload for simulations, without their programs.
 *
 * @param jobs in order of time
 * @param leftOut jobs that have no known end, and did not end in the recording
 * @param assumptions sentences for readers
 */
public record RecordedWorkload(
    List<Submission> jobs, List<JobId> leftOut, List<String> assumptions) {
  public RecordedWorkload {
    jobs = List.copyOf(jobs);
    leftOut = List.copyOf(leftOut);
    assumptions = List.copyOf(assumptions);
  }

  /**
   * The jobs that were submitted in a run. They train at the speeds of {@link
   * RecordedRun#submissions}, as in a replay.
   */
  public static RecordedWorkload of(RecordedRun run) {
    Map<JobId, Double> ran = run.runTimes();
    var jobs = new ArrayList<Submission>();
    var leftOut = new ArrayList<JobId>();
    Set<JobId> ofLength = new HashSet<>(run.jobsOfRecordedLength());
    for (Submission job : run.submissions()) {
      JobId id = job.spec().id();
      Optional<Double> seconds = Optional.ofNullable(ran.get(id));
      if (!job.spec().work().isUnknown() && !job.speed().isUnknown()) {
        jobs.add(job);
      } else if (seconds.isPresent()) {
        jobs.add(ofLength(job, seconds.get()));
        ofLength.add(id);
      } else {
        leftOut.add(id);
      }
    }
    Set<JobId> learned = new HashSet<>(run.jobsWithLearnedSpeed());
    learned.removeAll(ofLength);
    return new RecordedWorkload(
        plain(jobs), leftOut, assumptions(ofLength.size(), learned.size(), run));
  }

  /** A job that takes this time at any size. */
  private static Submission ofLength(Submission job, double seconds) {
    JobSpec spec = job.spec().withWork(new Work(seconds, 0, "seconds"));
    return new Submission(job.at(), spec, new Constant(1).spec());
  }

  private static List<Submission> plain(List<Submission> jobs) {
    Set<JobId> names = new HashSet<>();
    jobs.forEach(job -> names.add(job.spec().id()));
    return jobs.stream().map(job -> job.withSpec(plain(job.spec(), names))).toList();
  }

  private static JobSpec plain(JobSpec spec, Set<JobId> names) {
    List<Dependency> after =
        spec.after().stream().filter(each -> names.contains(each.job())).toList();
    return spec.withProgram(Program.NONE).withAfter(after);
  }

  private static List<String> assumptions(int measured, int learned, RecordedRun run) {
    var sentences = new ArrayList<String>();
    if (measured > 0) {
      sentences.add(
          "jobs that did not say how long they take (%d) take as long as they did, at any size"
              .formatted(measured));
    }
    if (learned > 0) {
      sentences.add(
          "jobs whose speeds were learned (%d) train at these speeds; the scheduler is given those of the submission"
              .formatted(learned));
    }
    if (!run.setbacks().isEmpty()) {
      sentences.add(
          "jobs that failed or were cancelled (%d) run to their end"
              .formatted(run.setbacks().size()));
    }
    return sentences;
  }
}
