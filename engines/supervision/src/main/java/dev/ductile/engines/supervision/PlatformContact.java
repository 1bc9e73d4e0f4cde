package dev.ductile.engines.supervision;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Whether the platform has answered within the limit. */
final class PlatformContact {
  private final Duration limit;
  private final PauseDetector pauses;

  /** The last answer; a platform that never reported one is not expected to. */
  private volatile Optional<Instant> last = Optional.empty();

  private Optional<Instant> lostAfter = Optional.empty();

  /** The change of contact since the previous check. */
  enum Change {
    NONE,
    LOST,
    FOUND
  }

  PlatformContact(Duration limit, PauseDetector pauses) {
    this.limit = limit;
    this.pauses = pauses;
  }

  /** The platform has answered; called on any thread. */
  void answered(Instant now) {
    last = Optional.of(now);
  }

  boolean isLost() {
    return lostAfter.isPresent();
  }

  /** While contact is lost, the silence of a task says nothing about the task. */
  Change check(Instant now) {
    boolean wasLost = isLost();
    Optional<Instant> answer = last;
    if (wasLost && !answer.equals(lostAfter)) {
      lostAfter = Optional.empty();
      pauses.restart(now);
      return Change.FOUND;
    }
    boolean isSilent =
        answer.filter(at -> pauses.silence(at, now).compareTo(limit) > 0).isPresent();
    if (wasLost || isSilent) {
      lostAfter = answer;
      pauses.restart(now);
    }
    return isSilent && !wasLost ? Change.LOST : Change.NONE;
  }

  String why() {
    return "the platform has not answered for " + Watchdog.seconds(limit);
  }
}
