package dev.ductile.scenario.file;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.Nodes;
import dev.ductile.api.Phase;
import dev.ductile.api.Progress;
import dev.ductile.api.SpeedSpec;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.NoteFormat;
import dev.ductile.text.Document;
import dev.ductile.text.InputException;
import dev.ductile.text.Written;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads states: pictures of a cluster for a policy to decide on. */
public final class StateFile {
  private final Catalog catalog;
  private final Nodes nodes;
  private final JobReader reader;
  private final NoteFormat notes;

  private StateFile(Catalog catalog, Nodes nodes) {
    this.catalog = catalog;
    this.nodes = nodes;
    this.reader = new JobReader(catalog, nodes);
    this.notes = catalog.notes();
  }

  /**
   * The picture in a file.
   *
   * @throws InputException with one line for the first mistake in it
   */
  public static Cluster read(Path file, Catalog catalog) {
    return of(Document.read(file).root(), catalog);
  }

  /** The picture that is part of another document. */
  public static Cluster of(Written root, Catalog catalog) {
    StateEntry entry = TypeReaders.BINDER.record(StateEntry.class, root);
    Nodes nodes = JobReader.checked(root.need("cluster"), () -> entry.cluster().machines());
    return new StateFile(catalog, nodes).cluster(entry);
  }

  /** An entry of a job, and the specification and speed that follow from it. */
  private record Listed(
      Written written, StateEntry.ListedJob entry, JobSpec spec, SpeedSpec speed) {
    JobId id() {
      return spec.id();
    }

    WorkEntry work() {
      return entry.job().own().work();
    }

    Optional<Instant> arrived() {
      return entry.job().own().arrived();
    }
  }

  private Cluster cluster(StateEntry entry) {
    List<Listed> listed = listed(entry.jobs());
    Instant time =
        entry
            .time()
            .or(() ->
                listed.stream()
                    .flatMap(job -> job.arrived().stream())
                    .max(Comparator.naturalOrder()))
            .orElse(Instant.EPOCH);
    listed.sort(Comparator.comparing(job -> job.arrived().orElse(time)));
    var seats = new RunningTasks(nodes);
    Map<JobId, Allocation> allocations = new HashMap<>();
    listed.forEach(job -> seats.takeKnown(running(job), allocations));
    listed.forEach(job -> seats.takeAny(running(job), allocations));
    var jobs = new ArrayList<Job>();
    for (Listed job : listed) {
      jobs.add(job(job, jobs.size(), time, allocations));
    }
    return Cluster.of(time, nodes, jobs);
  }

  private List<Listed> listed(List<Written> jobs) {
    var listed = new ArrayList<Listed>();
    Map<JobId, Written> seen = new HashMap<>();
    for (Written written : jobs) {
      Listed job = job(written, "job-" + listed.size());
      JobReader.requireNew(job.id(), written, seen);
      listed.add(job);
    }
    return listed;
  }

  private Listed job(Written written, String fallbackId) {
    var entry = TypeReaders.BINDER.record(StateEntry.ListedJob.class, written);
    return JobReader.checked(
        written,
        () -> {
          JobKind kind =
              reader.kind(entry.job().kind(), entry.running().flatMap(RunningTasks::size));
          JobId id = new JobId(entry.job().own().id().orElse(fallbackId));
          JobSpec spec = kind.spec(id, entry.job().own().work().work());
          return new Listed(written, entry, spec, kind.expected());
        });
  }

  private Optional<RunningTasks.Running> running(Listed job) {
    return job.entry()
        .running()
        .map(entry ->
            new RunningTasks.Running(
                job.written().need("running"),
                entry,
                job.id(),
                job.spec().demand(),
                job.spec().bounds()));
  }

  private Job job(Listed listed, int arrival, Instant time, Map<JobId, Allocation> held) {
    Instant arrived = listed.arrived().orElse(time);
    if (arrived.isAfter(time)) {
      throw listed
          .written()
          .need("arrived")
          .wrong("is %s, after the time of the picture, %s".formatted(arrived, time));
    }
    Job job =
        Job.submitted(
                listed.spec(),
                arrival,
                arrived,
                listed.speed(),
                catalog.speed(listed.speed()),
                Duration.ZERO)
            .with(phase(listed));
    return noted(held(job, held.getOrDefault(listed.id(), Allocation.NONE), time, listed), listed);
  }

  private Job noted(Job job, Listed listed) {
    Job noted = job;
    for (var note : listed.entry().notes().orElse(Map.of()).entrySet()) {
      noted = noted.withNote(note.getKey(), notes.read(note.getKey(), note.getValue()));
    }
    return noted;
  }

  private static Job held(Job job, Allocation allocation, Instant time, Listed listed) {
    double done = listed.work().done().orElse(0);
    double service = listed.entry().attained().map(AttainedService::deviceSeconds).orElse(0.0);
    if (allocation.isNone()) {
      return job.with(new Progress(time, done, 0, service, 0));
    }
    double speed = job.speed().stepsPerSecond(allocation);
    double devices = job.spec().demand().devices(allocation.size());
    var progress = new Progress(time, done, speed, service, devices);
    return job.withAllocation(allocation, JobState.RUNNING, progress, time);
  }

  private static Phase phase(Listed listed) {
    WorkEntry work = listed.work();
    return listed.entry().phase().orElse(listed.spec().work().phaseAfter(work.done().orElse(0)));
  }
}
