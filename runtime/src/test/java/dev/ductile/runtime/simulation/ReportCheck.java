package dev.ductile.runtime.simulation;

import dev.ductile.runtime.master.report.JobListener;
import dev.ductile.runtime.master.report.JobPhase;
import dev.ductile.runtime.master.report.Pause;
import dev.ductile.runtime.master.report.Status;
import dev.ductile.runtime.master.report.StepSummary;
import dev.ductile.runtime.server.ServerReplicas;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Checks the reports of masters about a job against the truth. */
final class ReportCheck implements JobListener {
  private final Map<String, RunningProcess> running;
  private final VirtualTime time;
  private final Trace trace;
  private final List<String> failures;
  private final JobChecks watches;
  private final Consumer<JobPhase> entered;
  private final BiConsumer<String, String> replaced;
  private final Map<Long, Double> losses = new HashMap<>();
  private String seen = "";
  private JobPhase phase = JobPhase.GATHERING;
  private long receivedAt;
  private long saved;
  private int repeats;

  /**
   * A witness of a job.
   *
   * @param running the processes that are there
   * @param entered hears of each phase that the job enters
   * @param replaced hears which process is to be replaced, and why
   */
  ReportCheck(
      Map<String, RunningProcess> running,
      VirtualTime time,
      Trace trace,
      List<String> failures,
      JobChecks watches,
      Consumer<JobPhase> entered,
      BiConsumer<String, String> replaced) {
    this.running = running;
    this.time = time;
    this.trace = trace;
    this.failures = failures;
    this.watches = watches;
    this.entered = entered;
    this.replaced = replaced;
  }

  /** After how many reconfigurations a push had to be repeated. */
  int repeats() {
    return repeats;
  }

  /** When a master last reported anything. */
  long receivedAt() {
    return receivedAt;
  }

  /** A master begins. */
  void begins() {
    receivedAt = time.now();
    phase = JobPhase.GATHERING;
    watches.standstills().masterBegins();
  }

  @Override
  public void status(Status status) {
    receivedAt = time.now();
    saved = status.checkpoint().orElse(0);
    watches.saves().look(status.phase(), status.step(), saved).ifPresent(failures::add);
    boolean enters = status.phase() != phase;
    phase = status.phase();
    if (enters) {
      watches.standstills().enters(phase);
    }
    String now =
        "%s, generation %d, %d workers, %d servers, checkpoint %s"
            .formatted(
                status.phase(),
                status.generation(),
                status.workers(),
                status.servers(),
                status.checkpoint());
    if (!now.equals(seen)) {
      failures.addAll(differences());
      repeats += phase == JobPhase.ASSIGNING && isPushHalfTaken() ? 1 : 0;
      seen = now;
      trace.add(SimulatedJob.MASTER, "step %d: %s".formatted(status.step(), now));
    }
    if (enters) {
      entered.accept(phase);
    }
  }

  /** Whether some partitions have taken a push that others have not. */
  private boolean isPushHalfTaken() {
    var versions = new TreeMap<Integer, Long>();
    running.values().stream()
        .flatMap(one -> one.servers().stream())
        .map(ServerReplicas::of)
        .map(ServerReplicas::all)
        .flatMap(Collection::stream)
        .forEach(copy -> versions.merge(copy.partition().id(), copy.version(), Math::max));
    return versions.values().stream().distinct().count() > 1;
  }

  private List<String> differences() {
    var replicas = new Replicas();
    running.forEach((name, one) ->
        one.servers().forEach(server -> replicas.add(name, ServerReplicas.of(server))));
    return replicas.differences();
  }

  @Override
  public void step(StepSummary step) {
    losses.put(step.step(), step.loss());
  }

  /** The last reported loss of each step. */
  Map<Long, Double> losses() {
    return Map.copyOf(losses);
  }

  /** A worker has ended a step, and the next one is this. */
  void stepped(SimulatedProcess worker, long next) {
    if (watches.standstills().stepped(worker)) {
      boolean hasMaster = running.containsKey(SimulatedJob.MASTER);
      JobPhase now = hasMaster ? phase : JobPhase.GATHERING;
      watches.saves().look(now, next, saved).ifPresent(failures::add);
    }
  }

  @Override
  public void reconfigured(Pause pause) {
    trace.add(SimulatedJob.MASTER, pause.toString());
    failures.addAll(watches.reconfigured(pause));
  }

  @Override
  public void replace(String name, String why) {
    receivedAt = time.now();
    trace.add(SimulatedJob.MASTER, "replace %s: %s".formatted(name, why));
    replaced.accept(name, why);
  }

  @Override
  public void happened(String what) {
    trace.add(SimulatedJob.MASTER, what);
  }
}
