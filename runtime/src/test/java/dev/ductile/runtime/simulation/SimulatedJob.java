package dev.ductile.runtime.simulation;

import dev.ductile.runtime.checkpoint.CheckpointException;
import dev.ductile.runtime.master.report.JobPhase;
import dev.ductile.runtime.process.Task;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/** A whole job in memory, and the engine that starts its processes again when they end. */
final class SimulatedJob {
  static final String MASTER = "master-0";

  private static final String CHECKPOINTS = "/job/checkpoints";
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;

  /** A job that is not over by then never is. */
  private static final long LONGEST = 1_200 * SECOND;

  private static final long MOST_TURNS = 20_000_000;
  private static final int MOST_RUNS = 30;

  private static final int STOPPED = 143;

  private final FaultScenario scenario;
  private final VirtualTime time = new VirtualTime();
  private final Chance chance;
  private final SplittableRandom random;
  private final MemoryNetwork network;
  private final MemoryDisk disk = new MemoryDisk();
  private final Trace trace = new Trace(time);
  private final TreeMap<String, RunningProcess> running = new TreeMap<>();
  private final TreeSet<String> wanted = new TreeSet<>();
  private final Map<String, String> hosts = new HashMap<>();
  private final List<String> failures = new ArrayList<>();
  private final SimulatedLauncher launcher;
  private final JobChecks watches;
  private final ReportCheck witness;
  private final List<InjectedFault.In> armed = new ArrayList<>();
  private final BitFlips flips;
  private int started;
  private int run;
  private int next;
  private int faults;
  private int refusals;
  private boolean stopping;
  private long resting;
  private boolean over;
  private boolean hasRun;
  private OptionalInt code = OptionalInt.empty();

  SimulatedJob(FaultScenario scenario) {
    this.scenario = scenario;
    chance = new Chance(scenario.seed());
    random = chance.stream("engine");
    network = new MemoryNetwork(time, chance.stream("network"), scenario.latency(), 0.1);
    watches = JobChecks.of(scenario, time);
    flips = new BitFlips(time, disk, disk.getPath(CHECKPOINTS), this::flipped);
    witness = new ReportCheck(running, time, trace, failures, watches, this::enters, this::replace);
    launcher = new SimulatedLauncher(scenario, disk, trace, witness, failures);
    next = Math.max(scenario.job().size().workers(), scenario.job().size().servers());
  }

  /** Plays it to its end. */
  JobEnd play() {
    try {
      Files.createDirectories(launcher.checkpoints());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    begin();
    for (long turns = 0; !isOver() && time.next(LONGEST); turns++) {
      if (turns > MOST_TURNS) {
        failures.add("so many events that it goes round in circles");
      }
    }
    if (!isOver()) {
      failures.add("not over after %d s".formatted(LONGEST / SECOND));
    }
    flips.repair();
    return new JobEnd(
        code,
        faults,
        List.copyOf(failures),
        witness.repeats(),
        watches.standstills().held(),
        witness.losses(),
        refusals,
        trace,
        launcher.checkpoints());
  }

  private boolean isOver() {
    return code.isPresent() || !failures.isEmpty();
  }

  // ---- the engine

  private void begin() {
    run++;
    over = false;
    stopping = false;
    watches.standstills().begins();
    wanted.clear();
    wanted.add(MASTER);
    for (int i = 0; i < scenario.job().size().servers(); i++) {
      wanted.add("server-" + i);
    }
    for (int i = 0; i < scenario.job().size().workers(); i++) {
      wanted.add("worker-" + i);
    }
    wanted.forEach(this::startSoon);
  }

  private void startSoon(String name) {
    int mine = run;
    long delay = Chance.between(random, 20 * MILLI, 600 * MILLI);
    time.after(
        delay,
        () -> {
          if (mine == run && !over && wanted.contains(name) && !running.containsKey(name)) {
            start(name);
          }
        });
  }

  private void start(String name) {
    var process =
        new SimulatedProcess(
            name, host(name), network, chance.stream(name + " " + started++), scenario.speed());
    trace.add("engine", "start " + name);
    try {
      RunningProcess one = launcher.launch(process, host(MASTER));
      running.put(name, one);
      one.worker().ifPresent(worker -> watches.standstills().joins(process, worker));
      process.start(one.loop(), steps(one), why -> ended(name, process, one.exitCode(), why));
      if (name.equals(MASTER)) {
        witness.begins();
        lookAfter(process);
      }
    } catch (CheckpointException e) {
      process.die(disk);
      network.died(process, false);
      refused(e);
    } catch (IOException e) {
      trace.add(name, "cannot start: " + e);
      process.die(disk);
      network.died(process, false);
      startSoon(name);
    }
  }

  /** Notices the end of each step of a worker. */
  private Runnable steps(RunningProcess one) {
    return one.worker()
        .<Runnable>map(
            worker -> new StepCounter(worker, step -> witness.stepped(one.process(), step)))
        .orElse(() -> {});
  }

  /** Replaces a master that reports nothing for too long, as an engine does. */
  private void lookAfter(SimulatedProcess master) {
    time.after(
        250 * MILLI,
        () -> {
          long silent = time.now() - witness.receivedAt();
          if (!master.isDead() && silent > scenario.job().faults().stall().toNanos()) {
            if (master.stalledUntil() <= witness.receivedAt()) {
              failures.add("the master reports nothing, and it was not stopped");
            }
            killed(MASTER, false);
          } else if (!master.isDead()) {
            lookAfter(master);
          }
        });
  }

  private void enters(JobPhase phase) {
    if (phase == JobPhase.RUNNING && !hasRun) {
      hasRun = true;
      scenario.incidents().forEach((at, fault) -> time.after(at, () -> injected(fault)));
    }
    for (InjectedFault.In each : List.copyOf(armed)) {
      if (each.phase() == phase) {
        armed.remove(each);
        time.after(random.nextLong(2 * scenario.latency()), () -> injected(each.what()));
      }
    }
  }

  private void replace(String name, String why) {
    mustNotGo(name, "is replaced: " + why);
    time.after(
        MILLI,
        () -> {
          if (running.containsKey(name)) {
            killed(name, false);
          }
        });
  }

  /** The operator restores the checkpoints from a copy. */
  private void refused(CheckpointException why) {
    trace.add(MASTER, "refuses: " + why);
    refusals++;
    if (flips.isEmpty() || refusals > MOST_RUNS) {
      failures.add("refuses checkpoints, and no bit of them flipped: " + why);
    }
    flips.repair();
    startSoon(MASTER);
  }

  private String host(String name) {
    return hosts.computeIfAbsent(name, _ -> "10.0.0." + (hosts.size() + 2));
  }

  private void ended(String name, SimulatedProcess process, int exit, Optional<Throwable> why) {
    trace.add(name, why.map(e -> "fails: " + e).orElse("ends with " + exit));
    why.ifPresent(e -> failures.add("%s fails: %s".formatted(name, Trace.text(e))));
    running.remove(name);
    network.died(process, false);
    if (name.equals(MASTER)) {
      jobEnded(exit);
    } else if (!over) {
      if (exit == Task.ALONE) {
        mustNotGo(name, "is sent away");
      }
      startSoon(name);
    }
  }

  /** A task without a fault is not replaced. */
  private void mustNotGo(String name, String how) {
    if (scenario.isCalm() && wanted.contains(name)) {
      failures.add("%s %s, and nothing happened to it".formatted(name, how));
    }
  }

  private void jobEnded(int exit) {
    over = true;
    if (exit == 0) {
      code = OptionalInt.of(0);
    } else if (run > MOST_RUNS) {
      failures.add("the job ends with %d again and again".formatted(exit));
    } else if (exit == STOPPED && stopping) {
      goOnAfter(resting);
    } else {
      faults++;
      goOnAfter(SECOND);
    }
  }

  /** All of them are gone before they begin again. */
  private void goOnAfter(long nanos) {
    time.after(
        nanos,
        () -> {
          List.copyOf(running.keySet()).forEach(name -> kill(name, false));
          begin();
        });
  }

  // ---- faults

  private void injected(InjectedFault fault) {
    if (code.isPresent() || over) {
      return;
    }
    trace.add("story", fault.toString());
    watches.injected(fault);
    switch (fault) {
      case InjectedFault.Kill(int pick, boolean silently) ->
          pick(pick, false).ifPresent(name -> killed(name, silently));
      case InjectedFault.KillMaster() ->
          Optional.ofNullable(running.get(MASTER)).ifPresent(_ -> killed(MASTER, false));
      case InjectedFault.Join(boolean worker) -> grow(worker);
      case InjectedFault.Leave(boolean worker, int pick) -> shrink(worker, pick);
      case InjectedFault.Stall(int pick, long nanos) ->
          pick(pick, true).ifPresent(name -> stall(process(name), nanos));
      case InjectedFault.StallMaster(long nanos) ->
          Optional.ofNullable(running.get(MASTER))
              .ifPresent(master -> stall(master.process(), nanos));
      case InjectedFault.Cut(int pick, int other) ->
          pair(pick, other).ifPresent(two -> network.cut(two.one(), two.other()));
      case InjectedFault.Silence(int pick, int other, long nanos) ->
          pair(pick, other).ifPresent(two -> silence(two, nanos));
      case InjectedFault.SlowDisk(int pick, long nanos) ->
          pick(pick, true).ifPresent(name -> process(name).slowDisk(nanos));
      case InjectedFault.FullDisk(long nanos) -> {
        disk.fill(CHECKPOINTS);
        time.after(nanos, () -> disk.clear(CHECKPOINTS));
      }
      case InjectedFault.Rot rot -> flips.flip(rot);
      case InjectedFault.StopAndGoOn(long nanos) -> stop(nanos);
      case InjectedFault.KillBeforeSave(int pick) ->
          watches.saves().beforeNext(() -> injected(new InjectedFault.Kill(pick, false)));
      case InjectedFault.In in -> armed.add(in);
    }
  }

  private void stall(SimulatedProcess process, long nanos) {
    process.stall(nanos);
    if (process.name().equals(MASTER)) {
      watches.standstills().isUnheard(nanos);
    }
  }

  private void silence(Pair two, long nanos) {
    network.silence(two.one(), two.other(), nanos);
    watches.standstills().isUnheard(nanos);
  }

  /** Often the next master reads it. */
  private void flipped(BitFlip flip) {
    trace.add("engine", "a bit of %s flips".formatted(flip.file()));
    if (flip.at() % 4 > 0) {
      injected(new InjectedFault.KillMaster());
    }
  }

  private SimulatedProcess process(String name) {
    return Optional.ofNullable(running.get(name)).orElseThrow().process();
  }

  private Optional<String> pick(int pick, boolean masterToo) {
    List<String> names =
        running.keySet().stream().filter(name -> masterToo || !name.equals(MASTER)).toList();
    return names.isEmpty() ? Optional.empty() : Optional.of(names.get(pick % names.size()));
  }

  private record Pair(String one, String other) {}

  private Optional<Pair> pair(int pick, int other) {
    Optional<String> one = pick(pick, true);
    Optional<String> two = pick(other, true);
    return one.isEmpty() || one.equals(two)
        ? Optional.empty()
        : Optional.of(new Pair(host(one.orElseThrow()), host(two.orElseThrow())));
  }

  private void killed(String name, boolean silently) {
    kill(name, silently);
    startSoon(name);
  }

  private void kill(String name, boolean silently) {
    trace.add("engine", "kill " + name);
    RunningProcess one = Optional.ofNullable(running.remove(name)).orElseThrow();
    one.process().die(disk);
    network.died(one.process(), silently);
  }

  private void grow(boolean worker) {
    boolean alone =
        scenario.law() == FaultScenario.Law.EACH_ONCE
            && scenario.job().synchrony().kind().isLockstep();
    boolean server = !worker || alone;
    if (server && scenario.job().size().isAllReduce()) {
      return;
    }
    String name = (server ? "server-" : "worker-") + next++;
    wanted.add(name);
    startSoon(name);
  }

  private void shrink(boolean worker, int pick) {
    String role = worker || scenario.job().size().isAllReduce() ? "worker-" : "server-";
    List<String> names = wanted.stream().filter(name -> name.startsWith(role)).toList();
    if (names.size() > 1) {
      String name = names.get(pick % names.size());
      wanted.remove(name);
      Optional.ofNullable(running.get(name)).ifPresent(this::leave);
    }
  }

  private void leave(RunningProcess one) {
    trace.add("engine", one.process().name() + " is asked to leave");
    one.task().orElseThrow().leave();
    one.process().wake();
  }

  private void stop(long nanos) {
    Optional.ofNullable(running.get(MASTER))
        .ifPresent(head -> {
          stopping = true;
          resting = nanos;
          head.master().orElseThrow().stop();
          head.process().wake();
        });
  }
}
