package dev.ductile.scheduler;

import dev.ductile.api.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Where commands wait for the next round of the scheduler. Any thread may send one. */
public final class Inbox {
  private final int capacity;
  private final Runnable wake;
  private final List<Letter> letters = new ArrayList<>();

  /** A command, and the answer that its sender waits for. */
  record Letter(Command command, CompletableFuture<Answer> answer) {}

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
    var answer = new CompletableFuture<Answer>();
    if (add(new Letter(command, answer))) {
      wake.run();
    } else {
      answer.complete(
          new Answer.Refused(
              "%d commands wait already; send this one again later".formatted(capacity)));
    }
    return answer;
  }

  /** The commands that came since the last call, in order. */
  synchronized List<Letter> take() {
    List<Letter> taken = List.copyOf(letters);
    letters.clear();
    return taken;
  }

  private synchronized boolean add(Letter letter) {
    return letters.size() < capacity && letters.add(letter);
  }
}
