package dev.ductile.runtime.master.coordinator;

import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.TaskState;
import dev.ductile.runtime.protocol.MasterMessage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Checks a task's message before the coordinator changes its state. */
final class MessageCheck {
  private static final Duration MOST_IDLE = Duration.ofDays(3650);

  private final JobView view;

  MessageCheck(JobView view) {
    this.view = view;
  }

  /**
   * Refuses an inconsistent message.
   *
   * @throws IllegalArgumentException with the reason
   */
  void check(MasterMessage message) {
    if (message instanceof MasterMessage.Claim claim) {
      check(claim);
    }
  }

  private void check(MasterMessage.Claim claim) {
    switch (claim) {
      case MasterMessage.Register(Member _, TaskState state) -> check(state.splits());
      case MasterMessage.Halted(int _, TaskState state, Optional<MasterMessage.Idle> idle) -> {
        check(state.splits());
        idle.map(MasterMessage.Idle::nanos).ifPresent(MessageCheck::checkIdle);
      }
      case MasterMessage.Fetched(List<TaskState.HeldSplit> splits) -> check(splits);
      case MasterMessage.FinishedSteps progress -> checkIdle(progress.idleNanos());
    }
  }

  private static void checkIdle(long nanos) {
    if (nanos < 0 || nanos > MOST_IDLE.toNanos()) {
      throw new IllegalArgumentException(
          "a worker cannot be idle for %d ns (at most %s)".formatted(nanos, MOST_IDLE));
    }
  }

  private void check(List<TaskState.HeldSplit> splits) {
    splits.forEach(each -> view.check(each.split(), each.examples()));
  }
}
