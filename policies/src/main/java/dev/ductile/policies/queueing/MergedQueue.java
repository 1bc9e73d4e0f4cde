package dev.ductile.policies.queueing;

import java.util.List;
import java.util.Optional;

/** All jobs of the queue one at a time: running and waiting jobs merged in order. */
final class MergedQueue implements JobSequence {
  private final List<Ranked> running;
  private final Waiting waiting;
  private int at;
  private boolean lastWaits;

  MergedQueue(List<Ranked> running, Waiting waiting) {
    this.running = running;
    this.waiting = waiting;
  }

  @Override
  public Optional<Ranked> next() {
    Ranked waits = waiting.peek();
    if (at < running.size()) {
      Ranked runs = running.get(at);
      if (waits == null || Ranked.IN_ORDER.compare(runs, waits) < 0) {
        at++;
        lastWaits = false;
        return Optional.of(runs);
      }
    }
    lastWaits = true;
    return Optional.ofNullable(waits);
  }

  /** The number of running jobs that have had their turn. */
  int runningSoFar() {
    return at;
  }

  @Override
  public void accept() {
    if (lastWaits) {
      waiting.pass();
    }
  }

  @Override
  public void refuse() {
    if (lastWaits) {
      waiting.dismiss();
    }
  }
}
