package dev.ductile.answers.forecast;

import dev.ductile.api.Cluster;
import dev.ductile.api.Command;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Speeds;
import dev.ductile.rest.DryRun;
import dev.ductile.scheduler.Ledger;
import java.util.ArrayList;
import java.util.List;

/**
 * The answer to a submission that is not made: whether the jobs can run, and when.
 *
 * @param speeds makes the speeds of the submitted jobs
 */
public record DryRunAnswers(Forecasts forecasts, Speeds speeds) {
  /** Of a larger array only the first jobs have a forecast. */
  private static final int MOST_FORECASTS = 20;

  /** The answer for jobs that would be submitted now, in this order. */
  public DryRun of(LiveState state, List<Command.Submit> jobs) {
    var problems = new ArrayList<String>();
    for (Command.Submit submit : jobs) {
      Feasibility.problems(state.cluster(), submit.spec())
          .forEach(problem -> problems.add("%s: %s".formatted(submit.job(), problem)));
    }
    if (!problems.isEmpty()) {
      return new DryRun(false, List.copyOf(problems), List.of());
    }
    LiveState after = state.with(submitted(state.cluster(), jobs, speeds));
    List<JobId> asked = jobs.stream().map(Command.Submit::job).limit(MOST_FORECASTS).toList();
    return new DryRun(true, List.of(), forecasts.of(after, asked));
  }

  /** The picture after these submissions. */
  static Cluster submitted(Cluster cluster, List<Command.Submit> jobs, Speeds speeds) {
    if (jobs.isEmpty()) {
      return cluster;
    }
    var ledger = new Ledger(cluster, speeds);
    jobs.forEach(job ->
        ledger.fold(new Event.Submitted(cluster.now(), job.spec(), job.speed(), job.pause())));
    return ledger.picture(cluster.now());
  }
}
