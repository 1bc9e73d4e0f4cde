package dev.ductile.laws;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobNote;
import dev.ductile.api.JobState;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Plan;
import dev.ductile.api.Progress;
import dev.ductile.api.Resources;
import dev.ductile.api.Roster;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A random small cluster of one seed, and its history: plans are carried out, jobs arrive, train,
 * end and crash, and nodes are lost. In clusters of even seeds a change of size costs nothing. In
 * two of five seeds nodes have labels and device types, which some jobs require.
 */
public final class RandomCluster {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final RandomDraws draws;
  private final RandomJobs jobs;
  private final Optional<RandomLabels> labels;
  private Nodes nodes;
  private Instant now = START;
  private Roster roster = Roster.EMPTY;
  private long arrivals;

  public RandomCluster(long seed) {
    this.draws = new RandomDraws(new Seed(seed).stream("life"));
    this.labels = seed % 5 < 3 ? Optional.empty() : Optional.of(new RandomLabels(seed));
    this.jobs =
        new RandomJobs(draws, seed % 2 == 0 ? Duration.ZERO : Duration.ofSeconds(30), labels);
    this.nodes = nodes();
    for (int count = draws.between(0, 40); count > 0; count--) {
      roster = roster.with(held(submitted()));
    }
  }

  public Cluster picture() {
    return Cluster.of(now, nodes, roster);
  }

  /** Carries out a plan and lets some time pass. */
  public void follow(Plan plan) {
    apply(plan);
    now = now.plusMillis(draws.between(0, 4) * 250_000L);
    for (Job job : List.copyOf(roster)) {
      proceed(job);
    }
    for (int count = draws.between(0, 3); count > 0; count--) {
      roster = roster.with(submitted());
    }
    if (draws.oneIn(15) && nodes.count() > 1) {
      lose(nodes.get(draws.between(0, nodes.count() - 1)).id());
    }
  }

  private void apply(Plan plan) {
    Map<Long, Allocation> granted = new HashMap<>();
    for (Grant grant : plan.grants()) {
      granted.put(grant.job().arrival(), grant.allocation());
    }
    for (Job job : List.copyOf(roster)) {
      Job noted = noted(job, plan);
      roster = roster.with(noted);
      Allocation target = granted.getOrDefault(job.arrival(), Allocation.NONE);
      if (!job.isProtected(now) && !job.allocation().equals(target)) {
        roster = roster.with(moved(noted, target));
      }
    }
  }

  /** The job with the notes that the plan writes on it. */
  public static Job noted(Job job, Plan plan) {
    Job noted = job;
    for (JobNote note : plan.notes()) {
      noted = note.job().equals(job.id()) ? noted.withNote(note.policy(), note.note()) : noted;
    }
    return noted;
  }

  private Job moved(Job job, Allocation target) {
    Progress progress =
        job.progress()
            .change(
                now,
                job.speed().stepsPerSecond(target),
                target.isNone() ? 0 : job.spec().demand().devices(target.size()));
    Instant until = draws.oneIn(5) ? now.plusSeconds(draws.between(1, 900)) : now;
    return job.withAllocation(
        target, target.isNone() ? JobState.QUEUED : JobState.RUNNING, progress, until);
  }

  private void proceed(Job job) {
    if (job.holdsResources() && (job.remainingSteps(now) <= 0 || draws.oneIn(12))) {
      roster = roster.without(job.arrival());
    } else if (job.holdsResources() && draws.oneIn(20)) {
      roster = roster.with(moved(job, Allocation.NONE));
    }
  }

  private void lose(NodeId lost) {
    nodes = Nodes.of(nodes.list().stream().filter(node -> !node.id().equals(lost)).toList());
    for (Job job : List.copyOf(roster)) {
      if (job.allocation().uses(lost)) {
        roster = roster.with(moved(job, Allocation.NONE));
      }
    }
  }

  private Job submitted() {
    return jobs.next(arrivals++, now.minusSeconds(draws.between(0, 3600)));
  }

  /** The job, which in every second case already runs at the start, if a node has room. */
  private Job held(Job job) {
    if (draws.oneIn(2)) {
      return job;
    }
    FreeCapacity free = picture().left();
    Size size = job.spec().bounds().atMost(new Size(draws.between(1, 8), draws.between(1, 3)));
    int node = free.first(job.spec().demand(), size, 0);
    if (node < 0) {
      return job;
    }
    Job started = moved(job, Allocation.on(nodes.get(node).id(), size));
    double service = draws.between(0, 20_000);
    Progress progress = started.progress();
    return started.with(
        new Progress(
            progress.asOf(),
            job.spec().work().steps() * draws.between(0.0, 0.9),
            progress.stepsPerSecond(),
            service,
            progress.devices()));
  }

  private Nodes nodes() {
    var list = new ArrayList<Node>();
    boolean uniform = draws.oneIn(3);
    Resources capacity = capacity();
    for (int count = draws.between(1, 12); count > 0; count--) {
      var node = new Node(new NodeId("node-" + count), uniform ? capacity : capacity());
      list.add(labels.map(each -> each.on(node)).orElse(node));
    }
    return Nodes.of(list);
  }

  private Resources capacity() {
    return Resources.of(
        Map.of(
            Resources.GPU,
            (double) draws.of(List.of(0, 4, 8, 8)),
            Resources.CPU,
            (double) draws.of(List.of(8, 32, 64)),
            Resources.MEMORY,
            draws.of(List.of(64, 256)) * (double) (1L << 30)));
  }
}
