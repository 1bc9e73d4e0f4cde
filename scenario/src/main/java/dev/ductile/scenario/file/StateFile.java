package dev.ductile.scenario.file;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobState;
import dev.ductile.api.Nodes;
import dev.ductile.api.Phase;
import dev.ductile.api.Progress;
import dev.ductile.api.Size;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.text.Document;
import dev.ductile.scenario.text.InputException;
import dev.ductile.scenario.text.Written;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads pictures of a cluster: what a policy is to decide on. */
public final class StateFile {
  private final Nodes nodes;
  private final JobReader reader;

  private StateFile(Catalog catalog, Nodes nodes) {

    this.nodes = nodes;
    this.reader = new JobReader(catalog, nodes);
  }

  /**
   * The picture in a file.
   *
   * @throws InputException with one line for the first mistake in it
   */
  public static Cluster read(Path file, Catalog catalog) {
    Written root = Document.read(file).root();
    StateEntry entry = Forms.BINDER.record(StateEntry.class, root);
    Nodes nodes = JobReader.checked(root.need("cluster"), () -> entry.cluster().machines());
    return new StateFile(catalog, nodes).cluster(entry);
  }

  /** A job as written, and as it is before it holds anything. */
  private record Standing(Written written, StateEntry.StandingJob entry, Kind kind, JobId id) {
    Optional<Instant> arrived() {
      return entry.job().own().arrived();
    }
  }

  private Cluster cluster(StateEntry entry) {
    List<Standing> standings = standings(entry.jobs());
    Instant time =
        entry
            .time()
            .or(() ->
                standings.stream()
                    .flatMap(standing -> standing.arrived().stream())
                    .max(Comparator.naturalOrder()))
            .orElse(Instant.EPOCH);
    standings.sort(Comparator.comparing(standing -> standing.arrived().orElse(time)));
    var seats = new Seats(nodes);
    Map<JobId, Allocation> allocations = new HashMap<>();
    standings.forEach(standing -> seats.takeKnown(running(standing), allocations));
    standings.forEach(standing -> seats.takeAny(running(standing), allocations));
    var jobs = new ArrayList<Job>();
    for (Standing standing : standings) {
      jobs.add(job(standing, jobs.size(), time, allocations));
    }
    return Cluster.of(time, nodes, jobs);
  }

  private List<Standing> standings(List<Written> jobs) {
    var standings = new ArrayList<Standing>();
    Map<JobId, Written> seen = new HashMap<>();
    for (Written written : jobs) {
      Standing standing = standing(written, "job-" + standings.size());
      JobReader.requireNew(standing.id(), written, seen);
      standings.add(standing);
    }
    return standings;
  }

  private Standing standing(Written written, String fallbackId) {
    var entry = Forms.BINDER.record(StateEntry.StandingJob.class, written);
    return JobReader.checked(
        written,
        () -> {
          Kind kind = reader.kind(entry.job().kind(), entry.running().flatMap(Seats::size));
          JobId id = new JobId(entry.job().own().id().orElse(fallbackId));
          kind.spec(id, entry.job().own().work().work());
          return new Standing(written, entry, kind, id);
        });
  }

  private Optional<Seats.Running> running(Standing standing) {
    return standing
        .entry()
        .running()
        .map(entry ->
            new Seats.Running(
                standing.written().need("running"),
                entry,
                standing.id(),
                standing.kind().demand(),
                standing.kind().bounds()));
  }

  private Job job(Standing standing, int arrival, Instant time, Map<JobId, Allocation> held) {
    Instant arrived = standing.arrived().orElse(time);
    if (arrived.isAfter(time)) {
      throw standing
          .written()
          .need("arrived")
          .wrong("is %s, after the time of the picture, %s".formatted(arrived, time));
    }
    WorkEntry work = standing.entry().job().own().work();
    Job job =
        Job.submitted(
                standing.kind().spec(standing.id(), work.work()),
                arrival,
                arrived,
                standing.kind().speed(),
                Duration.ZERO)
            .with(phase(standing, work));
    Allocation allocation = held.getOrDefault(standing.id(), Allocation.NONE);
    return placed(job, allocation, time, standing);
  }

  private static Job placed(Job job, Allocation allocation, Instant time, Standing standing) {
    double done = standing.entry().job().own().work().done().orElse(0);
    double service = standing.entry().attained().map(Attained::deviceSeconds).orElse(0.0);
    if (allocation.isNone()) {
      return job.with(new Progress(time, done, 0, service, 0));
    }
    Size size = allocation.size();
    double speed = job.speed().stepsPerSecond(allocation);
    double devices = job.spec().demand().devices(size);
    var progress = new Progress(time, done, speed, service, devices);
    return job.withAllocation(allocation, JobState.RUNNING, progress, time);
  }

  private static Phase phase(Standing standing, WorkEntry work) {
    boolean watched = work.feedback().orElse(0) > work.done().orElse(0);
    return standing.entry().phase().orElse(watched ? Phase.EARLY_FEEDBACK : Phase.TRAINING);
  }
}
