package dev.ductile.learned.sets;

import dev.ductile.api.Size;
import dev.ductile.learned.slot.Action;
import dev.ductile.learned.slot.ActionSpace;
import dev.ductile.learned.slot.Seat;
import dev.ductile.policies.sizing.Budget;
import dev.ductile.policies.sizing.Candidate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The figures of a job, relative to the averages of all jobs of a slot. */
final class JobFigures {
  /** The place of the dominant share among the figures. */
  static final int SHARE = 1;

  private static final List<String> OF_JOB =
      List.of("runs", "dominantShare", "slotsToEnd", "timeBesideOthers", "fairShare", "load");

  private static final double LEAST_GAIN = 1e-3;
  private static final double MOST = 8;

  private final List<Action.Tasks> steps;
  private final Budget budget;
  private final JobAverages averages;
  private final double slotSeconds;

  JobFigures(ActionSpace actions, Budget budget, JobAverages averages, Duration slot) {
    this.steps = actions.ofJob();
    this.budget = budget;
    this.averages = averages;
    this.slotSeconds = slot.toNanos() * 1e-9;
  }

  /** The names of the figures of a job. */
  static List<String> names(ActionSpace actions) {
    var names = new ArrayList<>(OF_JOB);
    for (Action.Tasks tasks : actions.ofJob()) {
      String step = tasks.name().toLowerCase(Locale.ROOT);
      names.add(step + ".saved");
      names.add(step + ".savedPerShare");
      names.add(step + ".share");
    }
    return names;
  }

  /** Writes the figures of a job with its tasks so far. */
  void write(Seat seat, float[] values, int start) {
    Candidate candidate = seat.candidate();
    double speed = speed(candidate, seat.size());
    boolean runs = speed > 0;
    double share = budget.share(candidate, seat.size());
    double seconds = seat.remaining() / (runs ? speed : candidate.speeds().stepsPerSecond(0));
    values[start] = runs ? 1 : 0;
    values[start + SHARE] = (float) share;
    values[start + 2] = log(seconds / slotSeconds);
    values[start + 3] =
        (float)
            Math.clamp((Math.log(Math.max(1, seconds)) - averages.logSeconds()) / 3, -MOST, MOST);
    values[start + 4] = (float) Math.log1p(share * averages.jobs());
    values[start + 5] = log(averages.jobs() * averages.leastShare());
    int at = start + OF_JOB.size();
    for (Action.Tasks tasks : steps) {
      writeStep(seat, seat.step(tasks), speed, values, at);
      at += 3;
    }
  }

  private void writeStep(Seat seat, Size step, double speed, float[] values, int at) {
    if (step.isNone()) {
      values[at] = -1;
      values[at + 1] = log(0);
      values[at + 2] = 0;
      return;
    }
    Candidate candidate = seat.candidate();
    Size size = seat.size();
    double after =
        speed(
            candidate, new Size(size.workers() + step.workers(), size.servers() + step.servers()));
    double saved = after > 0 ? 1 - speed / after : 0;
    double seconds = seat.remaining() / (speed > 0 ? speed : Math.max(after, 1e-12));
    double share = budget.share(candidate, step) / averages.leastShare();
    values[at] = (float) Math.max(-1, saved);
    values[at + 1] = log(saved * Math.min(seconds / slotSeconds, 1000) / Math.max(1e-6, share));
    values[at + 2] = log(share);
  }

  /** The speed at a size; 0 if the job cannot have it. */
  private static double speed(Candidate candidate, Size size) {
    boolean isLegal = candidate.job().spec().bounds().allows(size);
    return isLegal ? candidate.speeds().stepsPerSecond(size) : 0;
  }

  private static float log(double value) {
    return (float) (Math.clamp(Math.log(Math.max(LEAST_GAIN, value)), -MOST, MOST) / 3);
  }
}
