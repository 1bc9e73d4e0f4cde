package dev.ductile.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.Order;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The laws about jobs that an earlier scheduler has left running. */
public abstract class EngineAdoptionContract extends EngineStories {
  @Test
  void anOrderToStopOfAnEarlierSchedulerIsConfirmed() {
    try (var story = begin()) {
      story.adopt(new Order(3, runnable(job), Allocation.NONE));

      assertThat(story.until(Event.Released.class).revision()).isEqualTo(3);
      assertThat(story.reported(Event.Running.class)).isEmpty();
    }
  }

  @Test
  void anOrderOfAnEarlierSchedulerThatWasNeverCarriedOutIsAnswered() {
    try (var story = begin()) {
      story.adopt(new Order(3, runnable(job), on(FIRST, 2)));
      Event.Report answer =
          story.until(Event.Report.class, report -> !(report instanceof Event.Progressed));

      assertThat(answer.revision()).isEqualTo(3);
      assertThat(answer)
          .isInstanceOfAny(Event.Running.class, Event.Crashed.class, Event.Unknown.class);
    }
  }

  @Test
  void aJobThatOutlivesItsEngineContinuesUnderTheNext() {
    assumeTrue(outlives());
    try (var first = begin()) {
      Order order = first.apply(job, on(FIRST, 2));
      first.until(Event.Running.class);
      double steps = first.until(Event.Progressed.class).steps();
      try (var next = first.successor(order)) {
        Event.Running running = next.until(Event.Running.class);
        next.until(Event.Finished.class);

        assertThat(running.revision()).isEqualTo(order.revision());
        assertThat(running.where()).isEqualTo(order.target());
        assertThat(next.reported(Event.Running.class)).hasSize(1);
        assertThat(progress(next.events)).isSorted().allMatch(later -> later >= steps);
        assertThat(next.events)
            .noneMatch(event ->
                event instanceof Event.Crashed
                    || event instanceof Event.Released
                    || event instanceof Event.Rescaled);
      }
    }
  }

  @Test
  void theLastOrderOfAnEarlierSchedulerIsCarriedOut() {
    assumeTrue(outlives());
    try (var first = begin()) {
      first.apply(job, on(FIRST, 1));
      first.until(Event.Running.class);
      var unsent = new Order(2, runnable(job), on(SECOND, 2));
      try (var next = first.successor(unsent)) {
        next.until(Event.Finished.class);

        Event.Running running = next.last(Event.Running.class);
        assertThat(running.revision()).isEqualTo(2);
        assertThat(running.where()).isEqualTo(on(SECOND, 2));
        assertThat(next.reported(Event.Crashed.class)).isEmpty();
      }
    }
  }

  @Test
  void aRescaleUnderWayIsCompletedByTheNextEngine() {
    assumeTrue(outlives());
    try (var first = begin()) {
      first.apply(job, on(FIRST, 1));
      first.until(Event.Running.class);
      Order wide = first.apply(job, on(FIRST, 3));
      first.advance(Duration.ofMillis(100));
      try (var next = first.successor(wide)) {
        next.until(Event.Finished.class);

        assertThat(next.last(Event.Running.class).where()).isEqualTo(wide.target());
        assertThat(next.reported(Event.Crashed.class)).isEmpty();
        assertThat(next.reported(Event.Running.class)).hasSize(1);
      }
    }
  }

  @Test
  void tasksWithoutAnOrderAreEnded() {
    assumeTrue(outlives());
    try (var first = begin()) {
      first.apply(job, on(FIRST, 2));
      first.until(Event.Running.class);
      try (var next = first.successor()) {
        Order order = next.apply(other, on(FIRST, 2));
        next.until(Event.Finished.class);

        assertThat(next.reported(Event.Running.class))
            .extracting(Event.Running::job)
            .containsOnly(order.job());
        assertThat(next.reported(Event.Finished.class))
            .extracting(Event.Finished::job)
            .containsExactly(order.job());
      }
    }
  }

  @Test
  void anEndBetweenTwoEnginesIsReported() {
    assumeTrue(outlives());
    try (var first = begin()) {
      Order order = first.apply(job, on(FIRST, 2));
      first.until(Event.Running.class);
      first.closeEngine();
      first.waitFor(longestJob());
      try (var next = first.successor(order)) {
        next.until(Event.Finished.class);

        assertThat(next.reported(Event.Running.class)).hasSize(1);
        assertThat(next.reported(Event.Crashed.class)).isEmpty();
      }
    }
  }
}
