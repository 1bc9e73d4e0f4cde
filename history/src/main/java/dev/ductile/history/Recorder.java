package dev.ductile.history;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Phase;
import dev.ductile.api.Progress;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Speeds;
import dev.ductile.scheduler.SchedulerObserver;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** An observer that computes the figures of a run. */
public final class Recorder implements SchedulerObserver {
  private static final int MOST_SPANS = 20_000;

  /** The number of first jobs whose spans are kept; all spans of each of them. */
  private static final int MOST_BAR_JOBS = 500;

  private final Instant start;
  private final double capacity;
  private final Speeds speeds;
  private final boolean detailed;
  private final Map<JobId, Trail> open = new LinkedHashMap<>();
  private final List<Outcome> outcomes = new ArrayList<>();
  private final List<Span> spans = new ArrayList<>();
  private final Series used = new Series();
  private final Series waiting = new Series();
  private final Series running = new Series();
  private final Series present = new Series();
  private double usedNow;
  private int holding;
  private long submitted;
  private boolean spansCut;
  private double last;
  private long rescales;
  private long preemptions;
  private long moves;
  private double lostSeconds;

  /**
   * A recorder of a run that starts now.
   *
   * @param speeds makes the speed of a job, from which its time alone follows
   * @param detailed whether to record a timeline as well
   */
  public Recorder(Instant start, Nodes nodes, Speeds speeds, boolean detailed) {
    this.start = start;
    this.speeds = speeds;
    this.capacity = devices(nodes);
    this.detailed = detailed;
  }

  /** The number of devices that figures count: the cluster's accelerators, or its CPUs. */
  public static double devices(Nodes nodes) {
    return nodes.total().amount(device(nodes));
  }

  /** The resource that figures count. */
  public static String device(Nodes nodes) {
    return nodes.device().orElse(Resources.CPU);
  }

  @Override
  public void happened(Event event) {
    switch (event) {
      case Event.Submitted submitted -> submit(submitted);
      case Event.Allocated allocated -> allocate(allocated);
      case Event.Crashed crashed -> crash(crashed);
      case Event.Finished finished -> end(finished.job(), finished.at(), Outcome.Ending.FINISHED);
      case Event.Failed failed -> end(failed.job(), failed.at(), Outcome.Ending.FAILED);
      case Event.Cancelled cancelled -> end(cancelled.job(), cancelled.at(), Outcome.Ending.KILLED);
      case Event.Running began -> begin(began);
      case Event.OfNode _,
          Event.Setting _,
          Event.Held _,
          Event.Resumed _,
          Event.Amended _,
          Event.Scaled _,
          Event.Unscaled _,
          Event.Refused _,
          Event.Noted _,
          Event.SpeedLearned _,
          Event.Progressed _,
          Event.Rescaled _,
          Event.Released _,
          Event.Unknown _ -> {}
      case Event.PhaseChanged changed -> change(changed);
    }
  }

  private void submit(Event.Submitted event) {
    double now = seconds(event.at());
    var trail =
        new Trail(
            event.spec(),
            speeds.speed(event.speed()).stepsPerSecond(Allocation.together(event.spec().asked())),
            now,
            detailed && submitted++ < MOST_BAR_JOBS);
    open.put(event.spec().id(), trail);
    present.set(now, open.size());
    trail.presentAtSubmission = present.total();
    count(now);
  }

  private void allocate(Event.Allocated event) {
    Trail trail = open.get(event.job());
    if (trail == null) {
      return;
    }
    double now = seconds(event.at());
    closeBar(trail, now);
    note(trail, event);
    hold(trail, now, event.to());
    count(now);
  }

  private void note(Trail trail, Event.Allocated event) {
    if (event.from().isNone()) {
      return;
    }
    if (event.to().isNone()) {
      trail.preemptions++;
      preemptions++;
    } else if (event.from().size().equals(event.to().size())) {
      trail.moves++;
      moves++;
    } else {
      trail.rescales++;
      rescales++;
    }
  }

  private void hold(Trail trail, double now, Allocation target) {
    double devices = trail.spec.demand().devices(target.size());
    trail.service += trail.devices * (now - trail.heldSince);
    usedNow += devices - trail.devices;
    if (trail.where.isNone()) {
      trail.waiting += now - trail.heldSince;
    }
    holding += (target.isNone() ? 0 : 1) - (trail.where.isNone() ? 0 : 1);
    if (Double.isNaN(trail.started) && !target.isNone()) {
      trail.started = now;
    }
    trail.devices = devices;
    trail.heldSince = now;
    trail.where = target;
  }

  private void begin(Event.Running event) {
    Trail trail = open.get(event.job());
    if (trail != null) {
      trail.lost += seconds(event.at()) - trail.heldSince;
      lostSeconds += seconds(event.at()) - trail.heldSince;
    }
  }

  private void change(Event.PhaseChanged event) {
    Trail trail = open.get(event.job());
    if (trail != null && event.phase() == Phase.TRAINING) {
      trail.feedback = seconds(event.at()) - trail.submitted;
    }
  }

  private void crash(Event.Crashed event) {
    Trail trail = open.get(event.job());
    if (trail != null) {
      double now = seconds(event.at());
      closeBar(trail, now);
      hold(trail, now, Allocation.NONE);
      count(now);
    }
  }

  private void end(JobId id, Instant at, Outcome.Ending ending) {
    Trail trail = open.remove(id);
    if (trail == null) {
      return;
    }
    double now = seconds(at);
    closeBar(trail, now);
    hold(trail, now, Allocation.NONE);
    present.set(now, open.size());
    outcomes.add(trail.outcome(ending, now, fairness(trail, now, ending)));
    count(now);
  }

  /** The completion time divided by that on an equal share, by the mean number of active jobs. */
  private double fairness(Trail trail, double now, Outcome.Ending ending) {
    double life = now - trail.submitted;
    if (ending != Outcome.Ending.FINISHED || life <= 0) {
      return Double.NaN;
    }
    double company = Math.max(1, (present.total() - trail.presentAtSubmission) / life);
    double share = capacity / company;
    double asked = trail.spec.demand().devices(trail.spec.asked());
    double alone = trail.spec.work().steps() / trail.askedSpeed;
    return life / (alone * Math.max(1, asked / share));
  }

  private void count(double now) {
    last = Math.max(last, now);
    used.set(now, usedNow);
    if (detailed) {
      running.set(now, holding);
      waiting.set(now, open.size() - holding);
    }
  }

  private void closeBar(Trail trail, double now) {
    if (!trail.keepsBars || trail.where.isNone() || now <= trail.heldSince) {
      return;
    }
    if (spans.size() == MOST_SPANS) {
      spansCut = true;
      return;
    }
    Size size = trail.where.size();
    String nodes =
        trail.where.shares().stream()
            .map(share -> share.node().name())
            .collect(Collectors.joining(" "));
    spans.add(
        new Span(
            trail.spec.id().name(), trail.heldSince, now, size.workers(), size.servers(), nodes));
  }

  /** Seconds that jobs held resources before they trained. */
  public double lostSeconds() {
    return lostSeconds;
  }

  /**
   * The run at {@code end}. Active jobs count as unfinished and have waited or trained until then.
   * If all jobs are over, the run ended with the last one.
   */
  public Run run(
      String policy, long seed, double load, Instant end, Run.End why, RunCounts counts) {
    double now = why == Run.End.ALL_OVER ? last : Math.max(last, seconds(end));
    for (Trail trail : open.values()) {
      closeBar(trail, now);
      hold(trail, now, trail.where);
    }
    var all = new ArrayList<>(outcomes);
    open.values()
        .forEach(
            trail -> all.add(trail.outcome(Outcome.Ending.UNFINISHED, Double.NaN, Double.NaN)));
    used.set(now, usedNow);
    double utilisation = now > 0 ? used.total() / (capacity * now) : 0;
    var totals =
        new Run.Totals(
            now,
            utilisation,
            rescales,
            preemptions,
            moves,
            counts.secondsLost(),
            counts.decisions(),
            counts.rejections(),
            why);
    return new Run(policy, seed, load, List.copyOf(all), totals, capacity, timeline(now));
  }

  /** Counts of a run that the recorder does not observe. */
  public record RunCounts(double secondsLost, long decisions, long rejections) {}

  private Run.Timeline timeline(double now) {
    if (!detailed) {
      return Run.Timeline.EMPTY;
    }
    return new Run.Timeline(
        used.points(now), waiting.points(now), running.points(now), List.copyOf(spans), spansCut);
  }

  private double seconds(Instant at) {
    return Progress.seconds(start, at);
  }

  /** The record of a job that is not over. */
  private static final class Trail {
    private final JobSpec spec;
    private final double askedSpeed;
    private final double submitted;
    private final boolean keepsBars;
    private double presentAtSubmission;
    private double started = Double.NaN;
    private Allocation where = Allocation.NONE;
    private double heldSince;
    private double devices;
    private double waiting;
    private double service;
    private double lost;
    private double feedback = Double.NaN;
    private int rescales;
    private int preemptions;
    private int moves;

    Trail(JobSpec spec, double askedSpeed, double submitted, boolean keepsBars) {
      this.spec = spec;
      this.askedSpeed = askedSpeed;
      this.submitted = submitted;
      this.keepsBars = keepsBars;
      this.heldSince = submitted;
    }

    Outcome outcome(Outcome.Ending ending, double ended, double fairness) {
      return new Outcome(
          spec.id().name(),
          spec.owner(),
          ending,
          submitted,
          started,
          ended,
          waiting,
          service,
          fairness,
          rescales,
          preemptions,
          moves,
          lost,
          feedback);
    }
  }
}
