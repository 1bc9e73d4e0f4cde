package dev.ductile.scenario.file;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.ManualOverride;
import dev.ductile.api.Nodes;
import dev.ductile.api.Phase;
import dev.ductile.api.Progress;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.NoteFormat;
import dev.ductile.scenario.OversizedJobs;
import dev.ductile.scenario.Rescale;
import dev.ductile.text.Document;
import dev.ductile.text.FileKind;
import dev.ductile.text.InputException;
import dev.ductile.text.Mistakes;
import dev.ductile.text.Scalars;
import dev.ductile.text.Written;
import java.nio.file.Path;
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

  private final Rescale rescale;

  private StateFile(Catalog catalog, Nodes nodes, Rescale rescale) {
    this.catalog = catalog;
    this.nodes = nodes;
    this.reader = new JobReader(catalog, nodes);
    this.notes = catalog.notes();
    this.rescale = rescale;
  }

  /**
   * The picture in a file.
   *
   * @throws InputException with all mistakes in it
   */
  public static Cluster read(Path file, Catalog catalog) {
    Written root = Document.read(file).root();
    FileKind.STATE.require(root);
    return of(root, catalog);
  }

  /** The picture that is part of another document. */
  public static Cluster of(Written root, Catalog catalog) {
    var mistakes = new Mistakes();
    Optional<StateEntry> bound =
        mistakes.tried(() -> TypeReaders.BINDER.record(StateEntry.class, root));
    Optional<Nodes> machines =
        root.get("cluster")
            .flatMap(written -> mistakes.tried(() -> ClusterEntry.machines(written)));
    Nodes nodes = machines.orElse(Nodes.NONE);
    Rescale rescale =
        bound.flatMap(StateEntry::rescale).map(one -> one.rescale()).orElse(Rescale.FREE);
    var file = new StateFile(catalog, nodes, rescale);
    Optional<List<Listed>> jobs =
        root.get("jobs")
            .filter(list -> list.node().isArray())
            .flatMap(list -> mistakes.tried(() -> file.listed(list.elements())));
    mistakes.throwAny();
    return file.cluster(root, bound.orElseThrow(), jobs.orElseThrow());
  }

  /**
   * The jobs of a document that cannot run, as {@link #problems(Cluster)} finds them, each with its
   * place.
   */
  public static List<InputException> problems(Written root, Cluster cluster) {
    Nodes nodes = withDrained(cluster);
    Map<String, String> unable = new HashMap<>();
    cluster
        .jobs()
        .forEach(job -> unable(nodes, job).ifPresent(why -> unable.put(job.id().name(), why)));
    List<Written> jobs = root.need("jobs").elements();
    var mistakes = new ArrayList<InputException>();
    for (int i = 0; i < jobs.size() && mistakes.size() < Mistakes.MOST; i++) {
      Written job = jobs.get(i);
      String name = job.get("id").map(Scalars::text).orElse("job-" + i);
      Optional.ofNullable(unable.get(name)).ifPresent(why -> mistakes.add(job.breaks(why)));
    }
    return List.copyOf(mistakes);
  }

  private static Optional<String> unable(Nodes nodes, Job job) {
    return new UnknownResources(nodes)
        .of(job.spec().demand())
        .or(() ->
            new NodeRequirement(nodes).mistake(job.spec().demand()).map("can never run: "::concat))
        .map(mistake -> "job %s %s".formatted(job.id(), mistake));
  }

  /**
   * Jobs that cannot run, because no node has a resource or a property that they need. A drained
   * node counts, because it may come back.
   */
  public static List<String> problems(Cluster cluster) {
    Nodes nodes = withDrained(cluster);
    return cluster.jobs().stream().flatMap(job -> unable(nodes, job).stream()).toList();
  }

  /**
   * Remarks on tasks that a job holds and may not keep, which a decision changes, and on jobs that
   * are too large for the cluster.
   */
  public static List<String> notes(Cluster cluster) {
    var notes = new ArrayList<>(new UnkeptTasks(cluster).notes());
    Nodes nodes = withDrained(cluster);
    var unknown = new UnknownResources(nodes);
    var oversized = new OversizedJobs(nodes);
    cluster.jobs().stream()
        .map(Job::spec)
        .filter(job -> unknown.of(job.demand()).isEmpty() && nodes.eligibleCount(job.demand()) > 0)
        .forEach(job -> oversized.note(job).ifPresent(notes::add));
    return List.copyOf(notes);
  }

  private static Nodes withDrained(Cluster cluster) {
    var all = new ArrayList<>(cluster.nodes().list());
    cluster.settings().drained().values().forEach(node -> node.ifPresent(all::add));
    return Nodes.of(all);
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

  private Cluster cluster(Written root, StateEntry entry, List<Listed> listed) {
    Instant time =
        entry
            .time()
            .or(() ->
                listed.stream()
                    .flatMap(job -> job.arrived().stream())
                    .max(Comparator.naturalOrder()))
            .orElse(Instant.EPOCH);
    listed.sort(Comparator.comparing(job -> job.arrived().orElse(time)));
    var settings = StateSettings.of(root, entry, nodes);
    var seats = new RunningTasks(nodes, settings.down());
    Map<JobId, Allocation> allocations = new HashMap<>();
    var mistakes = new Mistakes();
    listed.forEach(job -> mistakes.check(() -> seats.takeKnown(running(job), allocations)));
    listed.forEach(job -> mistakes.check(() -> seats.takeAny(running(job), allocations)));
    var jobs = new ArrayList<Job>();
    long next = 0;
    for (Listed job : listed) {
      long least = next;
      long number = mistakes.tried(() -> number(job, least)).orElse(least);
      mistakes.tried(() -> job(job, number, time, allocations)).ifPresent(jobs::add);
      next = number + 1;
    }
    mistakes.throwAny();
    Cluster read =
        Cluster.of(time, settings.available(nodes), jobs).withSettings(settings.settings());
    return new UsageReader(read).withUsage(root, entry.usage());
  }

  private List<Listed> listed(List<Written> jobs) {
    var mistakes = new Mistakes();
    var listed = new ArrayList<Listed>();
    Map<JobId, Written> seen = new HashMap<>();
    for (int i = 0; i < jobs.size(); i++) {
      Written written = jobs.get(i);
      String fallbackId = "job-" + i;
      mistakes
          .tried(() -> job(written, fallbackId))
          .ifPresent(job -> {
            mistakes.check(() -> JobReader.requireNew(job.id(), written, seen));
            listed.add(job);
          });
    }
    mistakes.throwAny();
    return listed;
  }

  private Listed job(Written written, String fallbackId) {
    var mistakes = new Mistakes();
    Optional<StateEntry.ListedJob> entry =
        mistakes.tried(() -> TypeReaders.BINDER.record(StateEntry.ListedJob.class, written));
    JobReader.checkWork(written, mistakes);
    Optional<JobKind> kind =
        entry.flatMap(read -> mistakes.tried(() -> JobReader.checked(written, () -> kind(read))));
    mistakes.throwAny();
    return JobReader.checked(
        written, () -> listed(written, entry.orElseThrow(), kind.orElseThrow(), fallbackId));
  }

  private JobKind kind(StateEntry.ListedJob entry) {
    return reader.kindOnAnyNodes(entry.job().kind(), entry.running().flatMap(RunningTasks::size));
  }

  private static Listed listed(
      Written written, StateEntry.ListedJob entry, JobKind kind, String fallbackId) {
    JobSpec spec = entry.job().own().spec(kind, fallbackId);
    return new Listed(written, entry, spec, kind.expected());
  }

  private Optional<RunningTasks.Running> running(Listed job) {
    return job.entry()
        .running()
        .map(entry ->
            new RunningTasks.Running(
                job.written().need("running"), entry, job.id(), job.spec().demand()));
  }

  private static long number(Listed job, long least) {
    long number = job.entry().number().orElse(least);
    if (number < least) {
      throw job.written()
          .need("number")
          .wrong("must be at least %d after the jobs before it, not %d".formatted(least, number));
    }
    return number;
  }

  private Job job(Listed listed, long arrival, Instant time, Map<JobId, Allocation> held) {
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
                listed.entry().pause().orElseGet(() -> rescale.expected(listed.spec())))
            .with(phase(listed));
    Job manual = withManualChanges(job, listed);
    Allocation tasks = held.getOrDefault(listed.id(), Allocation.NONE);
    return noted(
        tasks.isNone() ? waiting(manual, time, listed) : running(manual, tasks, time, listed),
        listed);
  }

  private static Job waiting(Job job, Instant time, Listed listed) {
    long revision = listed.entry().hasRun().orElse(false) ? 1 : 0;
    var progress = new Progress(time, done(listed), 0, service(listed), 0);
    return job.withOrder(revision, Allocation.NONE, job.state(), progress, job.protectedUntil());
  }

  private static Job withManualChanges(Job job, Listed listed) {
    ManualOverride held = job.manualOverride().withHeld(listed.entry().held().orElse(false));
    if (listed.entry().fixed().isEmpty()) {
      return job.with(job.spec(), held);
    }
    Size size = listed.entry().fixed().get().size(job.spec().bounds().servers());
    if (!job.spec().bounds().allows(size)) {
      throw listed
          .written()
          .need("fixed")
          .wrong("is %s, but its bounds are %s".formatted(size, job.spec().bounds().text()));
    }
    return job.with(job.spec().fixedAt(size), held.withUnscaled(Optional.of(job.spec())));
  }

  private Job noted(Job job, Listed listed) {
    Job noted = job;
    for (var note : listed.entry().notes().orElse(Map.of()).entrySet()) {
      noted = noted.withNote(note.getKey(), notes.read(note.getKey(), note.getValue()));
    }
    return noted;
  }

  private static double done(Listed listed) {
    return listed.work().done().orElse(0);
  }

  private static double service(Listed listed) {
    return listed.entry().attained().map(AttainedService::deviceSeconds).orElse(0.0);
  }

  private static Job running(Job job, Allocation allocation, Instant time, Listed listed) {
    Written written = listed.written().need("running");
    requireRunning(listed);
    StateEntry.RunningEntry entry = listed.entry().running().orElseThrow();
    JobState state = entry.state().orElse(StateEntry.TaskState.RUNNING).state();
    double byModel = state == JobState.RUNNING ? job.speed().stepsPerSecond(allocation) : 0;
    double speed = entry.stepsPerSecond().orElse(byModel);
    double devices = job.spec().demand().devices(allocation.size());
    var since = new RunningSince(written, entry, job, time);
    Instant asOf = speed == 0 ? since.changed().orElse(time) : time;
    double service = service(listed) - devices * Progress.seconds(asOf, time);
    var progress = new Progress(asOf, done(listed), speed, service, devices);
    return job.withOrder(1, allocation, state, progress, since.protectedUntil());
  }

  /** Refuses running tasks of a job that is held or has never run. */
  private static void requireRunning(Listed listed) {
    if (listed.entry().held().orElse(false)) {
      throw listed
          .written()
          .need("held")
          .breaks(
              "the job holds tasks, but the scheduler stops a job at once when it is held; leave out held or running");
    }
    if (!listed.entry().hasRun().orElse(true)) {
      throw listed.written().need("hasRun").wrong("must not be false for a job that holds tasks");
    }
  }

  private static Phase phase(Listed listed) {
    return listed.entry().phase().orElse(listed.spec().work().phaseAfter(done(listed)));
  }
}
