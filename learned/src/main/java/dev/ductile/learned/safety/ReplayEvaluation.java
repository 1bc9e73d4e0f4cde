package dev.ductile.learned.safety;

import dev.ductile.api.JobId;
import dev.ductile.history.Figures;
import dev.ductile.history.RecordedRun;
import dev.ductile.history.RunSettings;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Shadow;
import dev.ductile.scheduler.DecisionWatch;
import dev.ductile.simulator.Interval;
import dev.ductile.simulator.Replay;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Replays windows of the recorded arrivals under both policies, each window from an empty cluster.
 * The policy in shadow is better if the interval of the paired differences of mean completion times
 * excludes that it is not, and if it leaves no more jobs unfinished in any window.
 *
 * @param recorded the run so far
 */
public record ReplayEvaluation(
    Supplier<RecordedRun> recorded,
    RunSettings settings,
    Choice teacher,
    Choice candidate,
    Shadow.Promotion rules,
    Catalog catalog)
    implements Evaluation {

  @Override
  public Verdict evaluate() {
    catalog.check(candidate); // its model may have been replaced since the run began
    RecordedRun run = recorded.get();
    List<JobId> jobs = ArrivalWindows.jobs(run);
    int needed = rules.windows() * rules.jobs();
    if (jobs.size() < needed) {
      return new Verdict(
          false,
          "an evaluation needs %d recorded jobs of known speed, and there are %d"
              .formatted(needed, jobs.size()));
    }
    List<RecordedRun> windows = ArrivalWindows.of(run, jobs, rules.windows());
    var differences = new double[windows.size()];
    for (int i = 0; i < differences.length; i++) {
      Replay replay = replay(windows.get(i));
      Figures under = replay.under(teacher).figures();
      Figures instead = replay.under(candidate).figures();
      if (instead.unfinished() > under.unfinished() || instead.finished() == 0) {
        return new Verdict(
            false,
            "in window %d of %d, %s leaves %d jobs unfinished, and %s leaves %d"
                .formatted(
                    i + 1,
                    differences.length,
                    candidate.name(),
                    instead.unfinished(),
                    teacher.name(),
                    under.unfinished()));
      }
      differences[i] = instead.averageCompletion() / under.averageCompletion() - 1;
    }
    return verdict(Interval.of(differences));
  }

  private Replay replay(RecordedRun window) {
    return new Replay(
        window,
        settings,
        Choice.ofLine(settings.placement()),
        List.of(teacher, candidate),
        catalog,
        new DecisionWatch(Duration.ofDays(1), () -> 0));
  }

  private Verdict verdict(Interval difference) {
    return new Verdict(
        difference.high() < 0,
        String.format(
            Locale.ROOT,
            "in replays of %d windows of the recorded jobs, the mean completion time under %s differs from that under %s by %+.1f %% (95 %% interval %+.1f %% to %+.1f %%)",
            difference.samples(),
            candidate.name(),
            teacher.name(),
            100 * difference.mean(),
            100 * difference.low(),
            100 * difference.high()));
  }
}
