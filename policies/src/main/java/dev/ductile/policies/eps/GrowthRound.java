package dev.ductile.policies.eps;

import dev.ductile.api.Job;
import dev.ductile.api.JobState;
import dev.ductile.api.Phrase;
import dev.ductile.api.Range;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Worded;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The scheduling of running jobs (Algorithm 1, lines 28 to 40, and Section 4.2): free resources go
 * to jobs in the training phase, one worker and one server each, the smallest job first, in one
 * round. Tasks that made a job slower are taken back, and a job that would become slower gets none.
 */
final class GrowthRound {
  private static final double ROUNDING = 1e-9;

  /** A measured speed that is lower by less than this part counts as noise. */
  private static final double NOISE = 0.01;

  private static final Phrase BOUNDS = Phrase.of("its bounds allow no more");

  private final DraftPlan draft;
  private final Rules.Watch watch;
  private final int master;
  private boolean unsettled;

  GrowthRound(DraftPlan draft, Rules.Watch watch, int master) {
    this.draft = draft;
    this.watch = watch;
    this.master = master;
  }

  /** Whether the last additions have to be judged in a later decision. */
  boolean isUnsettled() {
    return unsettled;
  }

  /** Judges earlier additions, now that the speed of the jobs with them is known. */
  void judge() {
    if (!watch.monitor()) {
      return;
    }
    for (PlannedJob plannedJob : draft.plannedJobs()) {
      switch (draft.noted(plannedJob.job())) {
        case GrowthTrial.None none -> {}
        case GrowthTrial.Given given -> judge(plannedJob, given);
        case GrowthTrial.Refused refused -> {
          if (!refused.size().equals(plannedJob.size())) {
            draft.forget(plannedJob.job());
          }
        }
      }
    }
  }

  private void judge(PlannedJob plannedJob, GrowthTrial.Given given) {
    Job job = plannedJob.job();
    double speed = job.progress().stepsPerSecond();
    if (job.state() != JobState.RUNNING || speed == 0) {
      unsettled = true;
    } else if (isSlower(speed, given.stepsPerSecond(), NOISE)) {
      Size before = plannedJob.size();
      takeBack(plannedJob, given);
      draft.note(job, new GrowthTrial.Refused(plannedJob.size()));
      draft.explain(
          job,
          () ->
              Phrase.of(
                  "with {newSize} it makes {newStepsPerSecond}; with fewer it made {oldStepsPerSecond}, so the added tasks are taken back",
                  Role.worded(before),
                  rate(speed),
                  given.stepsPerSecond()));
    } else {
      draft.forget(job);
    }
  }

  private void takeBack(PlannedJob plannedJob, GrowthTrial.Given given) {
    for (Role role : Role.values()) {
      int count = plannedJob.count(role);
      int fewer = role.of(plannedJob.job().spec().bounds()).atMost(Math.max(0, count - 1));
      if (given.holds(role) && plannedJob.isPastFeedback() && fewer < count) {
        plannedJob.remove(role, count - fewer, draft.free());
      }
    }
  }

  /** One round: each job gets one worker and one server, while there are any. */
  void grow() {
    List<PlannedJob> candidates = draft.plannedJobs().stream().filter(this::mayGrow).toList();
    Parts toAdd = toAdd();
    if (candidates.isEmpty() || (toAdd.workers() <= 0 && toAdd.servers() <= 0)) {
      return;
    }
    var marks = new LinkedHashMap<PlannedJob, PlannedJob.Mark>();
    var missed = new HashMap<PlannedJob, Phrase>();
    add(Role.WORKER, toAdd.workers(), candidates, marks, missed);
    add(Role.SERVER, toAdd.servers(), candidates, marks, missed);
    var budget = new Size(Math.max(0, toAdd.workers()), Math.max(0, toAdd.servers()));
    for (PlannedJob plannedJob : candidates) {
      if (!marks.containsKey(plannedJob)) {
        Phrase why = Objects.requireNonNull(missed.get(plannedJob));
        draft.explain(
            plannedJob.job(),
            () ->
                Phrase.of(
                    "running jobs share {addable}, and it gets none: {}",
                    Role.worded(budget),
                    why));
      }
    }
    marks.forEach((plannedJob, mark) -> weigh(plannedJob, mark, budget));
    unsettled |= !marks.isEmpty();
  }

  private boolean mayGrow(PlannedJob plannedJob) {
    Job job = plannedJob.job();
    return plannedJob.isPastFeedback()
        && job.state() == JobState.RUNNING
        && (!watch.monitor() || draft.trial(job) instanceof GrowthTrial.None);
  }

  /** The free resources, divided in the ratio in which running jobs request workers and servers. */
  private Parts toAdd() {
    double workers = 0;
    double servers = 0;
    Resources each = Resources.NONE;
    Resources reserved = Resources.NONE;
    for (Job job : draft.cluster().jobs()) {
      if (job.holdsResources()) {
        Size size = job.spec().request().orElseGet(() -> job.allocation().size());
        workers += size.workers();
        servers += size.servers();
        each = each.plus(job.spec().demand().of(size));
        reserved = master == 0 ? reserved : reserved.plus(masterOf(job));
      }
    }
    double times = Parts.times(draft.free(), reserved, each);
    return new Parts(Parts.whole(times * workers), Parts.whole(times * servers));
  }

  private Resources masterOf(Job job) {
    return job.spec().demand().worker().times(master);
  }

  private void add(
      Role role,
      int budget,
      List<PlannedJob> candidates,
      Map<PlannedJob, PlannedJob.Mark> marks,
      Map<PlannedJob, Phrase> missed) {
    if (budget <= 0) {
      return;
    }
    int left = budget;
    for (PlannedJob plannedJob : candidates.stream().sorted(smallestFirst(role)).toList()) {
      Range range = role.of(plannedJob.job().spec().bounds());
      int next = range.after(plannedJob.count(role)) - plannedJob.count(role);
      int more = plannedJob.mayHave(role, next) ? next : 0;
      PlannedJob.Mark mark = plannedJob.mark();
      if (more > 0 && more <= left && plannedJob.add(role, more, draft.free())) {
        left -= more;
        marks.putIfAbsent(plannedJob, mark);
      } else {
        missed.merge(
            plannedJob,
            why(role, more, left, budget),
            (one, other) -> one.equals(BOUNDS) ? other : one);
      }
    }
  }

  private static Phrase why(Role role, int more, int left, int budget) {
    if (more == 0) {
      return BOUNDS;
    }
    if (more > budget) {
      return Phrase.of(
          "its next size needs {step} more at once",
          new Worded(role.size(more), Integer.toString(more)));
    }
    return Phrase.of(more > left ? "jobs before it took them" : "no node has enough free for one");
  }

  private static Comparator<PlannedJob> smallestFirst(Role role) {
    return Comparator.<PlannedJob>comparingInt(plannedJob -> -plannedJob.job().spec().priority())
        .thenComparingInt(plannedJob -> plannedJob.count(role))
        .thenComparingLong(plannedJob -> plannedJob.job().arrival());
  }

  /** Keeps the added tasks for a trial, unless they are known to make the job slower. */
  private void weigh(PlannedJob plannedJob, PlannedJob.Mark mark, Size budget) {
    Job job = plannedJob.job();
    Size grown = plannedJob.size();
    double before = job.speed().stepsPerSecond(job.allocation());
    double after = job.speed().stepsPerSecond(plannedJob.allocation(draft.free()));
    if (watch.monitor() && isSlower(after, before, ROUNDING)) {
      plannedJob.restore(mark, draft.free());
      draft.note(job, new GrowthTrial.Refused(plannedJob.size()));
      draft.explain(
          job,
          () ->
              Phrase.of(
                  "with {newSize} it would make {newStepsPerSecond} instead of {oldStepsPerSecond}",
                  Role.worded(grown),
                  rate(after),
                  before));
      return;
    }
    if (watch.monitor()) {
      draft.note(
          job,
          new GrowthTrial.Given(
              grown.workers() > mark.size().workers(),
              grown.servers() > mark.size().servers(),
              job.progress().stepsPerSecond()));
    }
    draft.explain(
        job,
        () ->
            Phrase.of(
                "no job can start, so running jobs share {addable}, the smallest first{}",
                Role.worded(budget),
                before > 0
                    ? Phrase.of(
                        "; it makes {newStepsPerSecond} instead of {oldStepsPerSecond}",
                        rate(after),
                        before)
                    : Phrase.NONE));
  }

  private static Worded rate(double stepsPerSecond) {
    String steps = stepsPerSecond == 1 ? "step" : "steps";
    return new Worded(
        stepsPerSecond, "%s %s per second".formatted(Reason.text(stepsPerSecond), steps));
  }

  private static boolean isSlower(double speed, double before, double tolerance) {
    return speed > 0 && speed < before * (1 - tolerance);
  }
}
