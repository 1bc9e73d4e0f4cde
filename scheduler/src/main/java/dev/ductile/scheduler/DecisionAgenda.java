package dev.ductile.scheduler;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.Plan;
import java.time.Duration;
import java.time.Instant;

/** The time of the next decision: after events, at a tick, or when the last plan asks for it. */
final class DecisionAgenda {
  private DecisionTimes pace;
  private Instant nextTick;
  private Instant reconsider = Instant.MAX;
  private Instant notBefore = Instant.MIN; // for decisions after events

  DecisionAgenda(DecisionTimes pace, Instant now) {
    this.pace = pace;
    this.nextTick = firstTick(pace, now);
  }

  private static Instant firstTick(DecisionTimes pace, Instant now) {
    return pace.isPeriodic() ? now : Instant.MAX;
  }

  /** Changes the times; another period begins now. */
  void change(DecisionTimes newPace, Instant now) {
    if (!newPace.every().equals(pace.every())) {
      nextTick = firstTick(newPace, now);
    }
    notBefore = earlier(notBefore, now.plus(newPace.leastInterval()));
    pace = newPace;
  }

  /**
   * The time of the next decision.
   *
   * @param undecided whether there was an event since the last one
   */
  Instant next(boolean undecided) {
    Instant afterEvents = undecided && pace.onEvents() ? notBefore : Instant.MAX;
    return earlier(afterEvents, earlier(nextTick, reconsider));
  }

  /**
   * Takes a decision: the next one is at the next tick, the plan's time, or an end of protection. A
   * job in an unknown state is protected without an end.
   */
  void decided(Instant now, Cluster cluster, Plan plan) {
    if (!now.isBefore(nextTick)) {
      nextTick =
          nextTick.plus(
              pace.every()
                  .multipliedBy(Duration.between(nextTick, now).dividedBy(pace.every()) + 1));
    }
    reconsider = plan.reconsider().filter(now::isBefore).orElse(Instant.MAX);
    for (Job job : cluster.pinned()) {
      Instant end = job.protectedUntil();
      if (now.isBefore(end) && end.isBefore(reconsider)) {
        reconsider = end;
      }
    }
  }

  /** Ends a decision: the least interval begins. */
  void applied(Instant now) {
    notBefore = now.plus(pace.leastInterval());
  }

  static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}
