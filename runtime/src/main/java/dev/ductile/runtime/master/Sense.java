package dev.ductile.runtime.master;

import dev.ductile.runtime.protocol.Member;
import dev.ductile.runtime.protocol.Message;
import dev.ductile.runtime.protocol.Standing;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a task may say to a master; asked before anything has changed. */
final class Sense {
  private static final Duration MOST_IDLE = Duration.ofDays(3650);

  private final Chart chart;

  Sense(Chart chart) {
    this.chart = chart;
  }

  /**
   * Refuses what makes no sense.
   *
   * @throws IllegalArgumentException and says why
   */
  void check(Message message) {
    switch (message) {
      case Message.Register(Member _, Standing standing) -> check(standing.splits());
      case Message.Stood(int _, Standing standing, Optional<Message.Idle> idle) -> {
        check(standing.splits());
        idle.map(Message.Idle::nanos).ifPresent(Sense::checkIdle);
      }
      case Message.Fetched(List<Standing.Holding> splits) -> check(splits);
      case Message.Progress progress -> checkIdle(progress.idleNanos());
      case Message.Ready _,
          Message.Synced _,
          Message.Leave _,
          Message.Suspect _,
          Message.Saved _,
          Message.NotSaved _,
          Message.NotLoaded _,
          Message.Broken _ -> {}
      case Message.Welcome _,
          Message.Follow _,
          Message.Fetch _,
          Message.Halt _,
          Message.Assign _,
          Message.Resume _,
          Message.Save _,
          Message.Stop _ ->
          throw new IllegalArgumentException("a master is not told " + message);
    }
  }

  private static void checkIdle(long nanos) {
    if (nanos < 0 || nanos > MOST_IDLE.toNanos()) {
      throw new IllegalArgumentException(
          "a worker cannot be idle for %d ns (at most %s)".formatted(nanos, MOST_IDLE));
    }
  }

  private void check(List<Standing.Holding> splits) {
    splits.forEach(each -> chart.check(each.split(), each.examples()));
  }
}
