package dev.ductile.scheduler;

import dev.ductile.api.Command;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A queue of commands for the next round. Any thread may send a command. */
public final class Inbox {
  /** The most commands that may wait beside a schedule. */
  private static final int MOST_SENT = 1_000;

  private final int capacity;
  private final Runnable wake;
  private final Iterator<TimedCommand> schedule;
  private final Consumer<Command> onRead;
  private final Consumer<Command> onAccepted;
  private final List<PendingCommand> commands = new ArrayList<>();
  private final Queue<PendingCommand> later = new PriorityQueue<>(PendingCommand.BY_TIME);
  private Optional<TimedCommand> next;
  private Optional<String> closed = Optional.empty();
  private boolean isOpen;
  private long sent;

  /**
   * A command and its answer.
   *
   * @param number breaks ties between commands of the same time
   * @param answer is completed when the command is in the journal; a sender that waits no longer
   *     completes it before
   */
  record PendingCommand(
      Instant due, long number, Command command, CompletableFuture<CommandAnswer> answer) {
    private static final Comparator<PendingCommand> BY_TIME =
        Comparator.comparing(PendingCommand::due).thenComparingLong(PendingCommand::number);

    /** Answers the sender; false if the sender waits no longer. */
    boolean send(CommandAnswer result) {
      return answer.complete(result);
    }

    private boolean isGivenUp() {
      return answer.isDone();
    }
  }

  /**
   * An inbox.
   *
   * @param capacity the most commands that may wait; further ones are refused
   * @param wake wakes a sleeping scheduler
   */
  public Inbox(int capacity, Runnable wake) {
    this(capacity, wake, Collections.emptyIterator(), _ -> {}, _ -> {});
  }

  /**
   * An inbox with a known schedule of commands, in order of time, without senders that wait for an
   * answer. It reads one command ahead, so a long schedule needs no memory. The first round does
   * not read the schedule, because an engine reports its nodes before the first command. Observers
   * of the scheduler may send further commands.
   *
   * @param onRead called for each command that the scheduler reads, before it accepts or refuses it
   * @param onAccepted called for each accepted command, once it is in the journal
   */
  public Inbox(
      Iterator<TimedCommand> schedule, Consumer<Command> onRead, Consumer<Command> onAccepted) {
    this(MOST_SENT, () -> {}, schedule, onRead, onAccepted);
  }

  private Inbox(
      int capacity,
      Runnable wake,
      Iterator<TimedCommand> schedule,
      Consumer<Command> onRead,
      Consumer<Command> onAccepted) {
    this.capacity = capacity;
    this.wake = wake;
    this.schedule = schedule;
    this.onRead = onRead;
    this.onAccepted = onAccepted;
    this.next = pull();
  }

  /**
   * Sends a command. The answer comes when the command is in the journal, so an accepted command
   * survives the scheduler. A sender that waits no longer completes the answer: a command that no
   * round has read is then dropped, and a submitted job is cancelled before it can start.
   */
  public CompletableFuture<CommandAnswer> send(Command command) {
    return sendAt(Instant.MIN, command);
  }

  /**
   * Sends a command that the scheduler must not read before {@code due}. Until then the command is
   * not in the journal, and is lost if the scheduler ends.
   */
  public CompletableFuture<CommandAnswer> sendAt(Instant due, Command command) {
    var answer = new CompletableFuture<CommandAnswer>();
    Optional<String> obstacle = add(due, command, answer);
    if (obstacle.isPresent()) {
      answer.complete(new CommandAnswer.Refused(obstacle.get()));
    } else {
      wake.run();
    }
    return answer;
  }

  /** Refuses all commands that wait and all later ones; the first reason counts. */
  void close(String why) {
    for (PendingCommand pending : takeAll(why)) {
      var _ = pending.send(new CommandAnswer.Refused(why));
    }
  }

  private synchronized List<PendingCommand> takeAll(String why) {
    closed = closed.or(() -> Optional.of(why));
    List<PendingCommand> all = new ArrayList<>(commands);
    all.addAll(later);
    commands.clear();
    later.clear();
    return all;
  }

  /** Refuses all commands that are not due yet. */
  public void refuseScheduled(String why) {
    for (PendingCommand pending : takeScheduled()) {
      var _ = pending.send(new CommandAnswer.Refused(why));
    }
  }

  private synchronized List<PendingCommand> takeScheduled() {
    List<PendingCommand> scheduled = List.copyOf(later);
    later.clear();
    return scheduled;
  }

  /** Whether no command waits, due or not. */
  public synchronized boolean isEmpty() {
    return commands.isEmpty() && later.isEmpty() && next.isEmpty();
  }

  /** Whether a command is due, so that the next round reads it. */
  synchronized boolean hasDue() {
    return !commands.isEmpty();
  }

  /** The time of the next command that is not due yet; {@link Instant#MAX} for none. */
  public synchronized Instant nextDue() {
    Instant sentFor = later.isEmpty() ? Instant.MAX : later.element().due();
    return next.map(TimedCommand::due).filter(sentFor::isAfter).orElse(sentFor);
  }

  /** The commands that arrived or became due since the last call, in order. */
  synchronized List<PendingCommand> take(Instant now) {
    while (!later.isEmpty() && !later.element().due().isAfter(now)) {
      commands.add(later.remove());
    }
    while (isOpen && next.isPresent() && !next.get().due().isAfter(now)) {
      read(next.get());
      next = pull();
    }
    isOpen = true;
    commands.removeIf(PendingCommand::isGivenUp);
    List<PendingCommand> taken = List.copyOf(commands);
    commands.clear();
    return taken;
  }

  private void read(TimedCommand timed) {
    onRead.accept(timed.command());
    var answer = new CompletableFuture<CommandAnswer>();
    var _ = answer.thenAccept(result -> onAnswer(timed.command(), result));
    commands.add(new PendingCommand(timed.due(), sent++, timed.command(), answer));
  }

  private void onAnswer(Command command, CommandAnswer answer) {
    if (answer instanceof CommandAnswer.Accepted) {
      onAccepted.accept(command);
    }
  }

  private Optional<TimedCommand> pull() {
    return schedule.hasNext() ? Optional.of(schedule.next()) : Optional.empty();
  }

  /** Adds a command; returns why it cannot wait here, empty if it does. */
  private synchronized Optional<String> add(
      Instant due, Command command, CompletableFuture<CommandAnswer> answer) {
    if (closed.isPresent()) {
      return closed;
    }
    if (commands.size() + later.size() >= capacity) {
      return Optional.of("%d commands wait already; send this one again later".formatted(capacity));
    }
    var pending = new PendingCommand(due, sent++, command, answer);
    Collection<PendingCommand> queue = due.equals(Instant.MIN) ? commands : later;
    queue.add(pending);
    return Optional.empty();
  }
}
