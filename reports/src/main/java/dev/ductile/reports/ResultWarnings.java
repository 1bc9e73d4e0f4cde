package dev.ductile.reports;

import dev.ductile.history.Outcome;
import dev.ductile.history.Run;
import dev.ductile.simulator.Results;
import dev.ductile.text.PlainValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** Warnings about the figures, each in one sentence. */
final class ResultWarnings {
  private ResultWarnings() {}

  /** All warnings, those about the workload last. */
  static List<String> of(Results results) {
    var concerns = new ArrayList<>(ofRuns(results));
    concerns.addAll(results.scenario().workload().notes());
    return List.copyOf(concerns);
  }

  /** The warnings that are known only after the runs. */
  static List<String> ofRuns(Results results) {
    var concerns = new ArrayList<String>();
    for (String policy : results.policies()) {
      List<Run> runs = results.runs().stream().filter(run -> run.policy().equals(policy)).toList();
      addStopped(concerns, policy, runs, Run.End.HORIZON, "the horizon");
      addStopped(concerns, policy, runs, Run.End.DECISIONS, "the limit of decisions");
      addStopped(concerns, policy, runs, Run.End.STANDSTILL, "a standstill");
      addRejected(concerns, policy, runs);
      addFailed(concerns, policy, runs);
    }
    concerns.addAll(sameRuns(results));
    concerns.addAll(belowBound(results));
    return List.copyOf(concerns);
  }

  /** Seeds that change nothing: each policy has the same figures under every seed. */
  private static List<String> sameRuns(Results results) {
    boolean isSame =
        Summary.of(results).stream()
            .flatMap(summary -> summary.lines().stream())
            .allMatch(line -> line.interval(Measure.AVERAGE_COMPLETION).isConstant());
    return isSame && !results.policies().isEmpty()
        ? List.of(
            text(
                "The %s change nothing: every run of a policy is the same, so this is one run, and no difference is tested.",
                counted(results.seeds().size(), "seed")))
        : List.of();
  }

  /** Policies whose mean is below a bound, and the cause. */
  private static List<String> belowBound(Results results) {
    boolean isOne = results.scenario().loads().size() == 1;
    return Summary.of(results).stream()
        .flatMap(summary ->
            summary.lines().stream()
                .filter(summary::isBelowBound)
                .map(line ->
                    text(
                        "%s: its mean completion%s is below the bound of all jobs, because %s.",
                        line.policy(),
                        isOne ? "" : " at load " + PlainValue.text(summary.load()),
                        line.complete()
                            ? "users cancelled jobs, or jobs ran faster than their models"
                            : "it is the mean of the jobs that ended only")))
        .toList();
  }

  private static void addStopped(
      List<String> concerns, String policy, List<Run> runs, Run.End end, String where) {
    List<Run> stopped = runs.stream().filter(run -> run.totals().end() == end).toList();
    if (!stopped.isEmpty()) {
      long unfinished = total(stopped, run -> count(run, Outcome.Ending.UNFINISHED));
      concerns.add(
          text(
              "%s: %,d of %s stopped at %s%s with %s unfinished; its figures are of the others.",
              policy,
              stopped.size(),
              counted(runs.size(), "run"),
              where,
              loads(runs, stopped),
              counted(unfinished, "job")));
    }
  }

  /** The loads concerned, if it is not all of them. */
  private static String loads(List<Run> all, List<Run> some) {
    List<String> loads = some.stream().map(Run::load).distinct().map(PlainValue::text).toList();
    return loads.size() == all.stream().map(Run::load).distinct().count()
        ? ""
        : " at load " + String.join(", ", loads);
  }

  private static void addRejected(List<String> concerns, String policy, List<Run> runs) {
    long rejected = total(runs, run -> run.totals().rejections());
    if (rejected > 0) {
      long decisions = total(runs, run -> run.totals().decisions());
      concerns.add(
          text(
              "%s: %,d of %s had illegal grants, which were dropped; the rest was applied.",
              policy, rejected, counted(decisions, "plan")));
    }
  }

  private static void addFailed(List<String> concerns, String policy, List<Run> runs) {
    long failed = total(runs, run -> count(run, Outcome.Ending.FAILED));
    if (failed > 0) {
      concerns.add(text("%s: %s failed.", policy, counted(failed, "job")));
    }
  }

  private static long count(Run run, Outcome.Ending ending) {
    return run.outcomes().stream().filter(outcome -> outcome.ending() == ending).count();
  }

  private static long total(List<Run> runs, ToLongFunction<Run> number) {
    return runs.stream().mapToLong(number).sum();
  }

  private static String counted(long count, String noun) {
    return text(count == 1 ? "%,d %s" : "%,d %ss", count, noun);
  }

  private static String text(String template, Object... values) {
    return String.format(Locale.ROOT, template, values);
  }
}
