package dev.ductile.bench.faults;

import dev.ductile.bench.training.Crew;
import dev.ductile.bench.training.Told;
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
 * A crew that is looked after as docs/reference/process-contract.md asks of an engine: who ends
 * while the master goes on, or whom the master wants replaced, is started again.
 */
final class JobUnderTest {
  static final String MASTER = "master-0";

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final long LOOK_NANOS = Duration.ofMillis(2).toNanos();
  private static final long REST_NANOS = Duration.ofSeconds(1).toNanos();

  private final Crew crew;
  private final Map<String, Long> startedAt = new HashMap<>();
  private final Set<String> leavers = new HashSet<>();
  private final List<String> replaced = new ArrayList<>();
  private int seen;
  private int masterSince;

  JobUnderTest(Crew crew) {
    this.crew = crew;
  }

  List<Crew.Said> said() {
    return crew.said();
  }

  /** Whom the master wanted to be replaced. */
  List<String> replaced() {
    return replaced;
  }

  /** Whether the master has ended by itself. */
  boolean isOver() {
    return !isAlive(MASTER);
  }

  private boolean isAlive(String name) {
    return crew.process(name).filter(Process::isAlive).isPresent();
  }

  /** Those that can be killed. */
  List<String> alive() {
    return crew.processes().keySet().stream()
        .filter(this::isAlive)
        .filter(name -> !hasSaid(name, Recovery::hasLeft))
        .sorted()
        .toList();
  }

  /** What the present master said last of how the job is; empty before it has. */
  String phase() {
    List<Crew.Said> all = said();
    for (Crew.Said each : all.subList(masterSince, all.size()).reversed()) {
      String phase = Told.of(each).map(Told::phase).orElse("");
      if (!phase.isEmpty()) {
        return phase;
      }
    }
    return "";
  }

  /** Whether a master has heard of a process since it was started. */
  private boolean hasCome(String name) {
    return name.equals(MASTER) || hasSaid(name, Recovery::isBack);
  }

  private boolean hasSaid(String name, BiPredicate<String, String> what) {
    long since = startedAt.getOrDefault(name, 0L);
    return said().stream().anyMatch(each -> each.nanos() >= since && what.test(name, each.line()));
  }

  /** Starts all that the crew has at first. */
  void startAll() throws IOException {
    crew.startAll();
    crew.processes().keySet().forEach(name -> startedAt.put(name, System.nanoTime()));
  }

  /** Waits for the end, which must be a good one. */
  void finish() throws IOException, InterruptedException {
    if (!until(this::isOver, PATIENCE)) {
      throw new IllegalStateException("not done within " + PATIENCE);
    }
    int code = crew.process(MASTER).orElseThrow().exitValue();
    if (code != 0) {
      throw new IllegalStateException("the master ended with " + code);
    }
  }

  Strike kill(String name, Set<Moment> moments) throws IOException, InterruptedException {
    boolean known = hasCome(name);
    long nanos = System.nanoTime();
    crew.strike(name);
    var strike = new Strike(name, nanos, said().size(), known, moments);
    if (leavers.contains(name)) {
      crew.forget(name);
    } else {
      start(name);
    }
    return strike;
  }

  void start(String name) throws IOException {
    leavers.remove(name);
    if (name.equals(MASTER)) {
      masterSince = said().size();
    }
    startedAt.put(name, System.nanoTime());
    crew.start(name);
  }

  void leave(String name) {
    leavers.add(name);
    crew.leave(name);
  }

  /** Looks after the crew until something is so; whether it was in time. */
  boolean until(BooleanSupplier isSo, Duration patience) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
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
    for (String name : crew.processes().keySet()) {
      if (isAlive(name)) {
        continue;
      }
      if (leavers.contains(name)) {
        crew.forget(name);
      } else if (System.nanoTime() - startedAt.getOrDefault(name, 0L) > REST_NANOS) {
        start(name);
      }
    }
  }

  private void replace() throws IOException, InterruptedException {
    List<Crew.Said> all = said();
    for (; seen < all.size(); seen++) {
      var wanted = Told.of(all.get(seen)).flatMap(Told::replaced);
      if (wanted.isPresent() && crew.process(wanted.get()).isPresent()) {
        replaced.add(wanted.get() + ": " + all.get(seen).line());
        crew.strike(wanted.get());
        start(wanted.get());
      }
    }
  }
}
