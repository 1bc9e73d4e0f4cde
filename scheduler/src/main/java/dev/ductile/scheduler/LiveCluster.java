package dev.ductile.scheduler;

import dev.ductile.api.Clock;
import dev.ductile.api.Command;
import dev.ductile.api.Engine;
import dev.ductile.api.Job;
import dev.ductile.api.Policy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The control plane of a live cluster: an engine, an inbox of commands, and the scheduler. Callers
 * send commands from any thread and receive events by an {@link SchedulerObserver}. A scenario, a
 * terminal and a server differ only in the commands that they send.
 */
public final class LiveCluster implements AutoCloseable {
  /** The longest wait for the present round when the cluster is closed. */
  private static final Duration LONGEST_ROUND = Duration.ofSeconds(10);

  private final Engine engine;
  private final Clock clock;
  private final Inbox inbox;
  private final Scheduler scheduler;
  private Optional<Thread> thread = Optional.empty();
  private volatile boolean closing;

  /**
   * A cluster whose scheduler has not begun.
   *
   * @param parts the parts of the scheduler, except its controls; the cluster closes the engine
   * @param policies makes the policies of {@link Command.SetPolicy}
   * @param capacity the most commands that may wait
   */
  public LiveCluster(SchedulerParts parts, Function<String, Policy> policies, int capacity) {
    this.engine = parts.engine();
    this.clock = parts.clock();
    this.inbox = new Inbox(capacity, clock::wake);
    this.scheduler = new Scheduler(parts.withControls(new Controls(inbox, policies)));
  }

  /** Sends a command, from any thread. */
  public CompletableFuture<CommandAnswer> send(Command command) {
    return inbox.send(command);
  }

  /** Sends a command that the scheduler reads when it is due. */
  public CompletableFuture<CommandAnswer> sendAt(Instant due, Command command) {
    return inbox.sendAt(due, command);
  }

  /** Changes settings of the scheduler, from any thread. */
  public void tune(SchedulerTuning changed) {
    scheduler.tune(changed);
    clock.wake();
  }

  /** Takes over the jobs that an earlier scheduler left running; call it before the first round. */
  public void adopt() {
    scheduler.adopt();
  }

  /**
   * Schedules on this thread until {@code done} or {@link #close}. The condition is checked after
   * every round, and a round begins at {@code latest} even if nothing happens. If an exception ends
   * the loop, all commands are refused.
   */
  public void runUntil(Predicate<Scheduler> done, Instant latest) {
    try {
      scheduler.runUntil(loop -> closing || done.test(loop), latest);
    } catch (RuntimeException | Error failure) {
      inbox.close(CommandAnswer.Refused.becauseOf(failure).why());
      throw failure;
    }
  }

  /**
   * Schedules on its own thread until {@link #close}. The result completes when that thread ends,
   * exceptionally if an exception ended it.
   */
  public CompletableFuture<Void> start() {
    var ended = new CompletableFuture<Void>();
    thread =
        Optional.of(Thread.ofPlatform().daemon().name("scheduler").start(() -> schedule(ended)));
    return ended;
  }

  private void schedule(CompletableFuture<Void> ended) {
    try {
      runUntil(_ -> false, Instant.MAX);
      ended.complete(null);
    } catch (RuntimeException | Error thrown) {
      ended.completeExceptionally(thrown);
    }
  }

  /**
   * Cancels all jobs and refuses the commands that are not due yet. Schedules on this thread until
   * all tasks have ended or the time is over.
   */
  public void cancelAll(String why, Duration within) {
    inbox.refuseScheduled(why);
    for (Job job : scheduler.ledger().picture(clock.instant()).jobs()) {
      sendOrRound(new Command.Cancel(job.id(), why));
    }
    Instant deadline = clock.instant().plus(within);
    runUntil(
        loop ->
            !loop.now().isBefore(deadline) || loop.ledger().activeJobs() + loop.endingJobs() == 0,
        deadline);
  }

  /**
   * Holds all jobs, so that they save their progress and stop, and refuses the commands that are
   * not due yet. Schedules on this thread until {@code done} or until the time is over.
   *
   * @param done whether all tasks have ended; it is checked after every round
   */
  public void holdAll(String why, BooleanSupplier done, Duration within) {
    inbox.refuseScheduled(why);
    for (Job job : scheduler.ledger().picture(clock.instant()).jobs()) {
      if (!job.manualOverride().held()) {
        sendOrRound(new Command.Hold(job.id(), why));
      }
    }
    Instant deadline = clock.instant().plus(within);
    runUntil(loop -> !loop.now().isBefore(deadline) || done.getAsBoolean(), deadline);
  }

  /** Sends a command of the thread that schedules; if the inbox is full, a round empties it. */
  private void sendOrRound(Command command) {
    if (inbox.send(command).isDone()) {
      scheduler.round();
      var _ = inbox.send(command);
    }
  }

  /** The scheduler; only the thread that schedules may use it. */
  public Scheduler scheduler() {
    return scheduler;
  }

  /** Ends the scheduler, refuses the commands that it has not read, and closes the engine. */
  @Override
  public void close() {
    closing = true;
    clock.wake();
    try {
      if (thread.isPresent()) {
        thread.get().join(LONGEST_ROUND);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      inbox.close("the cluster is closed");
      engine.close();
    }
  }
}
