package dev.ductile.answers.why;

import dev.ductile.answers.PredictionAnswer;
import dev.ductile.answers.Views;
import dev.ductile.api.Allocation;
import dev.ductile.api.ChangeReason;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Progress;
import dev.ductile.rest.JobChange;
import dev.ductile.rest.ReasonView;
import dev.ductile.text.PlainValue;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The last changes of one job, and the measurements since the last one. */
final class JobTrail {
  /** The speed after a change is the mean of this many reports. */
  private static final int REPORTS = 5;

  /** The first report after a start is too short to be a measurement. */
  private static final int LEAST_REPORTS = 2;

  /** Of more changes, the older half goes to the archive. */
  private static final int MOST = 50;

  private final Deque<JobChange> changes = new ArrayDeque<>();
  private Allocation where = Allocation.NONE;
  private Optional<Open> open = Optional.empty();
  private double speed;
  private long first;

  /** A change whose effects are still measured. */
  private static final class Open {
    private final JobChange change;
    private final long revision;
    private Optional<Double> pause = Optional.empty();
    private boolean isComplete;
    private double sum;
    private int reports;

    Open(JobChange change, long revision) {
      this.change = change;
      this.revision = revision;
    }

    Open(KeptTrail.Measured kept) {
      this(kept.change(), kept.revision());
      pause = kept.pause();
      isComplete = kept.isComplete();
      sum = kept.sum();
      reports = kept.reports();
    }

    KeptTrail.Measured kept() {
      return new KeptTrail.Measured(change, revision, pause, isComplete, sum, reports);
    }

    JobChange now() {
      return new JobChange(
          change.at(),
          change.kind(),
          change.from(),
          change.to(),
          change.nodes(),
          change.reason(),
          change.policy(),
          change.message(),
          pause,
          change.speedBefore(),
          change.predictedSpeed(),
          reports >= LEAST_REPORTS ? Optional.of(sum / reports) : Optional.empty());
    }
  }

  JobTrail() {}

  /** A trail that continues. */
  JobTrail(KeptTrail kept) {
    first = kept.first();
    changes.addAll(kept.changes());
    where = kept.where();
    speed = kept.speed();
    open = kept.measured().map(Open::new);
  }

  /** The trail as data. */
  KeptTrail kept(JobId job) {
    return new KeptTrail(job, first, List.copyOf(changes), where, speed, open.map(Open::kept));
  }

  JobHistory.Changes changes() {
    return new JobHistory.Changes(first, list());
  }

  /** Gives up the older half of too many changes. */
  Optional<JobHistory.Changes> older() {
    if (changes.size() <= MOST) {
      return Optional.empty();
    }
    var older = new JobHistory.Changes(first, list().subList(0, MOST / 2));
    older.list().forEach(_ -> changes.removeFirst());
    first += older.list().size();
    return Optional.of(older);
  }

  /** Takes in an event of the job. */
  void take(Event.OfJob event) {
    switch (event) {
      case Event.Allocated allocated -> allocate(allocated);
      case Event.Running running -> run(running);
      case Event.Progressed progressed -> measure(progressed);
      case Event.Rescaled rescaled -> pause(rescaled);
      case Event.Crashed crashed -> stop(crashed.at(), "crashed", crashed.why());
      case Event.Finished finished -> stop(finished.at(), "finished", "");
      case Event.Failed failed -> stop(failed.at(), "failed", failed.why());
      case Event.Cancelled cancelled ->
          stop(cancelled.at(), "cancelled", by(cancelled.by(), cancelled.why()));
      case Event.Unknown unknown -> add(unknown.at(), "unknown", unknown.why());
      case Event.Held held -> add(held.at(), "held", by(held.by(), held.why()));
      case Event.Resumed resumed -> add(resumed.at(), "resumed", by(resumed.by(), ""));
      case Event.Amended amended ->
          add(amended.at(), "amended", by(amended.by(), request(amended.spec())));
      case Event.Scaled scaled ->
          add(
              scaled.at(),
              "scaled",
              by(
                  scaled.by(),
                  "its size is fixed by hand at " + PredictionAnswer.words(scaled.size())));
      case Event.Unscaled unscaled -> add(unscaled.at(), "unscaled", by(unscaled.by(), ""));
      case Event.Submitted _,
          Event.Refused _,
          Event.Noted _,
          Event.Released _,
          Event.PhaseChanged _,
          Event.SpeedLearned _ -> {}
    }
  }

  /** A message with the user who asked for the change, if one is known. */
  private static String by(String user, String message) {
    String named = "by " + user;
    if (user.isEmpty() || message.equals(named)) {
      return message;
    }
    return message.isBlank() ? named : "%s (%s)".formatted(message, named);
  }

  /** The request of an amended job, as far as users can amend it. */
  private static String request(JobSpec spec) {
    return "it now has bounds of %s, priority %d and queue %s"
        .formatted(spec.bounds().text(), spec.priority(), spec.queue());
  }

  private List<JobChange> list() {
    var list = new ArrayList<>(changes);
    open.ifPresent(one -> {
      int at = list.indexOf(one.change);
      if (at >= 0) {
        list.set(at, one.now());
      }
    });
    return List.copyOf(list);
  }

  /** An event that changes no allocation. */
  void add(Instant at, String kind) {
    add(at, kind, "");
  }

  private void add(Instant at, String kind, String message) {
    changes.addLast(
        new JobChange(
            at,
            kind,
            Views.counts(where.size()),
            Views.counts(where.size()),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(message).filter(text -> !text.isBlank()),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));
  }

  private void allocate(Event.Allocated event) {
    close();
    var change =
        new JobChange(
            event.at(),
            "allocated",
            Views.counts(event.from().size()),
            Views.counts(event.to().size()),
            Views.shares(event.to()),
            event.why().map(JobTrail::reason),
            event.why().map(ChangeReason::policy),
            Optional.empty(),
            Optional.empty(),
            Optional.of(speed).filter(before -> before > 0),
            event.why().map(ChangeReason::stepsPerSecond).filter(after -> after > 0),
            Optional.empty());
    changes.addLast(change);
    where = event.to();
    speed = 0;
    open = where.isNone() ? Optional.empty() : Optional.of(new Open(change, event.revision()));
  }

  private static ReasonView reason(ChangeReason why) {
    return new ReasonView(PlainValue.word(why.kind()), why.sentence(), Map.of());
  }

  /** The tasks of an order run; a start has no other report of its pause. */
  private void run(Event.Running event) {
    open.filter(one -> event.revision() >= one.revision && event.where().equals(where))
        .filter(one -> !one.isComplete)
        .ifPresent(one -> {
          one.isComplete = true;
          one.pause =
              one.pause.or(() -> Optional.of(Progress.seconds(one.change.at(), event.at())));
        });
  }

  private void pause(Event.Rescaled event) {
    open.filter(one -> event.revision() >= one.revision)
        .ifPresent(one -> one.pause = Optional.of(event.pause().toNanos() / 1e9));
  }

  private void measure(Event.Progressed event) {
    if (event.stepsPerSecond() > 0) {
      speed = event.stepsPerSecond();
      open.filter(one -> event.revision() >= one.revision && one.reports < REPORTS)
          .ifPresent(one -> {
            one.sum += event.stepsPerSecond();
            one.reports++;
          });
    }
  }

  /** The job holds nothing any more. */
  private void stop(Instant at, String kind, String message) {
    add(at, kind, message);
    close();
    where = Allocation.NONE;
    speed = 0;
  }

  private void close() {
    List<JobChange> known = list();
    changes.clear();
    changes.addAll(known);
    open = Optional.empty();
  }
}
