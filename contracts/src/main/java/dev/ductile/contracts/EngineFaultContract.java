package dev.ductile.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.Order;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The laws of engines under faults: lost nodes, a silent or slow platform, partial starts. */
abstract class EngineFaultContract extends EngineAdoptionContract {
  /** The faults with laws of their own. */
  public enum Fault {
    /** The first node is lost until the fault ends. */
    LOST_NODE,
    /** The platform does not answer until the fault ends; its tasks run on. */
    SILENCE,
    /** The platform carries out orders late, and reports late, until the fault ends. */
    SLOWNESS,
    /** The last task of each generation cannot be started until the fault ends. */
    PARTIAL_START
  }

  /** The actions that begin and end a fault in the engine that was opened last. */
  public record FaultActions(Runnable begin, Runnable end) {}

  /** The faults that the test of an engine can cause; laws about other faults are skipped. */
  protected Map<Fault, FaultActions> faults() {
    return Map.of();
  }

  private FaultActions assumeFault(Fault fault) {
    Optional<FaultActions> actions = Optional.ofNullable(faults().get(fault));
    assumeTrue(actions.isPresent(), () -> "this test cannot cause " + fault);
    return actions.orElseThrow();
  }

  @Test
  void reportsNameOrdersInTheSequenceInWhichTheyWereGiven() {
    try (var story = begin()) {
      story.apply(job, on(FIRST, 1));
      story.apply(job, on(SECOND, 2));
      story.until(Event.Running.class);
      story.apply(job, on(FIRST, 1));
      Order last = story.apply(job, on(SECOND, 2));
      story.until(Event.Finished.class);

      List<Event.Report> reports = story.reported(Event.Report.class);
      assertThat(reports)
          .isSortedAccordingTo(Comparator.comparingLong(Event.Report::revision))
          .allMatch(report -> report.revision() <= last.revision());
      assertThat(story.last(Event.Running.class).revision()).isEqualTo(last.revision());
    }
  }

  @Test
  void anEngineClosesInTime() {
    try (var story = begin()) {
      Order order = story.apply(job, on(FIRST, 2));
      story.until(Event.Running.class);
      var before = story.rig.clock().instant();
      story.rig.engine().close();

      assertThat(Duration.between(before, story.rig.clock().instant()))
          .isLessThan(Duration.ofSeconds(30));
      if (outlives()) {
        try (var next = story.successor(order)) {
          next.until(Event.Finished.class);
        }
      }
    }
  }

  @Test
  void aJobOnALostNodeCrashesAndOtherJobsContinue() {
    FaultActions fault = assumeFault(Fault.LOST_NODE);
    try (var story = begin()) {
      Order order = story.apply(job, on(FIRST, 2));
      story.apply(other, on(SECOND, 1));
      story.until(Event.Running.class);
      story.until(Event.Running.class);
      fault.begin().run();
      Event.NodeDown down = story.until(Event.NodeDown.class);
      Event.Crashed crashed = story.until(Event.Crashed.class);
      fault.end().run();
      story.apply(job, on(SECOND, 2));
      story.until(Event.Finished.class);
      story.until(Event.Finished.class);

      assertThat(down.node()).isEqualTo(FIRST);
      assertThat(crashed.job()).isEqualTo(job.id());
      assertThat(crashed.revision()).isEqualTo(order.revision());
      assertThat(story.reported(Event.Crashed.class)).hasSize(1);
      assertThat(story.reported(Event.NodeUp.class)).hasSize(3);
    }
  }

  @Test
  void anOrderForALostNodeIsAnswered() {
    FaultActions fault = assumeFault(Fault.LOST_NODE);
    try (var story = begin()) {
      fault.begin().run();
      story.until(Event.NodeDown.class);
      Order lost = story.apply(job, on(FIRST, 1));
      assertThat(story.until(Event.Crashed.class).revision()).isEqualTo(lost.revision());

      fault.end().run();
      story.until(Event.NodeUp.class);
      story.apply(job, on(FIRST, 1));
      story.until(Event.Finished.class);
    }
  }

  @Test
  void aJobOfASilentPlatformIsUnknownAndThenFoundAgain() {
    FaultActions fault = assumeFault(Fault.SILENCE);
    try (var story = begin()) {
      Order order = story.apply(job, on(FIRST, 2));
      story.until(Event.Running.class);
      fault.begin().run();
      Event.Unknown unknown = story.until(Event.Unknown.class);
      fault.end().run();
      story.until(Event.Finished.class);

      assertThat(unknown.revision()).isEqualTo(order.revision());
      assertThat(story.reported(Event.Unknown.class)).hasSize(1);
      assertThat(story.reported(Event.Crashed.class)).isEmpty();
      assertThat(story.reported(Event.Failed.class)).isEmpty();
      assertThat(story.reported(Event.Running.class))
          .allMatch(running -> running.revision() == order.revision());
    }
  }

  @Test
  void aSlowPlatformDelaysNoOrderAndLosesNoJob() {
    FaultActions fault = assumeFault(Fault.SLOWNESS);
    try (var story = begin()) {
      fault.begin().run();
      var before = story.rig.clock().instant();
      story.apply(job, on(FIRST, 1));
      Order order = story.apply(job, on(SECOND, 2));
      assertThat(Duration.between(before, story.rig.clock().instant()))
          .isLessThan(Duration.ofSeconds(1));
      story.until(
          Event.Running.class,
          event -> event.revision() == order.revision() && event.where().equals(order.target()));
      fault.end().run();
      story.until(Event.Finished.class);

      assertThat(story.reported(Event.Crashed.class)).isEmpty();
    }
  }

  @Test
  void anOrderThatCanStartOnlyInPartIsAnsweredAndLeavesNoTasks() {
    FaultActions fault = assumeFault(Fault.PARTIAL_START);
    try (var story = begin()) {
      fault.begin().run();
      Order order = story.apply(job, on(FIRST, 4));
      Event.Crashed crashed = story.until(Event.Crashed.class);
      fault.end().run();
      story.apply(other, on(FIRST, 4));
      story.until(Event.Finished.class);
      story.apply(job, on(FIRST, 4));
      story.until(Event.Finished.class);

      assertThat(crashed.revision()).isEqualTo(order.revision());
      assertThat(story.reported(Event.Running.class))
          .allMatch(running -> !running.where().equals(Allocation.NONE));
    }
  }
}
