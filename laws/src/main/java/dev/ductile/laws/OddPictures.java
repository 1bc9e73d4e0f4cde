package dev.ductile.laws;

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
 * Random pictures of clusters with extreme values: several kinds of nodes, amounts that do not
 * divide, fractions, zeros and huge numbers, jobs that hold more than their nodes have or that run
 * on lost nodes, notes of policies, protections, limits, and all kinds of speeds. The same seed
 * gives the same picture.
 */
public final class OddPictures {
  static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static final int MOST_JOBS = 24;
  private static final int MOST_NODES = 9;
  private static final List<Double> CAPACITIES =
      List.of(0.0, 1.0, 2.0, 4.0, 8.0, 8.0, 16.0, 64.0, 0.5, 2.5, 0.3, 1 / 3.0, 7.0, 1e6);
  private static final List<Double> BYTES =
      List.of(0.0, 100e9, 100e9 + 1, 64e9, 0x1p36, 1e12, 1e15 + 1, 0x1p53, 1e18, 12345.678);

  private final RandomDraws draws;
  private final List<Resources> kinds = new ArrayList<>();
  private final OddJobs jobs;
  private final Nodes nodes;
  private final List<Notebook<?>> notebooks;
  private final Optional<RandomLabels> labels;

  private OddPictures(long seed, List<Notebook<?>> notebooks, Optional<RandomLabels> labels) {
    this.notebooks = notebooks;
    this.labels = labels;
    this.draws = new RandomDraws(new Seed(seed).stream("odd picture"));
    this.nodes = nodes();
    this.jobs = new OddJobs(draws, kinds, labels);
  }

  /** The picture of a seed, in which some jobs have a note of each of these policies. */
  public static Cluster of(long seed, List<Notebook<?>> notebooks) {
    return new OddPictures(seed, notebooks, Optional.empty()).picture();
  }

  /** The same, with nodes that have labels and device types, which some jobs require. */
  public static Cluster withLabels(long seed, List<Notebook<?>> notebooks) {
    return new OddPictures(seed, notebooks, Optional.of(new RandomLabels(seed))).picture();
  }

  private Cluster picture() {
    var list = new ArrayList<Job>();
    boolean isFree = draws.oneIn(3);
    for (int arrival = 0, count = draws.between(1, MOST_JOBS); arrival < count; arrival++) {
      Instant submitted = NOW.minusMillis(draws.between(0, 100_000_000));
      Duration pause =
          isFree ? Duration.ZERO : draws.of(List.of(Duration.ofSeconds(30), Duration.ofHours(2)));
      list.add(lived(jobs.next(arrival, submitted, pause), list));
    }
    return Cluster.of(NOW, nodes, list);
  }

  private Nodes nodes() {
    for (int count = draws.between(1, 3); count > 0; count--) {
      kinds.add(capacity());
    }
    var list = new ArrayList<Node>();
    for (int count = draws.oneIn(40) ? 0 : draws.between(1, MOST_NODES); count > 0; count--) {
      var node = new Node(new NodeId("node-" + count), draws.of(kinds));
      list.add(labels.map(each -> each.on(node)).orElse(node));
    }
    return Nodes.of(list);
  }

  private Resources capacity() {
    Map<String, Double> amounts = new HashMap<>();
    int shape = draws.between(0, 5);
    if (shape != 0) {
      amounts.put(Resources.CPU, draws.of(CAPACITIES));
    }
    if (shape > 1) {
      amounts.put(Resources.GPU, draws.of(CAPACITIES));
    }
    if (shape > 3) {
      amounts.put(Resources.MEMORY, draws.of(BYTES));
    }
    if (shape == 0 || draws.oneIn(6)) {
      amounts.put("fpga", (double) draws.between(1, 5));
    }
    return Resources.of(amounts);
  }

  /** The job after some time: some jobs run, some have run before, some are nearly done. */
  private Job lived(Job job, List<Job> before) {
    double steps = job.spec().work().steps();
    double done = draws.of(List.of(0.0, 0.0, 0.1, 0.5, 0.999999, 1.0)) * steps;
    double service = draws.oneIn(3) ? draws.between(0, 30_000) : 0;
    Job remembered =
        draws.oneIn(4)
            ? new OddNotes(draws.between(0, 9) + 10L * draws.between(0, 1_000_000))
                .on(job, notebooks)
            : job;
    Job noted = remembered.with(draws.oneIn(5) ? Phase.EARLY_FEEDBACK : Phase.TRAINING);
    if (draws.oneIn(2) || nodes.count() == 0) {
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
        draws.oneIn(4) ? NOW.plusSeconds(draws.between(1, 5000)) : NOW);
  }

  /** The allocation of a running job: resources that were free, or sometimes more than exists. */
  private Allocation held(Job job, List<Job> before) {
    boolean isLost = draws.oneIn(12);
    Size size =
        isLost
            ? new Size(draws.between(1, 9), job.spec().bounds().servers().least())
            : job.spec().bounds().atMost(new Size(draws.between(1, 8), draws.between(1, 3)));
    var perNode = new HashMap<NodeId, Size>();
    var free = Cluster.of(NOW, nodes, before).left();
    Demand demand = job.spec().demand();
    for (int task = 0; task < Math.min(size.tasks(), 40); task++) {
      Size one = task < size.workers() ? new Size(1, 0) : new Size(0, 1);
      int node = isLost ? draws.between(0, nodes.count() - 1) : free.first(demand, one, 0);
      if (node < 0 || !demand.accepts(nodes.get(node))) {
        return Allocation.NONE;
      }
      free.take(node, demand, one);
      perNode.merge(nodes.get(node).id(), one, Size::plus);
    }
    if (isLost && draws.oneIn(2)) {
      perNode.merge(new NodeId("gone"), new Size(1, 0), Size::plus);
    }
    boolean isWhole = isLost || size.tasks() <= 40;
    return isWhole ? Allocation.of(perNode) : Allocation.NONE;
  }
}
