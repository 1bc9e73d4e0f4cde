package dev.ductile.scheduler;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Note;
import dev.ductile.api.Phase;
import dev.ductile.api.Progress;
import dev.ductile.api.Queue;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.contracts.GivenSpeed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The slow, obvious form of the ledger: it shares and caches nothing, and sums up the whole history
 * of a job for each query.
 */
final class ReferenceLedger {
  private final Map<NodeId, Node> up = new LinkedHashMap<>();
  private final Set<NodeId> drained = new HashSet<>();
  Optional<String> policy = Optional.empty();
  final Map<String, Queue> queues = new LinkedHashMap<>();
  final Map<JobId, Entry> jobs = new LinkedHashMap<>();

  /** A span of constant rate and devices of a job; it lasts until the next one. */
  private record Span(Instant from, double stepsPerSecond, double devices) {}

  /** A report of the true number of steps. */
  private record Report(Instant at, double steps) {}

  /** One job that is not over. */
  static final class Entry {
    JobSpec spec;
    final Instant submitted;
    private final List<Span> spans = new ArrayList<>();
    private Report last;
    JobState state = JobState.QUEUED;
    Phase phase;
    Allocation allocation = Allocation.NONE;
    long revision;
    Duration pause;
    Instant protectedUntil;
    final Map<String, Note> notes = new HashMap<>();
    boolean held;
    JobSpec ownSpec;
    boolean isScaled;
    SpeedSpec speed;
    final List<String> measured = new ArrayList<>();
    private boolean hasArrived;

    private Entry(Event.Submitted event) {
      speed = event.speed();
      spec = event.spec();
      ownSpec = spec;
      submitted = event.at();
      last = new Report(event.at(), 0);
      phase = spec.work().feedbackSteps() > 0 ? Phase.EARLY_FEEDBACK : Phase.TRAINING;
      pause = event.pause();
      protectedUntil = event.at();
    }

    double steps(Instant now) {
      double steps = last.steps();
      for (int i = 0; i < spans.size(); i++) {
        steps += spans.get(i).stepsPerSecond() * secondsOf(i, last.at(), now);
      }
      return Math.min(steps, spec.work().steps());
    }

    double service(Instant now) {
      double service = 0;
      for (int i = 0; i < spans.size(); i++) {
        service += spans.get(i).devices() * secondsOf(i, submitted, now);
      }
      return service;
    }

    boolean holds() {
      return !allocation.isNone();
    }

    boolean isProtected(Instant now) {
      return holds() && (now.isBefore(protectedUntil) || state == JobState.UNKNOWN);
    }

    /** The seconds of a span that lie after {@code since} and before {@code now}. */
    private double secondsOf(int span, Instant since, Instant now) {
      Instant from = later(spans.get(span).from(), since);
      Instant to = span + 1 < spans.size() ? spans.get(span + 1).from() : now;
      return Math.max(0, Progress.seconds(from, to));
    }

    private void hold(Instant now) {
      held = true;
      protectedUntil = now;
    }

    private void amend(JobSpec newSpec) {
      ownSpec = newSpec;
      spec = isScaled ? newSpec.fixedAt(spec.bounds().least()) : newSpec;
    }

    private void scale(Size size) {
      isScaled = true;
      spec = ownSpec.fixedAt(size);
    }

    private void unscale() {
      isScaled = false;
      spec = ownSpec;
    }

    /** A job that trains no step yet has no speed, nor has one whose last order is under way. */
    private void measure(double stepsPerSecond) {
      if (stepsPerSecond > 0 && hasArrived && state == JobState.RUNNING) {
        measured.add("%s at %s".formatted(stepsPerSecond, allocation));
      }
    }

    private double devices() {
      return spans.isEmpty() ? 0 : spans.getLast().devices();
    }

    private double rate() {
      return spans.isEmpty() ? 0 : spans.getLast().stepsPerSecond();
    }

    private void goOn(Instant now, double stepsPerSecond, double devices) {
      double done = steps(now);
      spans.add(new Span(now, stepsPerSecond, devices));
      last = new Report(now, done);
    }

    private void stop(Instant now) {
      goOn(now, 0, 0);
      state = JobState.QUEUED;
      allocation = Allocation.NONE;
      protectedUntil = now;
    }
  }

  List<Node> nodes() {
    return up.values().stream().filter(node -> !drained.contains(node.id())).toList();
  }

  /** A node that is undrained comes last, like a new one. */
  private void undrain(NodeId id) {
    if (drained.remove(id) && up.containsKey(id)) {
      up.put(id, up.remove(id));
    }
  }

  void fold(Event event) {
    switch (event) {
      case Event.NodeUp joined -> {
        up.remove(joined.node().id());
        up.put(joined.node().id(), joined.node());
      }
      case Event.NodeDown down -> up.remove(down.node());
      case Event.NodeDrained node -> drained.add(node.node());
      case Event.NodeUndrained node -> undrain(node.node());
      case Event.PolicySet set -> policy = Optional.of(set.policy());
      case Event.QueueSet set -> {
        queues.remove(set.queue().name());
        queues.put(set.queue().name(), set.queue());
      }
      case Event.QueueRemoved gone -> queues.remove(gone.queue());
      case Event.Submitted submitted ->
          jobs.putIfAbsent(submitted.spec().id(), new Entry(submitted));
      case Event.Refused refused -> {}
      case Event.Held held -> on(held.job(), job -> job.hold(held.at()));
      case Event.Resumed resumed -> on(resumed.job(), job -> job.held = false);
      case Event.Amended amended -> on(amended.job(), job -> job.amend(amended.spec()));
      case Event.Scaled scaled -> on(scaled.job(), job -> job.scale(scaled.size()));
      case Event.Unscaled unscaled -> on(unscaled.job(), Entry::unscale);
      case Event.Finished finished -> jobs.remove(finished.job());
      case Event.Failed failed -> jobs.remove(failed.job());
      case Event.Cancelled cancelled -> jobs.remove(cancelled.job());
      case Event.Allocated allocated -> on(allocated.job(), job -> allocate(job, allocated));
      case Event.Noted noted -> on(noted.job(), job -> job.notes.put(noted.policy(), noted.note()));
      case Event.PhaseChanged changed -> on(changed.job(), job -> job.phase = changed.phase());
      case Event.SpeedLearned learned -> on(learned.job(), job -> job.speed = learned.speed());
      case Event.Rescaled rescaled ->
          on(rescaled.job(), job -> job.pause = half(job.pause, rescaled.pause()));
      case Event.Running running -> on(running.job(), job -> run(job, running));
      case Event.Progressed progressed -> on(progressed.job(), job -> progress(job, progressed));
      case Event.Released released -> on(released.job(), job -> release(job, released));
      case Event.Unknown unknown -> on(unknown.job(), job -> markUnknown(job, unknown));
      case Event.Crashed crashed -> on(crashed.job(), job -> crash(job, crashed));
    }
  }

  private static void allocate(Entry job, Event.Allocated event) {
    job.revision = event.revision();
    job.hasArrived = false;
    if (event.to().isNone()) {
      job.stop(event.at());
      return;
    }
    boolean wasRunning = job.state == JobState.RUNNING;
    boolean isFree = wasRunning && job.pause.isZero();
    protect(job, event.at());
    job.goOn(
        event.at(),
        isFree ? GivenSpeed.SPEEDS.speed(job.speed).stepsPerSecond(event.to()) : 0,
        job.spec.demand().devices(event.to().size()));
    if ((wasRunning && !isFree) || job.state == JobState.UNKNOWN) {
      job.state = JobState.RESCALING;
    } else if (job.state == JobState.QUEUED) {
      job.state = JobState.STARTING;
    }
    job.allocation = event.to();
  }

  /**
   * A cooldown follows every change, and a minimum run follows a start; neither shortens either.
   */
  private static void protect(Entry job, Instant now) {
    Instant cooldown = now.plus(job.spec.protection().cooldown());
    Instant minimumRun = now.plus(job.spec.protection().minimumRun());
    job.protectedUntil = later(cooldown, job.holds() ? job.protectedUntil : minimumRun);
  }

  private static void run(Entry job, Event.Running event) {
    if (job.holds() && event.revision() >= job.revision) {
      job.goOn(event.at(), event.stepsPerSecond(), job.devices());
      boolean isFirst = !job.hasArrived;
      job.hasArrived = job.allocation.equals(event.where());
      if (job.hasArrived) {
        job.state = JobState.RUNNING;
        if (isFirst) {
          job.measure(event.stepsPerSecond());
        }
      } else if (job.state == JobState.UNKNOWN) {
        job.state = JobState.RESCALING;
      }
    }
  }

  private static void progress(Entry job, Event.Progressed event) {
    if (job.holds()) {
      boolean isLate = event.revision() < job.revision;
      job.goOn(event.at(), isLate ? job.rate() : event.stepsPerSecond(), job.devices());
      job.last = new Report(event.at(), event.steps());
      if (!isLate) {
        job.measure(event.stepsPerSecond());
      }
    }
  }

  private static void release(Entry job, Event.Released event) {
    if (!job.holds() && event.revision() >= job.revision) {
      job.goOn(event.at(), 0, 0);
      job.last = new Report(event.at(), event.steps());
    }
  }

  private static void markUnknown(Entry job, Event.Unknown event) {
    if (job.holds() && event.revision() >= job.revision) {
      job.goOn(event.at(), 0, job.devices());
      job.state = JobState.UNKNOWN;
    }
  }

  private static void crash(Entry job, Event.Crashed event) {
    if (event.revision() >= job.revision || !job.holds()) {
      job.stop(event.at());
    } else {
      job.goOn(event.at(), 0, job.devices());
      if (job.state != JobState.STARTING) {
        job.state = JobState.RESCALING;
      }
    }
    job.last = new Report(event.at(), event.steps());
  }

  private void on(JobId id, java.util.function.Consumer<Entry> change) {
    Entry job = jobs.get(id);
    if (job != null) {
      change.accept(job);
    }
  }

  private static Duration half(Duration one, Duration other) {
    return one.plus(other).dividedBy(2);
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
