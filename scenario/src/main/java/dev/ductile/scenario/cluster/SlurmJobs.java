package dev.ductile.scenario.cluster;

import dev.ductile.api.Demand;
import dev.ductile.api.Device;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.scenario.cluster.SourceJob.Phase;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Converts the jobs of Slurm. A worker is the share of one node, if Slurm gives equal shares to the
 * nodes of the job; else it is one GPU, or one processor, with an equal part of the rest.
 */
final class SlurmJobs {
  private static final int LONGEST_NAME = 80;

  private static final Set<String> NOT_ELIGIBLE =
      Set.of("JobHeldUser", "JobHeldAdmin", "Dependency", "DependencyNeverSatisfied", "BeginTime");

  private final Snapshot snapshot;
  private final Map<String, SlurmNode> nodes;
  private final boolean hasPriorities;
  private final boolean keepsNodes;
  private final Map<Long, Long> runningTasks = new HashMap<>();
  private final Map<String, Resources> held = new HashMap<>();

  SlurmJobs(
      Snapshot snapshot,
      Map<String, SlurmNode> nodes,
      List<SlurmJob> jobs,
      boolean hasPriorities,
      boolean keepsNodes) {
    this.snapshot = snapshot;
    this.nodes = nodes;
    this.hasPriorities = hasPriorities;
    this.keepsNodes = keepsNodes;
    jobs.stream()
        .filter(SlurmJobs::runs)
        .forEach(job -> runningTasks.merge(job.array(), 1L, Long::sum));
  }

  /** All that the jobs of the state hold on each node. */
  Map<String, Resources> held() {
    return held;
  }

  static boolean runs(SlurmJob job) {
    return job.isAny("RUNNING", "CONFIGURING") && !job.isAny("COMPLETING", "SUSPENDED", "STOPPED");
  }

  void add(SlurmJob job) {
    if (runs(job)) {
      addRunning(job);
    } else if (job.isAny("PENDING", "SUSPENDED", "REQUEUED") && !job.isAny("COMPLETING")) {
      addWaiting(job);
    } else if (job.isAny("COMPLETING", "STAGE_OUT", "STOPPED", "SIGNALING")) {
      remark("the job is ending, so it is no job of the state; its resources are not free", job);
    }
  }

  private void remark(String sentence, SlurmJob job) {
    snapshot.remarks().job(sentence, name(job, taskName(job)));
  }

  private void addRunning(SlurmJob job) {
    Map<String, EvenTasks.Share> shares = new SlurmShares(job, nodes).shares(keepsNodes);
    int workers = shares.values().stream().mapToInt(EvenTasks.Share::tasks).sum();
    boolean isKnown = nodes.keySet().containsAll(shares.keySet());
    EvenTasks tasks = EvenTasks.of(shares);
    if (workers == 0 || tasks.each().isNone() || !isKnown) {
      remark(
          isKnown
              ? "the job is left out, because it holds no processor and no GPU"
              : "the job is left out, because it runs on nodes that the input does not have",
          job);
      return;
    }
    shares.forEach((node, share) -> held.merge(node, share.whole(), Resources::plus));
    tasks
        .rest()
        .forEach((node, rest) -> {
          snapshot.takeOther(node, rest);
          remark(
              "the job has uneven shares on its nodes; the surplus stays on the node, outside of its workers",
              job);
        });
    boolean isByNode = keepsNodes && job.layout().isByNode() && workers == shares.size();
    remarkNodes(job, isByNode, tasks.each());
    Map<String, Size> on = new TreeMap<>();
    shares.forEach((node, share) -> {
      if (share.tasks() > 0) {
        on.put(node, Size.workers(share.tasks()));
      }
    });
    Phase phase = job.isAny("CONFIGURING") ? Phase.STARTING : Phase.RUNNING;
    snapshot.add(converted(job, taskName(job), tasks.each(), Range.exactly(workers), on, phase));
  }

  private void addWaiting(SlurmJob job) {
    String type = job.requested().gpuType();
    var workers = SlurmWorkers.of(job, isOnMixedNodesOnly(type) ? type : "", keepsNodes);
    remarkNodes(job, workers.isByNode(), workers.each());
    if (workers.sizes().least() < workers.sizes().most()) {
      remark(
          "the job may start on several numbers of nodes (--nodes=MIN-MAX), so it has several sizes",
          job);
    }
    long free =
        job.tasksAtOnce() == 0
            ? Long.MAX_VALUE
            : Math.max(0, job.tasksAtOnce() - runningTasks.getOrDefault(job.array(), 0L));
    for (String task : waitingTasks(job)) {
      Phase phase = free > 0 ? phase(job) : Phase.HELD;
      free--;
      SourceJob converted = converted(job, task, workers.each(), workers.sizes(), Map.of(), phase);
      snapshot.add(converted);
    }
    remarkWaiting(job);
  }

  /** Says how the nodes of a job that asks for several became workers. */
  private void remarkNodes(SlurmJob job, boolean isByNode, Resources each) {
    if (isByNode && job.layout().isSpread()) {
      String type = job.requested().gpuType();
      boolean fitsTwice =
          nodes.values().stream()
              .filter(node -> type.isEmpty() || node.gpuTypes().contains(type))
              .anyMatch(node -> each.times(2).fitsIn(node.capacity()));
      remark(
          fitsTwice
              ? "the job asks for several nodes, so a worker is its share of one node; a policy may give a node two of its workers, Slurm does not"
              : "the job asks for several nodes, so a worker is its share of one node",
          job);
    } else if (!isByNode && (job.layout().isFixedSpread() || isDivided(job))) {
      remark(
          "the number of nodes of the job is ignored: its workers are single GPUs or processors, on any number of nodes",
          job);
    }
  }

  /** Whether a job with equal shares on several nodes has more than one worker on each. */
  private boolean isDivided(SlurmJob job) {
    return !keepsNodes && job.layout().isSpread() && job.layout().isByNode();
  }

  private Phase phase(SlurmJob job) {
    if (job.isAny("SUSPENDED")) {
      return Phase.STOPPED;
    }
    boolean isHeld = job.hasPriorityZero() || NOT_ELIGIBLE.contains(job.reason());
    return isHeld ? Phase.HELD : Phase.WAITING;
  }

  private void remarkWaiting(SlurmJob job) {
    boolean waitsForEvent =
        job.reason().startsWith("Dependency") || job.reason().equals("BeginTime");
    if (waitsForEvent) {
      remark("the job is held until its dependency or its begin time", job);
    } else if (job.hasPriorityZero() || job.reason().startsWith("JobHeld")) {
      remark("the job is held by a user or an administrator", job);
    }
    if (!waitsForEvent && job.tasksAtOnce() > 0 && !job.tasks().isNone()) {
      remark("the tasks of the array above its limit of tasks at a time are held", job);
    }
    if (job.reason().startsWith("Assoc") || job.reason().startsWith("QOS")) {
      remark(
          "the job waits for a limit of an association or a QOS; these limits are not read, so a policy may start it",
          job);
    }
    if (job.partition().contains(",")) {
      remark(
          "the job asks for several partitions; a state cannot express that, so it may use all nodes",
          job);
    }
    job.conditions()
        .forEach(condition ->
            remark(
                "the wish for %s is ignored, because a state cannot express it"
                    .formatted(condition),
                job));
  }

  private List<String> waitingTasks(SlurmJob job) {
    if (job.tasks().isNone()) {
      return List.of(taskName(job));
    }
    if (job.tasks().isShortened()) {
      remark("Slurm shortened the list of its tasks, so some are missing", job);
    }
    return job.tasks().numbers().stream()
        .map(task -> "%d_%d".formatted(job.array(), task))
        .toList();
  }

  /** The name that Slurm shows: of the job, or of the job array and the task. */
  private static String taskName(SlurmJob job) {
    return job.task().isPresent() && job.array() > 0
        ? "%d_%d".formatted(job.array(), job.task().get())
        : Long.toString(job.id());
  }

  private static String name(SlurmJob job, String task) {
    String clean = job.name().replaceAll("[^\\p{L}\\p{N}._+@:-]", "-");
    String shortened = clean.length() > LONGEST_NAME ? clean.substring(0, LONGEST_NAME) : clean;
    return "%s-%s".formatted(shortened, task);
  }

  private SourceJob converted(
      SlurmJob job, String task, Resources each, Range sizes, Map<String, Size> on, Phase phase) {
    String queue = job.partition().isEmpty() ? JobSpec.DEFAULT_QUEUE : job.partition();
    int priority = hasPriorities ? (int) Math.round(job.priority().orElse(0)) : 0;
    var label = new SourceJob.Label(name(job, task), job.user(), queue, priority);
    return new SourceJob(
        label,
        times(job, phase),
        demand(job, each),
        sizes,
        Size.workers(sizes.least()),
        on,
        job.group() > 0 ? "het-" + job.group() : "",
        phase);
  }

  private SourceJob.Times times(SlurmJob job, Phase phase) {
    var submitted = job.times().submitted();
    if (phase != Phase.RUNNING && phase != Phase.STARTING) {
      Duration ran = phase == Phase.STOPPED ? job.times().beforeSuspension() : Duration.ZERO;
      return new SourceJob.Times(submitted, Optional.empty(), ran, job.times().limit());
    }
    var start = job.times().start().filter(at -> !at.isBefore(submitted)).orElse(submitted);
    Duration ran = Duration.between(start, snapshot.time());
    return new SourceJob.Times(submitted, Optional.of(start), ran, job.times().limit());
  }

  private Demand demand(SlurmJob job, Resources each) {
    String type = job.requested().gpuType();
    boolean byType = !type.isEmpty() && !isOnMixedNodesOnly(type);
    return Demand.perWorker(each)
        .withDevice(new Device(Resources.GPU, byType ? type : ""))
        .withLabels(snapshot.labels(name(job, taskName(job)), labels(job)));
  }

  /** Whether GPUs of a type are only on nodes that have several types. */
  private boolean isOnMixedNodesOnly(String type) {
    return nodes.values().stream()
            .anyMatch(node -> node.isMixed() && node.gpuTypes().contains(type))
        && nodes.values().stream().noneMatch(node -> node.gpuTypes().equals(Set.of(type)));
  }

  private Map<String, String> labels(SlurmJob job) {
    var labels = new LinkedHashMap<String, String>();
    boolean isEverywhere =
        nodes.values().stream()
            .allMatch(
                node -> node.partitions().contains(job.partition()) || node.partitions().isEmpty());
    if (!job.partition().isEmpty() && !job.partition().contains(",") && !isEverywhere) {
      labels.put(SlurmNode.PARTITION + job.partition(), "true");
    }
    if (job.features().matches("[\\w.:@+/-]+(&[\\w.:@+/-]+)*")) {
      for (String feature : job.features().split("&", -1)) {
        labels.put(feature, "true");
      }
    } else if (!job.features().isEmpty()) {
      remark(
          "the wish for features is ignored, because a state cannot express \"or\" and counts",
          job);
    }
    return labels;
  }
}
