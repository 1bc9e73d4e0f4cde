package dev.ductile.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Orders, commands and events name their job, and jobs keep the changes of their users. */
final class OrderTest {
  private static final JobId A = new JobId("a");
  private static final Instant NOW = Instant.EPOCH;

  private final JobSpec spec =
      JobSpec.of(A, Demand.perWorker(Resources.gpus(1)), Bounds.workers(1, 8), Work.steps(100));

  @Test
  void theOrdersOfAJobAreNumberedFromOne() {
    Allocation where = Allocation.together(Size.workers(1));

    assertThat(new Order(1, spec, where)).isEqualTo(new Order(1, spec, where, false));
    assertThat(new Order(1, spec, where).job()).isEqualTo(A);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Order(0, spec, where))
        .withMessage("orders of job a are numbered from 1, not 0");
  }

  @Test
  void theLastOrderOfAJobStopsItForGood() {
    assertThat(Order.end(4, spec)).isEqualTo(new Order(4, spec, Allocation.NONE, true));
  }

  @Test
  void commandsAndEventsWithASpecAreAboutItsJob() {
    List<Command.OfJob> commands =
        List.of(
            new Command.Submit(spec, SpeedSpec.UNKNOWN, Duration.ZERO), new Command.Amend(spec));
    List<Event.Accepted> events =
        List.of(
            new Event.Submitted(NOW, spec, SpeedSpec.UNKNOWN, Duration.ZERO),
            new Event.Amended(NOW, spec));

    assertThat(commands).extracting(Command.OfJob::job).containsExactly(A, A);
    assertThat(events).extracting(Event.Accepted::job).containsExactly(A, A);
  }

  @Test
  void aJobOfAFixedSizeHasNoOtherSizeAndRequestsIt() {
    JobSpec fixed = spec.withQueue("night", 2).fixedAt(Size.workers(3));

    assertThat(fixed.bounds()).isEqualTo(Bounds.rigid(Size.workers(3)));
    assertThat(fixed.asked()).isEqualTo(Size.workers(3));
    assertThat(fixed.queue()).isEqualTo("night");
  }

  @Test
  void changesByHandAreIndependentOfEachOther() {
    ManualOverride held = ManualOverride.NONE.withHeld(true);
    ManualOverride both = held.withUnscaled(Optional.of(spec));

    assertThat(both).isEqualTo(new ManualOverride(true, Optional.of(spec)));
    assertThat(both.withHeld(false)).isEqualTo(new ManualOverride(false, Optional.of(spec)));
  }
}
