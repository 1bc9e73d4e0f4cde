package dev.ductile.scheduler;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.ClusterSettings;
import dev.ductile.api.Estimator;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobState;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Order;
import dev.ductile.api.Progress;
import dev.ductile.api.Protection;
import dev.ductile.api.Queue;
import dev.ductile.api.Reason;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Resources;
import dev.ductile.api.Roster;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Speeds;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The state of a cluster: a fold over its events. */
public final class Ledger {
  private final Speeds speeds;
  private final Measurements measurements;
  private final AvailableNodes nodes = new AvailableNodes();
  private Optional<String> policy = Optional.empty();
  private List<Queue> queues = List.of();
  private Roster roster = Roster.EMPTY;
  private final Map<JobId, Job> active = new HashMap<>();
  private final Set<JobId> usedNames = new HashSet<>();
  private final AllocatedJobs allocatedJobs = new AllocatedJobs();
  private final WithheldJobs withheld = new WithheldJobs();
  private final GangMembers gangs = new GangMembers();
  private final OpenDependencies dependencies = new OpenDependencies();
  private final UsageFold usage = new UsageFold();
  private long arrivals;
  private Instant foldedAt = Instant.MIN;
  private Instant protectedUntil = Instant.MIN;

  /** An empty ledger, whose jobs keep the speeds that they were submitted with. */
  public Ledger(Speeds speeds) {
    this(speeds, Estimator.NONE);
  }

  /**
   * An empty ledger.
   *
   * @param speeds makes the speed of a job once for each of its specs
   * @param estimator takes in each measurement that is folded
   */
  public Ledger(Speeds speeds, Estimator estimator) {
    this.speeds = speeds;
    this.measurements = new Measurements(estimator);
  }

  /** A ledger that continues from a picture. */
  public Ledger(Cluster picture, Speeds speeds) {
    this(speeds);
    nodes.takeOver(picture.nodes(), picture.settings().drained());
    allocatedJobs.moveTo(picture.nodes());
    roster = picture.jobs();
    policy = picture.settings().policy();
    queues = picture.settings().queues();
    for (Job job : roster) {
      index(active.put(job.id(), job), job);
      allocatedJobs.put(job);
      arrivals = Math.max(arrivals, job.arrival() + 1);
      if (job.isProtected(picture.now()) && job.protectedUntil().isAfter(protectedUntil)) {
        protectedUntil = job.protectedUntil();
      }
    }
    roster.forEach(job -> dependencies.submit(job.spec(), active::containsKey));
    usage.takeOver(picture);
  }

  /**
   * A ledger that continues from a snapshot, like the one that the snapshot was taken of.
   *
   * @param estimator without measurements; of the kind whose memory the snapshot contains
   */
  public Ledger(LedgerSnapshot snapshot, Speeds speeds, Estimator estimator) {
    this(speeds, estimator);
    nodes.takeOver(snapshot);
    allocatedJobs.moveTo(nodes.nodes());
    policy = snapshot.policy();
    queues = snapshot.queues();
    arrivals = snapshot.arrivals();
    usedNames.addAll(snapshot.usedNames());
    dependencies.takeOver(snapshot.unsuccessful());
    for (JobSnapshot saved : snapshot.jobs()) {
      Job job = saved.job(speeds);
      put(job);
      measurements.restore(saved);
      if (job.protectedUntil().isAfter(protectedUntil)) {
        protectedUntil = job.protectedUntil();
      }
    }
    roster.forEach(job -> dependencies.submit(job.spec(), active::containsKey));
    foldedAt = snapshot.foldedAt();
    usage.takeOver(queues, snapshot.usage());
  }

  /**
   * The state as data; empty if the estimator has a memory that is not. The caller must not change
   * the ledger meanwhile; the snapshot does not change with it.
   */
  public Optional<LedgerSnapshot> snapshot() {
    return measurements.isRestorable()
        ? Optional.of(
            new LedgerSnapshot(
                nodes.nodes().list(),
                nodes.drainedList(),
                policy,
                queues,
                roster.stream().map(measurements::snapshot).toList(),
                arrivals,
                List.copyOf(usedNames),
                dependencies.unsuccessful(),
                foldedAt,
                usage.uses()))
        : Optional.empty();
  }

  /**
   * Takes in one event; events may come in any order. Reports about unknown or ended jobs change
   * nothing, nor does a second job of a name.
   */
  public void fold(Event event) {
    foldedAt = event.at();
    switch (event) {
      case Event.OfNode change -> change(change);
      case Event.QueueSet set -> set(set.queue(), Stream.of(set.queue()));
      case Event.QueueRemoved gone -> set(new Queue(gone.queue(), Resources.NONE), Stream.of());
      case Event.PolicySet set -> policy = Optional.of(set.policy());
      case Event.Submitted submitted -> submit(submitted);
      case Event.Refused refused -> {}
      case Event.Accepted accepted ->
          find(accepted.job()).ifPresent(job -> put(UserChange.of(job, accepted)));
      case Event.Allocated allocated ->
          find(allocated.job()).ifPresent(job -> allocate(job, allocated));
      case Event.Noted noted ->
          find(noted.job()).ifPresent(job -> put(job.withNote(noted.policy(), noted.note())));
      case Event.Running running -> find(running.job()).ifPresent(job -> run(job, running));
      case Event.Progressed progressed ->
          find(progressed.job()).ifPresent(job -> progress(job, progressed));
      case Event.Rescaled rescaled ->
          find(rescaled.job()).ifPresent(job -> put(JobReports.learnPause(job, rescaled)));
      case Event.Released released ->
          find(released.job()).ifPresent(job -> put(JobReports.release(job, released)));
      case Event.Unknown unknown ->
          find(unknown.job()).ifPresent(job -> put(JobReports.markUnknown(job, unknown)));
      case Event.PhaseChanged changed ->
          find(changed.job()).ifPresent(job -> put(job.with(changed.phase())));
      case Event.SpeedLearned learned ->
          find(learned.job())
              .ifPresent(job -> put(job.with(learned.speed(), speeds.speed(learned.speed()))));
      case Event.Crashed crashed ->
          find(crashed.job()).ifPresent(job -> put(JobReports.crash(job, crashed)));
      case Event.Finished finished -> end(finished.job(), JobState.SUCCEEDED);
      case Event.Failed failed -> end(failed.job(), JobState.FAILED);
      case Event.Cancelled cancelled -> end(cancelled.job(), JobState.CANCELLED);
    }
  }

  public Optional<Job> find(JobId id) {
    return Optional.ofNullable(active.get(id));
  }

  /**
   * Whether a job of this name was submitted, also one that is over. A ledger that continues from a
   * picture knows the jobs that were submitted since.
   */
  boolean isUsed(JobId name) {
    return usedNames.contains(name);
  }

  /** Throws the exception of the speed model if it cannot make this speed. */
  void check(SpeedSpec speed) {
    var _ = speeds.speed(speed);
  }

  /** The jobs that must not run until they are resumed. */
  Set<JobId> held() {
    return withheld.held();
  }

  /** The reasons of the jobs that must not run now, whatever the policy. */
  Map<JobId, Reason> withheld() {
    return withheld.reasons(dependencies);
  }

  OpenDependencies dependencies() {
    return dependencies;
  }

  /** The arrivals of the jobs of each gang that are not over. */
  SortedMap<String, SortedSet<Long>> gangs() {
    return gangs.byName();
  }

  private void index(@Nullable Job before, @Nullable Job after) {
    withheld.update(before, after);
    gangs.update(before, after);
    usage.update(before, after, foldedAt);
  }

  /** The jobs that hold resources, in order of arrival. */
  List<Job> allocatedJobs() {
    return allocatedJobs.list();
  }

  Nodes nodes() {
    return nodes.nodes();
  }

  boolean isDrained(NodeId node) {
    return nodes.isDrained(node);
  }

  /** The policy that a command has chosen. */
  Optional<String> policy() {
    return policy;
  }

  /** The number of jobs that are not over. */
  public int activeJobs() {
    return active.size();
  }

  /** The number of jobs that were ever submitted. */
  public long submittedJobs() {
    return arrivals;
  }

  /** The last order of each job that is not over and has an order, in order of arrival. */
  List<Order> orders() {
    return roster.stream()
        .filter(job -> job.revision() > 0)
        .map(job -> new Order(job.revision(), job.spec(), job.allocation()))
        .toList();
  }

  /** The present picture of the cluster. */
  public Cluster picture(Instant now) {
    List<Job> holding = allocatedJobs.list();
    boolean mayPin = withheld.anyIsUnknown() || now.isBefore(protectedUntil);
    List<Job> pinned =
        mayPin ? holding.stream().filter(job -> job.isProtected(now)).toList() : List.of();
    return new Cluster(
        now,
        nodes.nodes(),
        roster,
        mayPin ? holding.stream().filter(job -> !job.isProtected(now)).toList() : holding,
        pinned,
        allocatedJobs.left(),
        settings(),
        usage.usage());
  }

  /** The speed of a job by all measurements, if it is not the one that the picture shows. */
  Optional<SpeedSpec> learned(JobId id) {
    return find(id).flatMap(measurements::estimate);
  }

  private void change(Event.OfNode event) {
    switch (event) {
      case Event.NodeUp up -> nodes.up(up.node());
      case Event.NodeDown down -> nodes.down(down.node());
      case Event.NodeDrained drained -> nodes.drain(drained.node());
      case Event.NodeUndrained undrained -> nodes.undrain(undrained.node());
    }
    allocatedJobs.moveTo(nodes.nodes());
  }

  private void submit(Event.Submitted event) {
    if (!active.containsKey(event.job())) {
      SpeedSpec known = event.speed();
      Speed speed = speeds.speed(known);
      put(Job.submitted(event.spec(), arrivals, event.at(), known, speed, event.pause()));
      usedNames.add(event.job());
      dependencies.submit(event.spec(), active::containsKey);
      arrivals++;
    }
  }

  private void allocate(Job job, Event.Allocated event) {
    Allocation target = event.to();
    if (target.isNone()) {
      put(
          job.withOrder(
              event.revision(),
              target,
              JobReports.become(job, JobState.QUEUED),
              job.progress().change(event.at(), 0, 0),
              event.at()));
      return;
    }
    boolean starts = !job.holdsResources();
    boolean trainsOn = job.state() == JobState.RUNNING && job.pause().isZero();
    double rate = trainsOn ? job.speed().stepsPerSecond(target) : 0;
    JobState next =
        trainsOn
            ? JobState.RUNNING
            : starts || job.state() == JobState.STARTING ? JobState.STARTING : JobState.RESCALING;
    Progress progress =
        job.progress().change(event.at(), rate, job.spec().demand().devices(target.size()));
    put(
        job.withOrder(
            event.revision(),
            target,
            JobReports.become(job, next),
            trainsOn && job.spec().rescaleMode() == RescaleMode.CHECKPOINT
                ? progress.withSaved(progress.steps())
                : progress,
            protection(job, event.at(), starts)));
  }

  private Instant protection(Job job, Instant now, boolean starts) {
    Protection protection = job.spec().protection();
    Instant until = now.plus(starts ? protection.afterStart() : protection.cooldown());
    if (!starts && job.protectedUntil().isAfter(until)) {
      until = job.protectedUntil();
    }
    if (until.isAfter(protectedUntil)) {
      protectedUntil = until;
    }
    return until;
  }

  /** A job of which only some tasks are up trains, but is still starting or rescaling. */
  private void run(Job job, Event.Running event) {
    if (!job.holdsResources() || JobReports.isLate(event, job)) {
      return;
    }
    boolean isComplete = job.allocation().equals(event.where());
    Progress progress = JobReports.run(job, event);
    JobState next =
        JobReports.become(job, isComplete ? JobState.RUNNING : JobReports.partly(job.state()));
    put(job.withAllocation(job.allocation(), next, progress, job.protectedUntil()));
    find(job.id()).ifPresent(now -> measurements.run(now, isComplete));
  }

  /** A late report gives the steps of a job, but not its present rate. */
  private void progress(Job job, Event.Progressed event) {
    if (!job.holdsResources()) {
      return;
    }
    put(job.with(JobReports.progress(job, event)));
    if (!JobReports.isLate(event, job)) {
      find(job.id()).ifPresent(measurements::add);
    }
  }

  private void end(JobId id, JobState last) {
    find(id)
        .ifPresent(job -> {
          JobReports.become(job, last);
          active.remove(id);
          dependencies.end(id, last);
          measurements.forget(id);
          index(job, null);
          allocatedJobs.remove(job);
          roster = roster.without(job.arrival());
        });
  }

  private void put(Job job) {
    index(active.put(job.id(), job), job);
    roster = roster.with(job);
    allocatedJobs.put(job);
  }

  private ClusterSettings settings() {
    return policy.isEmpty() && queues.isEmpty() && nodes.drained().isEmpty()
        ? ClusterSettings.NONE
        : new ClusterSettings(policy, queues, nodes.drained());
  }

  private void set(Queue queue, Stream<Queue> kept) {
    Stream<Queue> others = queues.stream().filter(known -> !known.name().equals(queue.name()));
    queues = Stream.concat(others, kept).toList();
    usage.set(queue, allocatedJobs.list(), foldedAt);
  }
}
