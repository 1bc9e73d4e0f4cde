package dev.ductile.history;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Dependency;
import dev.ductile.api.Estimator;
import dev.ductile.api.Event;
import dev.ductile.api.Gang;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Speeds;
import dev.ductile.api.Work;
import dev.ductile.scheduler.Ledger;
import dev.ductile.scheduler.LedgerSnapshot;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A part of a journal as a journal of its own. It begins with the cluster at its first instant: the
 * jobs that are not over are submitted then, with the work that they have left.
 *
 * @param begin the cluster before the first event of the journal; empty if it has all events
 * @param speeds makes the speeds of the jobs before the period
 * @param from the first instant
 * @param to the end, which does not belong to it; empty for all that follows
 */
public record RecordedPeriod(
    Optional<LedgerSnapshot> begin,
    EventSource whole,
    Speeds speeds,
    Instant from,
    Optional<Instant> to)
    implements EventSource {
  /** A period of a journal that has all events. */
  public RecordedPeriod(EventSource whole, Speeds speeds, Instant from, Optional<Instant> to) {
    this(Optional.empty(), whole, speeds, from, to);
  }

  @Override
  public void read(Consumer<Event> events) throws IOException {
    var reading = new Reading(events);
    whole.read(reading::take);
    reading.begin();
  }

  /** One pass over the journal. */
  private final class Reading {
    private final Consumer<Event> events;
    private final Ledger ledger =
        begin
            .map(state -> new Ledger(state, speeds, Estimator.NONE))
            .orElseGet(() -> new Ledger(speeds));
    private final Map<JobId, Double> stepsBefore = new HashMap<>();
    private final Set<JobId> known = new HashSet<>();
    private boolean hasBegun;

    Reading(Consumer<Event> events) {
      this.events = events;
    }

    void take(Event event) {
      if (event.at().isBefore(from)) {
        ledger.fold(event);
      } else {
        begin();
        if (to.isEmpty() || event.at().isBefore(to.get())) {
          events.accept(inPeriod(event));
        }
      }
    }

    /** Gives the state at the beginning, once. */
    void begin() {
      if (hasBegun) {
        return;
      }
      hasBegun = true;
      Cluster cluster = ledger.picture(from);
      cluster.nodes().list().forEach(node -> events.accept(new Event.NodeUp(from, node)));
      cluster
          .settings()
          .drained()
          .forEach((id, node) -> {
            node.ifPresent(up -> events.accept(new Event.NodeUp(from, up)));
            events.accept(new Event.NodeDrained(from, id, "it was drained before"));
          });
      cluster.settings().queues().forEach(queue -> events.accept(new Event.QueueSet(from, queue)));
      cluster.settings().policy().ifPresent(line -> events.accept(new Event.PolicySet(from, line)));
      cluster.jobs().forEach(job -> known.add(job.id()));
      cluster.jobs().forEach(this::submit);
    }

    private void submit(Job job) {
      stepsBefore.put(job.id(), job.stepsAt(from));
      JobSpec own = job.manualOverride().unscaled().orElse(job.spec());
      JobSpec started = job.revision() > 0 ? own.withGang(Gang.NONE) : own;
      events.accept(new Event.Submitted(from, left(started), job.speedSpec(), job.pause()));
      if (job.manualOverride().unscaled().isPresent()) {
        events.accept(new Event.Scaled(from, job.id(), job.spec().bounds().least()));
      }
      if (job.manualOverride().held()) {
        events.accept(new Event.Held(from, job.id(), "it was held before"));
      }
      if (job.holdsResources()) {
        events.accept(
            new Event.Allocated(from, job.id(), job.revision(), Allocation.NONE, job.allocation()));
      }
    }

    private Event inPeriod(Event event) {
      return switch (event) {
        case Event.Submitted job -> {
          known.add(job.job());
          yield new Event.Submitted(
              job.at(), left(job.spec()), job.speed(), job.pause(), job.origin());
        }
        case Event.Amended job -> new Event.Amended(job.at(), left(job.spec()));
        case Event.Progressed report ->
            new Event.Progressed(
                report.at(),
                report.job(),
                report.revision(),
                since(report.job(), report.steps()),
                report.stepsPerSecond(),
                since(report.job(), report.saved()));
        case Event.Released(Instant at, JobId job, long revision, double steps) ->
            new Event.Released(at, job, revision, since(job, steps));
        case Event.Crashed(Instant at, JobId job, long revision, double steps, String why) ->
            new Event.Crashed(at, job, revision, since(job, steps), why);
        case Event.OfNode _,
            Event.Setting _,
            Event.Accepted _,
            Event.Decided _,
            Event.Report _,
            Event.Ended _ ->
            event;
      };
    }

    private OptionalDouble since(JobId job, OptionalDouble steps) {
      return steps.isPresent()
          ? OptionalDouble.of(since(job, steps.getAsDouble()))
          : OptionalDouble.empty();
    }

    private double since(JobId job, double steps) {
      return Math.max(0, steps - stepsBefore.getOrDefault(job, 0.0));
    }

    /** The request for the rest of a job; jobs that are over hold nothing up. */
    private JobSpec left(JobSpec spec) {
      List<Dependency> after =
          spec.after().stream().filter(each -> known.contains(each.job())).toList();
      return spec.withAfter(after).withWork(left(spec.id(), spec.work()));
    }

    private Work left(JobId job, Work work) {
      double done = stepsBefore.getOrDefault(job, 0.0);
      if (work.isUnknown() || done <= 0) {
        return work;
      }
      double steps = Math.max(Math.min(1, work.steps()), work.steps() - done);
      double feedback = Math.max(0, work.feedbackSteps() - done);
      return new Work(steps, Math.min(feedback, steps), work.unit());
    }
  }
}
