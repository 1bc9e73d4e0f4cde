package dev.ductile.answers.why;

import dev.ductile.answers.Views;
import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Progress;
import dev.ductile.rest.JobChange;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The last changes of one job, and the measurements since the last one. */
final class JobTrail {
  /** The speed after a change is the mean of this many reports. */
  private static final int REPORTS = 5;

  /** The first report after a start is too short to be a measurement. */
  private static final int LEAST_REPORTS = 2;

  private final int most;
  private final Deque<JobChange> changes = new ArrayDeque<>();
  private Allocation where = Allocation.NONE;
  private Optional<Open> open = Optional.empty();
  private double speed;

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
          pause,
          change.speedBefore(),
          change.predictedSpeed(),
          reports >= LEAST_REPORTS ? Optional.of(sum / reports) : Optional.empty());
    }
  }

  JobTrail(int most) {
    this.most = most;
  }

  /** A trail that continues. */
  JobTrail(int most, KeptTrail kept) {
    this(most);
    changes.addAll(kept.changes());
    where = kept.where();
    speed = kept.speed();
    open = kept.measured().map(Open::new);
  }

  /** The trail as data, with at most this many of its last changes. */
  KeptTrail kept(JobId job, int count) {
    List<JobChange> last = changes.stream().skip(Math.max(0, changes.size() - count)).toList();
    return new KeptTrail(job, last, where, speed, open.map(Open::kept));
  }

  List<JobChange> list() {
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
    put(
        new JobChange(
            at,
            kind,
            Views.counts(where.size()),
            Views.counts(where.size()),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));
  }

  void allocate(Event.Allocated event, Optional<JobHistory.DecidedChange> decided) {
    close();
    var change =
        new JobChange(
            event.at(),
            "allocated",
            Views.counts(event.from().size()),
            Views.counts(event.to().size()),
            Views.shares(event.to()),
            decided.map(JobHistory.DecidedChange::reason),
            decided.map(JobHistory.DecidedChange::policy),
            Optional.empty(),
            Optional.of(speed).filter(before -> before > 0),
            decided.map(JobHistory.DecidedChange::predicted).filter(after -> after > 0),
            Optional.empty());
    put(change);
    where = event.to();
    speed = 0;
    open = where.isNone() ? Optional.empty() : Optional.of(new Open(change, event.revision()));
  }

  /** The tasks of an order run; a start has no other report of its pause. */
  void run(Event.Running event) {
    open.filter(one -> event.revision() >= one.revision && event.where().equals(where))
        .filter(one -> !one.isComplete)
        .ifPresent(one -> {
          one.isComplete = true;
          one.pause =
              one.pause.or(() -> Optional.of(Progress.seconds(one.change.at(), event.at())));
        });
  }

  void pause(Event.Rescaled event) {
    open.filter(one -> event.revision() >= one.revision)
        .ifPresent(one -> one.pause = Optional.of(event.pause().toNanos() / 1e9));
  }

  void measure(Event.Progressed event) {
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
  void release() {
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

  private void put(JobChange change) {
    if (changes.size() >= most) {
      changes.removeFirst();
    }
    changes.addLast(change);
  }
}
