package dev.ductile.bench.faults;

import dev.ductile.bench.training.LaunchedJob;
import dev.ductile.bench.training.MasterReport;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;

/**
 * A job supervised as docs/reference/process-contract.md demands of an engine: a process that ends
 * before the master, or that the master wants replaced, is started again.
 */
final class JobUnderTest {
  static final String MASTER = "master-0";

  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final long LOOK_NANOS = Duration.ofMillis(2).toNanos();
  private static final long REST_NANOS = Duration.ofSeconds(1).toNanos();

  private final LaunchedJob launched;
  private final Map<String, Long> startedAt = new HashMap<>();
  private final Set<String> leavers = new HashSet<>();
  private final List<String> replaced = new ArrayList<>();
  private int seen;
  private int masterSince;

  JobUnderTest(LaunchedJob launched) {
    this.launched = launched;
  }

  List<LaunchedJob.OutputLine> output() {
    return launched.output();
  }

  /** The processes that the master wanted replaced. */
  List<String> replaced() {
    return replaced;
  }

  /** Whether the master has ended by itself. */
  boolean isOver() {
    return !isAlive(MASTER);
  }

  private boolean isAlive(String name) {
    return launched.process(name).filter(Process::isAlive).isPresent();
  }

  /** The running processes, without those that are leaving. */
  List<String> alive() {
    return launched.processes().keySet().stream()
        .filter(this::isAlive)
        .filter(name -> !hasSaid(name, Recovery::hasLeft))
        .sorted()
        .toList();
  }

  /** The last phase that the current master reported; empty before its first report. */
  String phase() {
    List<LaunchedJob.OutputLine> all = output();
    for (LaunchedJob.OutputLine each : all.subList(masterSince, all.size()).reversed()) {
      String phase = MasterReport.of(each).map(MasterReport::phase).orElse("");
      if (!phase.isEmpty()) {
        return phase;
      }
    }
    return "";
  }

  /** Whether the process has registered at a master since its start. */
  private boolean hasCome(String name) {
    return name.equals(MASTER) || hasSaid(name, Recovery::isBack);
  }

  private boolean hasSaid(String name, BiPredicate<String, String> what) {
    long since = startedAt.getOrDefault(name, 0L);
    return output().stream()
        .anyMatch(each -> each.nanos() >= since && what.test(name, each.line()));
  }

  /** Starts all processes of the job. */
  void startAll() throws IOException {
    launched.startAll();
    launched.processes().keySet().forEach(name -> startedAt.put(name, System.nanoTime()));
  }

  /** Waits for the end of the job, which must succeed. */
  void finish() throws IOException, InterruptedException {
    if (!until(this::isOver, LIMIT)) {
      throw new IllegalStateException("not done within " + LIMIT);
    }
    int code = launched.process(MASTER).orElseThrow().exitValue();
    if (code != 0) {
      throw new IllegalStateException("the master ended with " + code);
    }
  }

  InjectedKill kill(String name, Set<JobMoment> moments) throws IOException, InterruptedException {
    boolean known = hasCome(name);
    long nanos = System.nanoTime();
    launched.kill(name);
    var kill = new InjectedKill(name, nanos, output().size(), known, moments);
    if (leavers.contains(name)) {
      launched.forget(name);
    } else {
      start(name);
    }
    return kill;
  }

  void start(String name) throws IOException {
    leavers.remove(name);
    if (name.equals(MASTER)) {
      masterSince = output().size();
    }
    startedAt.put(name, System.nanoTime());
    launched.start(name);
  }

  void leave(String name) {
    leavers.add(name);
    launched.leave(name);
  }

  /** Supervises the job until the condition holds; false if it did not hold in time. */
  boolean until(BooleanSupplier isSo, Duration limit) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!isSo.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      tend();
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return true;
  }

  private void tend() throws IOException, InterruptedException {
    if (isOver() || phase().equals("stopping") || phase().equals("ended")) {
      return;
    }
    replace();
    for (String name : launched.processes().keySet()) {
      if (isAlive(name)) {
        continue;
      }
      if (leavers.contains(name)) {
        launched.forget(name);
      } else if (System.nanoTime() - startedAt.getOrDefault(name, 0L) > REST_NANOS) {
        start(name);
      }
    }
  }

  private void replace() throws IOException, InterruptedException {
    List<LaunchedJob.OutputLine> all = output();
    for (; seen < all.size(); seen++) {
      var wanted = MasterReport.of(all.get(seen)).flatMap(MasterReport::replaced);
      if (wanted.isPresent() && launched.process(wanted.get()).isPresent()) {
        replaced.add(wanted.get() + ": " + all.get(seen).line());
        launched.kill(wanted.get());
        start(wanted.get());
      }
    }
  }
}
