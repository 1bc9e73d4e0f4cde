package dev.ductile.server.page;

import com.fasterxml.jackson.databind.node.IntNode;
import dev.ductile.rest.ClusterView;
import dev.ductile.rest.DecidedChange;
import dev.ductile.rest.DecisionView;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.NodeView;
import dev.ductile.rest.QueueView;
import dev.ductile.rest.ReasonView;
import dev.ductile.rest.ResourceUse;
import dev.ductile.rest.TaskCounts;
import dev.ductile.rest.TaskHolder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Documents of a large cluster, made from a seed: a tenth of the jobs runs, most wait, some have
 * ended. It is a load for the page and decides nothing.
 */
final class SyntheticCluster {
  static final TaskCounts NONE = new TaskCounts(0, 0);
  private static final int NODES = 128;
  private static final double DEVICES_PER_NODE = 8;
  private static final int DECISIONS = 400;

  /** The owner of the job of number {@link #HOSTILE}, which must stay text. */
  static final String MARKUP = "<img src=x onerror=alert(1)>";

  private static final int HOSTILE = 3;
  private static final List<String> OWNERS = List.of("ada", "grace", "edsger", "barbara", "tony");
  private static final List<String> QUEUES = List.of("vision", "language", "research");
  private static final List<String> MODELS = List.of("resnet", "bert", "gpt", "dlrm", "vit");

  private final SplittableRandom random;
  private final Instant now;
  private final List<JobSummary> jobs = new ArrayList<>();
  private final List<DecisionView> decisions = new ArrayList<>();

  SyntheticCluster(int jobCount, long seed, Instant now) {
    this.random = new SplittableRandom(seed);
    this.now = now;
    for (int i = 0; i < jobCount; i++) {
      jobs.add(job(i));
    }
    for (int i = 0; i < DECISIONS && jobCount > 0; i++) {
      decisions.add(decision(i));
    }
  }

  List<JobSummary> jobs() {
    return jobs;
  }

  /** Newest first. */
  List<DecisionView> decisions() {
    return decisions.reversed();
  }

  /** A running job that has made more steps, as an event of the server. */
  JobSummary advance(int index) {
    JobSummary old = jobs.get(index);
    if (!old.state().equals("running")) {
      return old;
    }
    JobSummary made =
        summary(
            old,
            old.state(),
            old.size(),
            Math.min(old.totalSteps().orElseThrow(), old.steps() + 250));
    jobs.set(index, made);
    return made;
  }

  private JobSummary job(int index) {
    int of = index % 10;
    String state = of == 0 ? "running" : of < 8 ? "pending" : of == 8 ? "succeeded" : endOf(index);
    String name = "%s-%05d".formatted(MODELS.get(index % MODELS.size()), index);
    int most = 1 << (1 + random.nextInt(4));
    boolean held = state.equals("pending") && index % 97 == 1;
    boolean runs = state.equals("running");
    TaskCounts size = runs || of >= 8 ? new TaskCounts(1 + random.nextInt(most), of % 2) : NONE;
    double total = 1000 * (1 + random.nextInt(90));
    double steps =
        runs ? total * random.nextDouble() : state.equals("succeeded") ? total : of > 8 ? 700 : 0;
    double speed = runs ? 2.5 * Math.pow(size.workers(), 0.8) : 0;
    Instant submitted = now.minusSeconds(60 + (long) random.nextInt(80_000));
    return new JobSummary(
        name,
        name,
        index == HOSTILE ? MARKUP : OWNERS.get(random.nextInt(OWNERS.size())),
        QUEUES.get(random.nextInt(QUEUES.size())),
        random.nextInt(3),
        state,
        held ? List.of("held") : runs && index % 130 == 0 ? List.of("rescaling") : List.of(),
        Optional.of(reason(state, index)),
        submitted,
        size.equals(NONE) ? Optional.empty() : Optional.of(submitted.plusSeconds(30)),
        of >= 8 ? Optional.of(submitted.plusSeconds(50)) : Optional.empty(),
        size,
        new TaskCounts(1, of % 2),
        new TaskCounts(most, of % 2),
        steps,
        Optional.of(total),
        speed,
        runs ? Optional.of((total - steps) / speed) : Optional.empty());
  }

  private static String endOf(int index) {
    return index % 20 == 9 ? "failed" : "cancelled";
  }

  private static JobSummary summary(JobSummary of, String state, TaskCounts size, double steps) {
    return new JobSummary(
        of.id(),
        of.name(),
        of.owner(),
        of.queue(),
        of.priority(),
        state,
        of.flags(),
        of.reason(),
        of.submitted(),
        of.started(),
        of.ended(),
        size,
        of.least(),
        of.most(),
        steps,
        of.totalSteps(),
        of.stepsPerSecond(),
        of.remainingSeconds());
  }

  static ReasonView reason(String state, int index) {
    return state.equals("pending")
        ? new ReasonView(
            "waiting-for-capacity",
            "waits behind %d jobs; needs 4 gpu, and 2 are free".formatted(index % 900),
            Map.of("ahead", IntNode.valueOf(index % 900)))
        : new ReasonView("grown", "4 workers: the next one would save 41 s per gpu", Map.of());
  }

  private DecisionView decision(int number) {
    List<DecidedChange> changes = new ArrayList<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      JobSummary job = jobs.get(random.nextInt(Math.max(1, jobs.size() / 10)) * 10 % jobs.size());
      int before = random.nextInt(6);
      TaskCounts from = new TaskCounts(before, 0);
      TaskCounts to = new TaskCounts(before + 1 + random.nextInt(3), 0);
      changes.add(new DecidedChange(job.id(), from, to, reason("running", number)));
    }
    List<String> dropped =
        number % 50 == 7 ? List.of("bert-00001: more than node-003 has free") : List.of();
    return new DecisionView(
        number + 1L,
        now.minus(Duration.ofSeconds(30L * (DECISIONS - number))),
        "marginal",
        number % 3 == 0 ? "job finished" : "job submitted",
        3 + random.nextInt(40),
        changes,
        1000 - changes.size(),
        7000,
        dropped);
  }

  ClusterView view(Instant at) {
    Map<String, Integer> states = new TreeMap<>();
    jobs.forEach(job -> states.merge(job.state(), 1, Integer::sum));
    double total = NODES * DEVICES_PER_NODE;
    return new ClusterView(
        at,
        "0.1.0-SNAPSHOT",
        "marginal",
        NODES,
        1,
        2,
        List.of(
            new ResourceUse("gpu", total, 0.82 * total, 16, Optional.of(0.61 * total)),
            new ResourceUse("cpu", 8 * total, 4.1 * total, 128, Optional.of(3.9 * total)),
            new ResourceUse(
                "memory", total * (64L << 30), total * (40L << 30), 0, Optional.empty())),
        states,
        decisions().stream().findFirst(),
        decisions.size(),
        List.of("the policy changed job gpt-00012 6 times in 10 min; it is pinned until 14:40"),
        queues());
  }

  List<QueueView> queues() {
    List<QueueView> made = new ArrayList<>();
    for (int i = 0; i < QUEUES.size(); i++) {
      String name = QUEUES.get(i);
      made.add(
          new QueueView(
              name,
              Map.of("gpu", 256.0 + 128 * i),
              Map.of("gpu", 768.0),
              i == 2 ? Map.of("gpu", 64.0) : Map.of(),
              100,
              i + 1,
              i != 1,
              i == 0 ? Optional.of(604_800.0) : Optional.empty(),
              Map.of("gpu", 210.0 + 90 * i),
              i == 0 ? Map.of() : Map.of("gpu", 24.0),
              0.2 + 0.12 * i,
              (i + 1) / 6.0,
              (i + 1) / 6.0,
              3600.0 * (i + 1),
              count(name, "pending"),
              count(name, "running")));
    }
    return made;
  }

  private int count(String queue, String state) {
    return (int)
        jobs.stream().filter(job -> job.queue().equals(queue) && job.state().equals(state)).count();
  }

  List<NodeView> nodes() {
    List<NodeView> made = new ArrayList<>();
    for (int i = 0; i < NODES; i++) {
      String state = i == 5 ? "down" : i == 9 || i == 10 ? "drained" : "up";
      List<TaskHolder> holders = new ArrayList<>();
      for (int j = 0; j < 3 && state.equals("up") && !jobs.isEmpty(); j++) {
        holders.add(new TaskHolder(jobs.get((i * 30 + j * 10) % jobs.size()).id(), 2, 0));
      }
      double held = 2.0 * holders.size();
      made.add(
          new NodeView(
              "node-%03d".formatted(i),
              state,
              i == 9 ? Optional.of("new disk, back on Monday") : Optional.empty(),
              Map.of("gpu", DEVICES_PER_NODE, "cpu", 64.0),
              Map.of("gpu", held, "cpu", held * 4),
              Map.of("gpu", held * 0.8),
              Map.of("zone", i % 2 == 0 ? "a" : "b"),
              holders));
    }
    return made;
  }
}
