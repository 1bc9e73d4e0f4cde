package dev.ductile.runtime.simulation;

import dev.ductile.runtime.transport.Background;
import dev.ductile.runtime.transport.Loop;
import dev.ductile.runtime.transport.SystemServices;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** A process of which each turn of the loop is an event; it can be suspended and killed. */
final class SimulatedProcess {
  private static final long NEVER = Long.MAX_VALUE;
  private static final long MILLI = 1_000_000;

  /** Of files, that a process makes while it dies. */
  private static final int MOST_CHANGES = 12;

  /** The time that reading the clock takes. */
  private static final long READ_NANOS = 20;

  private final String name;
  private final String host;
  private final VirtualTime time;
  private final SplittableRandom random;
  private final Speed speed;
  private final SystemServices platform;
  private final List<Runnable> background = new ArrayList<>();
  private Optional<Loop> loop = Optional.empty();
  private Runnable turned = () -> {};
  private Consumer<Optional<Throwable>> ended = _ -> {};
  private final long origin;
  private long clock;
  private long readyAt;
  private long wakeAt = NEVER;
  private long stalledUntil;
  private long diskSlowUntil;
  private boolean dead;

  /**
   * How long things take.
   *
   * @param turn nanoseconds that a turn of the loop takes, at most
   * @param disk nanoseconds that work with files takes, at most
   * @param slowDisk how many times longer that is while the disk is slow
   */
  record Speed(long turn, long disk, int slowDisk) {}

  SimulatedProcess(
      String name, String host, MemoryNetwork network, SplittableRandom random, Speed speed) {
    this.name = name;
    this.host = host;
    this.random = random;
    this.speed = speed;
    time = network.time();
    origin = random.nextLong();
    platform = new SystemServices(this::nanos, new MemorySockets(this, network), new Disk(), 1);
  }

  String name() {
    return name;
  }

  String host() {
    return host;
  }

  SystemServices platform() {
    return platform;
  }

  boolean isDead() {
    return dead;
  }

  /** Its own clock: only differences between two readings have a meaning. */
  private long nanos() {
    clock = Math.max(clock + READ_NANOS, time.now());
    return origin + clock;
  }

  /**
   * Begins.
   *
   * @param afterTurn hears of each turn of the loop
   * @param whenEnded hears of the end of the loop, and of the exception that ended it
   */
  void start(Loop itsLoop, Runnable afterTurn, Consumer<Optional<Throwable>> whenEnded) {
    loop = Optional.of(itsLoop);
    turned = afterTurn;
    ended = whenEnded;
    wake();
  }

  /** Bytes or a connection have arrived. */
  void wake() {
    wake(time.now());
  }

  private void wake(long moment) {
    long at = Math.max(moment, Math.max(readyAt, stalledUntil));
    if (!dead && at < wakeAt && loop.isPresent()) {
      wakeAt = at;
      time.at(at, () -> run(at));
    }
  }

  private void run(long at) {
    if (dead || wakeAt != at) {
      return;
    }
    wakeAt = NEVER;
    if (time.now() < stalledUntil) {
      wake();
    } else {
      turn(loop.orElseThrow());
    }
  }

  private void turn(Loop itsLoop) {
    boolean goesOn;
    try {
      goesOn = itsLoop.turn();
    } catch (RuntimeException | Error e) {
      end(itsLoop, Optional.of(e));
      return;
    }
    turned.run();
    readyAt = time.now() + 1 + random.nextLong(speed.turn());
    if (goesOn) {
      long rest = itsLoop.rest();
      wake(rest == 0 ? readyAt : time.now() + rest * MILLI);
    } else {
      end(itsLoop, Optional.empty());
    }
  }

  private void end(Loop itsLoop, Optional<Throwable> why) {
    itsLoop.close();
    dead = true;
    ended.accept(why);
  }

  /**
   * As {@code kill -9} does; unfinished work of its background threads is not done, or broken off
   * in between.
   */
  void die(MemoryDisk disk) {
    dead = true;
    for (Runnable work : List.copyOf(background)) {
      if (random.nextBoolean()) {
        disk.tear(random.nextInt(MOST_CHANGES), work);
      }
    }
    background.clear();
  }

  /** The process is suspended with all of its threads, and does not notice. */
  void stall(long nanos) {
    stalledUntil = Math.max(stalledUntil, time.now() + nanos);
  }

  long stalledUntil() {
    return stalledUntil;
  }

  boolean isStalled() {
    return time.now() < stalledUntil;
  }

  void slowDisk(long nanos) {
    diskSlowUntil = Math.max(diskSlowUntil, time.now() + nanos);
  }

  private long disk() {
    long usual = 1 + random.nextLong(speed.disk());
    return time.now() < diskSlowUntil ? usual * speed.slowDisk() : usual;
  }

  /** Background work is done at one moment, some time after it was begun. */
  private final class Disk implements Background {
    @Override
    public void start(Runnable work) {
      if (dead) {
        return;
      }
      background.add(work);
      time.after(disk(), () -> proceed(work));
    }

    private void proceed(Runnable work) {
      if (dead) {
        return;
      }
      if (isStalled()) {
        time.at(stalledUntil, () -> proceed(work));
        return;
      }
      if (background.remove(work)) {
        work.run();
        wake();
      }
    }

    @Override
    public Queue queue() {
      return new InOrder(this);
    }
  }

  private static final class InOrder implements Background.Queue {
    private final Disk disk;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private boolean busy;

    InOrder(Disk disk) {
      this.disk = disk;
    }

    @Override
    public void add(Runnable work) {
      waiting.add(work);
      next();
    }

    private void next() {
      if (!busy && !waiting.isEmpty()) {
        busy = true;
        disk.start(() -> {
          runOne();
          busy = false;
          next();
        });
      }
    }

    private void runOne() {
      Runnable work = waiting.poll();
      if (work != null) {
        work.run();
      }
    }

    @Override
    public void await() {
      while (!waiting.isEmpty()) {
        runOne();
      }
    }

    @Override
    public boolean await(Duration most) {
      await();
      return true;
    }

    @Override
    public void close() {}
  }
}
