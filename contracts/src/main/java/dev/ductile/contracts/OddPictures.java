package dev.ductile.contracts;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobState;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Notebook;
import dev.ductile.api.Phase;
import dev.ductile.api.Progress;
import dev.ductile.api.Resources;
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
 * Random pictures of clusters at the edge of what can be written down: several kinds of nodes,
 * amounts that do not divide, fractions, zeros and huge numbers, jobs that hold more than their
 * nodes have or run on nodes that are gone, notes of policies, protections, limits, and speeds of
 * every kind. The same seed gives the same picture.
 */
public final class OddPictures {
  static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static final int MOST_JOBS = 24;
  private static final int MOST_NODES = 9;
  private static final List<Double> CAPACITIES =
      List.of(0.0, 1.0, 2.0, 4.0, 8.0, 8.0, 16.0, 64.0, 0.5, 2.5, 0.3, 1 / 3.0, 7.0, 1e6);
  private static final List<Double> BYTES =
      List.of(0.0, 100e9, 100e9 + 1, 64e9, 0x1p36, 1e12, 1e15 + 1, 0x1p53, 1e18, 12345.678);

  private final Chance chance;
  private final List<Resources> kinds = new ArrayList<>();
  private final OddJobs jobs;
  private final Nodes nodes;
  private final List<Notebook<?>> notebooks;
  private final Optional<RandomLabels> labels;

  private OddPictures(long seed, List<Notebook<?>> notebooks, Optional<RandomLabels> labels) {
    this.notebooks = notebooks;
    this.labels = labels;
    this.chance = new Chance(new Seed(seed).stream("odd picture"));
    this.nodes = nodes();
    this.jobs = new OddJobs(chance, kinds, labels);
  }

  /** The picture of a seed, in which some jobs have a note of each of these policies. */
  public static Cluster of(long seed, List<Notebook<?>> notebooks) {
    return new OddPictures(seed, notebooks, Optional.empty()).picture();
  }

  /** The same, and nodes have labels and device types, which some jobs require. */
  public static Cluster withLabels(long seed, List<Notebook<?>> notebooks) {
    return new OddPictures(seed, notebooks, Optional.of(new RandomLabels(seed))).picture();
  }

  private Cluster picture() {
    var list = new ArrayList<Job>();
    boolean isFree = chance.oneIn(3);
    for (int arrival = 0, count = chance.between(1, MOST_JOBS); arrival < count; arrival++) {
      Instant submitted = NOW.minusMillis(chance.between(0, 100_000_000));
      Duration pause =
          isFree ? Duration.ZERO : chance.of(List.of(Duration.ofSeconds(30), Duration.ofHours(2)));
      list.add(lived(jobs.next(arrival, submitted, pause), list));
    }
    return Cluster.of(NOW, nodes, list);
  }

  private Nodes nodes() {
    for (int count = chance.between(1, 3); count > 0; count--) {
      kinds.add(capacity());
    }
    var list = new ArrayList<Node>();
    for (int count = chance.oneIn(40) ? 0 : chance.between(1, MOST_NODES); count > 0; count--) {
      var node = new Node(new NodeId("node-" + count), chance.of(kinds));
      list.add(labels.map(each -> each.on(node)).orElse(node));
    }
    return Nodes.of(list);
  }

  private Resources capacity() {
    Map<String, Double> amounts = new HashMap<>();
    int shape = chance.between(0, 5);
    if (shape != 0) {
      amounts.put(Resources.CPU, chance.of(CAPACITIES));
    }
    if (shape > 1) {
      amounts.put(Resources.GPU, chance.of(CAPACITIES));
    }
    if (shape > 3) {
      amounts.put(Resources.MEMORY, chance.of(BYTES));
    }
    if (shape == 0 || chance.oneIn(6)) {
      amounts.put("fpga", (double) chance.between(1, 5));
    }
    return Resources.of(amounts);
  }

  /** The job as it is after a while: some run, some have run before, some are nearly done. */
  private Job lived(Job job, List<Job> before) {
    double steps = job.spec().work().steps();
    double done = chance.of(List.of(0.0, 0.0, 0.1, 0.5, 0.999999, 1.0)) * steps;
    double service = chance.oneIn(3) ? chance.between(0, 30_000) : 0;
    Job remembered =
        chance.oneIn(4)
            ? new OddNotes(chance.between(0, 9) + 10L * chance.between(0, 1_000_000))
                .on(job, notebooks)
            : job;
    Job noted = remembered.with(chance.oneIn(5) ? Phase.EARLY_FEEDBACK : Phase.TRAINING);
    if (chance.oneIn(2) || nodes.count() == 0) {
      return noted.with(new Progress(NOW, done, 0, service, 0));
    }
    Allocation held = held(job, before);
    double rate = job.speed().stepsPerSecond(held);
    var progress =
        new Progress(
            NOW,
            Math.min(done, steps / 2),
            Double.isFinite(rate) ? rate : 0,
            service,
            held.isNone() ? 0 : job.spec().demand().devices(held.size()));
    return noted.withAllocation(
        held,
        held.isNone() ? JobState.QUEUED : JobState.RUNNING,
        progress,
        chance.oneIn(4) ? NOW.plusSeconds(chance.between(1, 5000)) : NOW);
  }

  /** What a running job holds: room that it found, or, now and then, what nodes no longer have. */
  private Allocation held(Job job, List<Job> before) {
    boolean isLost = chance.oneIn(12);
    Size size =
        isLost
            ? new Size(chance.between(1, 9), job.spec().bounds().servers().least())
            : job.spec().bounds().atMost(new Size(chance.between(1, 8), chance.between(1, 3)));
    var perNode = new HashMap<NodeId, Size>();
    var free = Cluster.of(NOW, nodes, before).left();
    Demand demand = job.spec().demand();
    for (int task = 0; task < Math.min(size.tasks(), 40); task++) {
      Size one = task < size.workers() ? new Size(1, 0) : new Size(0, 1);
      int node = isLost ? chance.between(0, nodes.count() - 1) : free.first(demand, one, 0);
      if (node < 0 || !demand.accepts(nodes.get(node))) {
        return Allocation.NONE;
      }
      free.take(node, demand, one);
      perNode.merge(nodes.get(node).id(), one, Size::plus);
    }
    if (isLost && chance.oneIn(2)) {
      perNode.merge(new NodeId("gone"), new Size(1, 0), Size::plus);
    }
    boolean isWhole = isLost || size.tasks() <= 40;
    return isWhole ? Allocation.of(perNode) : Allocation.NONE;
  }
}
