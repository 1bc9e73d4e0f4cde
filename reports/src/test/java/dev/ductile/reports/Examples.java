package dev.ductile.reports;

import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.history.Outcome;
import dev.ductile.history.Outcome.Ending;
import dev.ductile.history.Run;
import dev.ductile.history.Series;
import dev.ductile.history.Span;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Decisions;
import dev.ductile.scenario.Failures;
import dev.ductile.scenario.Feedback;
import dev.ductile.scenario.Noise;
import dev.ductile.scenario.Rescale;
import dev.ductile.scenario.RunLimits;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.Submission;
import dev.ductile.scenario.Workload;
import dev.ductile.simulator.Bound;
import dev.ductile.simulator.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Results written by hand, small enough to check with a pencil. */
final class Examples {
  static final ReportContext ABOUT =
      new ReportContext(
          "three jobs <by hand>", "ductile simulate \"two & two.yaml\"", "0.0.0-test");

  private static final double NEVER = Double.NaN;

  private Examples() {}

  /** Two policies, two seeds, one load; all jobs finish. */
  static Results twoByTwo() {
    return results(List.of("fifo", "srtf"), List.of(1L, 2L), List.of(1.0), Examples::finished);
  }

  /** Two loads, with every kind of failure in a run. */
  static Results troubled() {
    return results(List.of("fifo", "srtf"), List.of(1L, 2L), List.of(0.5, 2.0), Examples::stopped);
  }

  /** A run without jobs. */
  static Results empty() {
    return results(List.of("fifo"), List.of(1L), List.of(1.0), Examples::nothing);
  }

  /** Creates a run of an example. */
  @FunctionalInterface
  interface Maker {
    Run run(String policy, long seed, double load);
  }

  static Results results(List<String> policies, List<Long> seeds, List<Double> loads, Maker maker) {
    var runs = new ArrayList<Run>();
    var bounds = new ArrayList<Bound>();
    for (double load : loads) {
      for (long seed : seeds) {
        policies.forEach(policy -> runs.add(maker.run(policy, seed, load)));
        bounds.add(new Bound("clairvoyant", seed, load, 3, 60, 400));
        bounds.add(new Bound("infinite", seed, load, 3, 50.5, 350));
      }
    }
    return new Results(scenario(policies, seeds, loads), runs, bounds);
  }

  static Scenario scenario(List<String> policies, List<Long> seeds, List<Double> loads) {
    return new Scenario(
        "two </script> & two",
        Nodes.uniform(2, Resources.gpus(4)),
        new Workload() {
          @Override
          public Stream<Submission> submissions(long seed, double load) {
            return Stream.of();
          }

          @Override
          public List<String> notes() {
            return loads.size() > 1 ? List.of("2 jobs without a size were left out") : List.of();
          }
        },
        policies.stream().map(Choice::named).toList(),
        Choice.named("consolidated"),
        Rescale.FREE,
        Decisions.ON_EVENTS,
        Noise.NONE,
        0,
        Failures.NEVER,
        Feedback.NONE,
        Optional.empty(),
        RunLimits.GENEROUS,
        seeds,
        loads,
        Optional.empty());
  }

  private static Run finished(String policy, long seed, double load) {
    double gain = policy.equals("srtf") ? 20 : 0;
    return new Run(
        policy,
        seed,
        load,
        List.of(
            outcome("a", "ana", Ending.FINISHED, 0, 0, (double) (100 + seed)),
            outcome("b", "bo, \"the builder\"", Ending.FINISHED, 10, 30, 200 - gain * seed),
            outcome("c-</script>", "", Ending.FINISHED, 20.25, 100, 460 - gain)),
        new Run.Totals(460 - gain, 0.75, 3, 1, 0, 30.5, 12, 0, Run.End.ALL_OVER),
        8,
        timeline());
  }

  private static Run stopped(String policy, long seed, double load) {
    return new Run(
        policy,
        seed,
        load,
        List.of(
            outcome("a", "ana", Ending.FINISHED, 0, 0, 90 * load + seed),
            outcome("b", "bo", Ending.KILLED, 10, 30, 60),
            outcome("d", "bo", Ending.FAILED, 15, 40, 70),
            outcome("c", "", Ending.UNFINISHED, 20, NEVER, NEVER)),
        new Run.Totals(12_000_000, 0.5, 0, 0, 0, 12_000_000, 9, 2, Run.End.HORIZON),
        8,
        timeline());
  }

  private static Run nothing(String policy, long seed, double load) {
    return new Run(
        policy,
        seed,
        load,
        List.of(),
        new Run.Totals(0, 0, 0, 0, 0, 0, 0, 0, Run.End.ALL_OVER),
        8,
        Run.Timeline.EMPTY);
  }

  static Outcome outcome(
      String job, String owner, Ending ending, double submitted, double started, double ended) {
    boolean finished = ending == Ending.FINISHED;
    return new Outcome(
        job,
        owner,
        ending,
        submitted,
        started,
        ended,
        Double.isNaN(started) ? 0 : started - submitted,
        finished ? 4 * (ended - started) : 0,
        finished ? 1.25 : NEVER,
        finished ? 1 : 0,
        0,
        0,
        5,
        NEVER);
  }

  private static Run.Timeline timeline() {
    return new Run.Timeline(
        List.of(new Series.Point(0, 8), new Series.Point(100, 4), new Series.Point(200, 2)),
        List.of(new Series.Point(0, 1.5), new Series.Point(100, 0), new Series.Point(200, 0)),
        List.of(new Series.Point(0, 2), new Series.Point(100, 1), new Series.Point(200, 1)),
        List.of(
            new Span("a", 0, 50, 4, 0, "node-0"),
            new Span("a", 50, 101, 2, 1, "node-0 node-1"),
            new Span("b", 30, 180, 4, 0, "node-1"),
            new Span("c-</script>", 101, 440, 2, 0, "node-0")),
        false);
  }
}
