package dev.ductile.cli;

import dev.ductile.api.Estimator;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Speeds;
import dev.ductile.history.Recorder;
import dev.ductile.history.RunBreaks;
import dev.ductile.history.RunEnd;
import dev.ductile.scheduler.Ledger;
import dev.ductile.scheduler.Scheduler;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.text.InputException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The figures of a live run from its first event on, even if earlier commands ran a part of it. A
 * job that is cancelled because the run ends counts as unfinished.
 */
final class RunRecord implements SchedulerObserver {
  /** The reason of each hold of a job whose run is stopped by its user. */
  static final String STOPPED = "the run was stopped";

  private final Nodes nodes;
  private final int jobs;
  private final Speeds speeds;
  private final Ledger past;
  private Optional<Instant> start = Optional.empty();
  private Optional<Recorder> recorder = Optional.empty();
  private Optional<RunEnd> end = Optional.empty();
  private Optional<String> policy = Optional.empty();
  private final Set<JobId> stopped = new LinkedHashSet<>();
  private final List<JobId> came = new ArrayList<>();
  private final RunBreaks breaks = new RunBreaks();
  private int refused;

  /** An empty record of a run with this number of jobs. */
  RunRecord(Nodes nodes, Speeds speeds, Estimator estimator, int jobs) {
    this.nodes = nodes;
    this.speeds = speeds;
    this.past = new Ledger(speeds, estimator);
    this.jobs = jobs;
  }

  /** Takes an event of the journal, which an earlier command wrote. */
  void takeOver(Event event) {
    past.fold(event);
    breaks.take(event);
    noteArrival(event);
    refused += event instanceof Event.Refused ? 1 : 0;
    policy = event instanceof Event.PolicySet set ? Optional.of(set.policy()) : policy;
    noteStop(event);
    recorder(event.at());
    happened(event);
  }

  private void noteArrival(Event event) {
    if (event instanceof Event.Submitted || event instanceof Event.Refused) {
      came.add(((Event.OfJob) event).job());
    }
  }

  private void noteStop(Event event) {
    if (event instanceof Event.Held held && held.why().equals(STOPPED)) {
      stopped.add(held.job());
    } else if (event instanceof Event.Resumed || event instanceof Event.Ended) {
      stopped.remove(((Event.OfJob) event).job());
    }
  }

  /** The jobs that an earlier command stopped because its user stopped it. */
  List<JobId> stopped() {
    return List.copyOf(stopped);
  }

  @Override
  public void happened(Event event) {
    Optional<RunEnd> ended = RunEnd.of(event);
    end = end.or(() -> ended);
    if (ended.isEmpty()) {
      recorder(event.at()).happened(event);
    }
  }

  /** The time at which the run began; a new run begins now. */
  Instant begin(Instant now) {
    recorder(now);
    return start.orElse(now);
  }

  /** The same, later by all times in which no command ran. */
  Instant beginWithoutBreaks(Instant now) {
    return isNew() ? begin(now) : begin(now).plus(breaks.until(now));
  }

  /** The figures at this time. */
  Recorder recorder(Instant now) {
    start = start.or(() -> Optional.of(now));
    Recorder whole = recorder.orElseGet(() -> new Recorder(now, nodes, speeds, true));
    recorder = Optional.of(whole);
    return whole;
  }

  /** The cluster as the journal left it. */
  Ledger past() {
    return past;
  }

  /** The policy that a command of an earlier life of the run chose last. */
  Optional<String> policy() {
    return policy;
  }

  /** Whether all jobs of the scenario were submitted or refused. */
  boolean allCame(Scheduler scheduler) {
    return scheduler.ledger().submittedJobs() + scheduler.refusedJobs() + refused >= jobs;
  }

  /** The number of jobs that earlier commands submitted or refused. */
  int arrived() {
    return came.size();
  }

  /**
   * Refuses a scenario file whose first jobs are not those that earlier commands submitted.
   *
   * @param named the jobs of the file, in order of arrival
   */
  void requireJobs(List<JobId> named, Path folder) {
    for (int i = 0; i < came.size(); i++) {
      if (i >= named.size() || !named.get(i).equals(came.get(i))) {
        String now = i < named.size() ? "is %s".formatted(named.get(i)) : "is missing";
        throw new InputException(
            "the scenario has changed since the run in %s: its job %d %s, but the run has submitted %s; undo this change, or begin a new run"
                .formatted(folder, i + 1, now, came.get(i)));
      }
    }
  }

  /** Why the run ended before its jobs; empty while it is in progress. */
  Optional<RunEnd> end() {
    return end;
  }

  boolean isNew() {
    return start.isEmpty();
  }
}
