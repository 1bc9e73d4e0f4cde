package dev.ductile.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.Order;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The laws of an engine whose nodes, launcher or tasks fail, and whose reports come late. */
abstract class EngineFaultContract extends EngineAdoptionContract {
  /** A fault that the author of an engine can cause in its test. */
  public enum Fault {
    /** The first node is lost, until the fault ends. */
    LOST_NODE,
    /** The platform answers nothing, until the fault ends; its tasks run on. */
    SILENCE,
    /** The platform carries out and reports everything late, until the fault ends. */
    SLOWNESS,
    /** The last task of each generation cannot be started, until the fault ends. */
    PARTIAL_START
  }

  /** Whether the author can cause this fault; the laws about other faults are skipped. */
  protected boolean canCause(Fault fault) {
    return false;
  }

  /** The fault begins, in the engine that was opened last. */
  protected void begin(Fault fault) {
    throw new UnsupportedOperationException("begin " + fault);
  }

  /** The fault ends. */
  protected void end(Fault fault) {
    throw new UnsupportedOperationException("end " + fault);
  }

  @Test
  void reports_name_orders_in_the_sequence_in_which_they_were_given() {
    try (var story = begin()) {
      story.apply(job, on(FIRST, 1));
      story.apply(job, on(SECOND, 2));
      story.until(Event.Running.class);
      story.apply(job, on(FIRST, 1));
      Order last = story.apply(job, on(SECOND, 2));
      story.until(Event.Finished.class);

      List<Event.Report> reports = story.told(Event.Report.class);
      assertThat(reports)
          .isSortedAccordingTo(Comparator.comparingLong(Event.Report::revision))
          .allMatch(report -> report.revision() <= last.revision());
      assertThat(story.last(Event.Running.class).revision()).isEqualTo(last.revision());
    }
  }

  @Test
  void an_engine_that_lets_go_does_so_in_time() {
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
  void a_job_on_a_lost_node_has_crashed_and_a_job_elsewhere_goes_on() {
    assumeTrue(canCause(Fault.LOST_NODE));
    try (var story = begin()) {
      Order order = story.apply(job, on(FIRST, 2));
      story.apply(other, on(SECOND, 1));
      story.until(Event.Running.class);
      story.until(Event.Running.class);
      begin(Fault.LOST_NODE);
      Event.NodeDown down = story.until(Event.NodeDown.class);
      Event.Crashed crashed = story.until(Event.Crashed.class);
      end(Fault.LOST_NODE);
      story.apply(job, on(SECOND, 2));
      story.until(Event.Finished.class);
      story.until(Event.Finished.class);

      assertThat(down.node()).isEqualTo(FIRST);
      assertThat(crashed.job()).isEqualTo(job.id());
      assertThat(crashed.revision()).isEqualTo(order.revision());
      assertThat(story.told(Event.Crashed.class)).hasSize(1);
      assertThat(story.told(Event.NodeUp.class)).hasSize(3);
    }
  }

  @Test
  void an_order_for_a_lost_node_is_answered() {
    assumeTrue(canCause(Fault.LOST_NODE));
    try (var story = begin()) {
      begin(Fault.LOST_NODE);
      story.until(Event.NodeDown.class);
      Order lost = story.apply(job, on(FIRST, 1));
      assertThat(story.until(Event.Crashed.class).revision()).isEqualTo(lost.revision());

      end(Fault.LOST_NODE);
      story.until(Event.NodeUp.class);
      story.apply(job, on(FIRST, 1));
      story.until(Event.Finished.class);
    }
  }

  @Test
  void a_job_of_a_silent_platform_is_unknown_and_then_found_again() {
    assumeTrue(canCause(Fault.SILENCE));
    try (var story = begin()) {
      Order order = story.apply(job, on(FIRST, 2));
      story.until(Event.Running.class);
      begin(Fault.SILENCE);
      Event.Unknown unknown = story.until(Event.Unknown.class);
      end(Fault.SILENCE);
      story.until(Event.Finished.class);

      assertThat(unknown.revision()).isEqualTo(order.revision());
      assertThat(story.told(Event.Unknown.class)).hasSize(1);
      assertThat(story.told(Event.Crashed.class)).isEmpty();
      assertThat(story.told(Event.Failed.class)).isEmpty();
      assertThat(story.told(Event.Running.class))
          .allMatch(running -> running.revision() == order.revision());
    }
  }

  @Test
  void a_slow_platform_delays_no_order_and_loses_no_job() {
    assumeTrue(canCause(Fault.SLOWNESS));
    try (var story = begin()) {
      begin(Fault.SLOWNESS);
      var before = story.rig.clock().instant();
      story.apply(job, on(FIRST, 1));
      Order order = story.apply(job, on(SECOND, 2));
      assertThat(Duration.between(before, story.rig.clock().instant()))
          .isLessThan(Duration.ofSeconds(1));
      story.until(
          Event.Running.class,
          event -> event.revision() == order.revision() && event.where().equals(order.target()));
      end(Fault.SLOWNESS);
      story.until(Event.Finished.class);

      assertThat(story.told(Event.Crashed.class)).isEmpty();
    }
  }

  @Test
  void an_order_of_which_a_part_cannot_start_is_answered_and_leaves_nothing_behind() {
    assumeTrue(canCause(Fault.PARTIAL_START));
    try (var story = begin()) {
      begin(Fault.PARTIAL_START);
      Order order = story.apply(job, on(FIRST, 4));
      Event.Crashed crashed = story.until(Event.Crashed.class);
      end(Fault.PARTIAL_START);
      story.apply(other, on(FIRST, 4));
      story.until(Event.Finished.class);
      story.apply(job, on(FIRST, 4));
      story.until(Event.Finished.class);

      assertThat(crashed.revision()).isEqualTo(order.revision());
      assertThat(story.told(Event.Running.class))
          .allMatch(running -> !running.where().equals(Allocation.NONE));
    }
  }
}
