package dev.ductile.scheduler;

import dev.ductile.api.Command;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/** Where commands wait for the next round of the scheduler. Any thread may send one. */
public final class Inbox {
  private final int capacity;
  private final Runnable wake;
  private final List<Letter> letters = new ArrayList<>();
  private final Queue<Letter> later = new PriorityQueue<>(Letter.BY_TIME);
  private long sent;

  /**
   * A command, and the answer that its sender waits for.
   *
   * @param number settles the order of commands with the same time
   */
  record Letter(Instant due, long number, Command command, CompletableFuture<Answer> answer) {
    private static final Comparator<Letter> BY_TIME =
        Comparator.comparing(Letter::due).thenComparingLong(Letter::number);
  }

  /**
   * An inbox.
   *
   * @param capacity how many commands may wait; further ones are refused
   * @param wake makes a scheduler that sleeps look into the inbox
   */
  public Inbox(int capacity, Runnable wake) {
    this.capacity = capacity;
    this.wake = wake;
  }

  /**
   * Sends a command. The answer comes when the command is in the journal, so that an accepted one
   * outlives the scheduler.
   */
  public CompletableFuture<Answer> send(Command command) {
    return sendAt(Instant.MIN, command);
  }

  /**
   * Sends a command that the scheduler must not read before {@code due}. Until then it is lost with
   * the scheduler.
   */
  public CompletableFuture<Answer> sendAt(Instant due, Command command) {
    var answer = new CompletableFuture<Answer>();
    if (add(due, command, answer)) {
      wake.run();
    } else {
      answer.complete(
          new Answer.Refused(
              "%d commands wait already; send this one again later".formatted(capacity)));
    }
    return answer;
  }

  /** Refuses the commands that wait for their time. */
  public void refuseScheduled(String why) {
    for (Letter letter : takeScheduled()) {
      letter.answer().complete(new Answer.Refused(why));
    }
  }

  private synchronized List<Letter> takeScheduled() {
    List<Letter> scheduled = List.copyOf(later);
    later.clear();
    return scheduled;
  }

  /** When the next command that waits for its time is due. */
  synchronized Instant nextDue() {
    return later.isEmpty() ? Instant.MAX : later.element().due();
  }

  /** The commands that came or became due since the last call, in order. */
  synchronized List<Letter> take(Instant now) {
    while (!later.isEmpty() && !later.element().due().isAfter(now)) {
      letters.add(later.remove());
    }
    List<Letter> taken = List.copyOf(letters);
    letters.clear();
    return taken;
  }

  private synchronized boolean add(Instant due, Command command, CompletableFuture<Answer> answer) {
    boolean hasRoom = letters.size() + later.size() < capacity;
    if (hasRoom) {
      var letter = new Letter(due, sent++, command, answer);
      Collection<Letter> queue = due.equals(Instant.MIN) ? letters : later;
      queue.add(letter);
    }
    return hasRoom;
  }
}
