package dev.ductile.answers.forecast;

import dev.ductile.api.Cluster;
import dev.ductile.api.Command;
import dev.ductile.api.Demand;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Size;
import dev.ductile.api.Speeds;
import dev.ductile.rest.DryRun;
import dev.ductile.scheduler.Ledger;
import dev.ductile.text.Suggestion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

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
    List<String> problems = problems(state, jobs);
    if (!problems.isEmpty()) {
      return new DryRun(false, problems, List.of(), List.of());
    }
    LiveState after = state.with(submitted(state.cluster(), jobs, speeds));
    List<JobId> asked = jobs.stream().map(Command.Submit::job).limit(MOST_FORECASTS).toList();
    return new DryRun(true, List.of(), notes(state, jobs), forecasts.of(after, asked));
  }

  /**
   * Why jobs can never start, even with all known nodes up and empty; one of several equal jobs
   * stands for all.
   */
  public static List<String> problems(LiveState state, List<Command.Submit> jobs) {
    return problems(state.everyNode(), state, jobs);
  }

  /**
   * What else the user should know: why jobs cannot start before more of the nodes are up, and
   * queues that may be misspelt.
   */
  public static List<String> notes(LiveState state, List<Command.Submit> jobs) {
    Stream<String> obstacles =
        problems(state.cluster().nodes(), state, jobs).stream()
            .map(problem -> "cannot start at present: " + problem);
    return Stream.concat(obstacles, newQueues(state, jobs)).toList();
  }

  /** Queues without settings, which a job may name all the same. */
  private static Stream<String> newQueues(LiveState state, List<Command.Submit> jobs) {
    Set<String> known = new TreeSet<>(Set.of(JobSpec.DEFAULT_QUEUE));
    state.cluster().settings().queues().forEach(queue -> known.add(queue.name()));
    return jobs.stream()
        .map(submit -> submit.spec().queue())
        .distinct()
        .filter(queue -> !known.contains(queue))
        .map(queue ->
            "the queue \"%s\" is not configured, so it has no guarantee and no quota%s"
                .formatted(queue, Suggestion.phrase(queue, known)));
  }

  private static List<String> problems(Nodes nodes, LiveState state, List<Command.Submit> jobs) {
    var problems = new ArrayList<String>();
    var seen = new HashSet<Request>();
    for (Command.Submit submit : jobs) {
      JobSpec spec = submit.spec();
      if (seen.add(new Request(spec.demand(), spec.bounds().least(), spec.queue()))) {
        Feasibility.problems(nodes, state.cluster().settings().queues(), spec)
            .forEach(problem -> problems.add("%s: %s".formatted(submit.job(), problem)));
      }
    }
    return List.copyOf(problems);
  }

  private record Request(Demand demand, Size least, String queue) {}

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
