package dev.ductile.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Order;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The laws of all engines, simulated or real. The jobs have 100 steps; an engine of real processes
 * needs a program that takes about two seconds for them, and several times as long as the platform
 * takes to start a task: a hot job that ends before a change is complete confirms no change.
 */
public abstract class EngineContract extends EngineFaultContract {
  @Test
  void theFirstEventsReportTheNodes() {
    try (var story = begin()) {
      story.apply(job, on(FIRST, 1));
      story.until(Event.Finished.class);

      assertThat(story.events.subList(0, 2))
          .containsExactlyInAnyOrder(
              new Event.NodeUp(story.events.getFirst().at(), node(FIRST)),
              new Event.NodeUp(story.events.get(1).at(), node(SECOND)));
    }
  }

  @Test
  void aJobRunsOnTheOrderedNodesAndFinishesOnce() {
    try (var story = begin()) {
      story.apply(job, on(SECOND, 2));
      story.until(Event.Finished.class);
      story.advance(A_WHILE);

      assertThat(story.reported(Event.Running.class))
          .singleElement()
          .extracting(Event.Running::where)
          .isEqualTo(on(SECOND, 2));
      assertThat(story.reported(Event.Finished.class)).hasSize(1);
      assertThat(story.last(Event.Running.class).at())
          .isBeforeOrEqualTo(story.last(Event.Finished.class).at());
      assertThat(story.events.getLast()).isInstanceOf(Event.Finished.class);
    }
  }

  @Test
  void anOrderToStopIsConfirmedIfNothingRuns() {
    try (var story = begin()) {
      story.apply(job, Allocation.NONE);
      Event.Released released = story.until(Event.Released.class);
      story.advance(A_WHILE);

      assertThat(released.revision()).isEqualTo(1);
      assertThat(released.steps()).isZero();
      assertThat(story.reported(Event.Running.class)).isEmpty();
      assertThat(story.reported(Event.Released.class)).hasSize(1);
    }
  }

  @Test
  void anOrderThatIsSentAgainChangesNothing() {
    try (var story = begin()) {
      Order order = story.apply(job, on(FIRST, 2));
      story.rig.engine().apply(order);
      story.until(Event.Running.class);
      story.rig.engine().apply(order);
      story.until(Event.Finished.class);

      assertThat(story.reported(Event.Running.class)).hasSize(1);
      assertThat(story.reported(Event.Rescaled.class)).isEmpty();
      assertThat(story.reported(Event.Released.class)).isEmpty();
    }
  }

  @Test
  void aNewOrderForTheSamePlaceIsConfirmedAndDisturbsNoTask() {
    try (var story = begin()) {
      story.apply(job, on(FIRST, 2));
      story.until(Event.Running.class);
      Order second = story.apply(job, on(FIRST, 2));
      story.until(Event.Finished.class);

      assertThat(story.last(Event.Running.class).revision()).isEqualTo(second.revision());
      assertThat(story.reported(Event.Running.class)).hasSize(2);
      assertThat(story.reported(Event.Rescaled.class)).isEmpty();
    }
  }

  @Test
  void anOrderThatComesAfterALaterOneIsIgnored() {
    try (var story = begin()) {
      var late = new Order(1, runnable(job), on(FIRST, 1));
      story.rig.engine().apply(new Order(2, runnable(job), on(SECOND, 2)));
      story.rig.engine().apply(late);
      story.until(Event.Running.class);
      story.rig.engine().apply(late);
      story.until(Event.Finished.class);

      assertThat(story.reported(Event.Running.class))
          .extracting(Event.Running::revision, Event.Running::where)
          .containsExactly(tuple(2L, on(SECOND, 2)));
    }
  }

  @Test
  void aJobThatIsMovedAwayAndBackConfirmsTheLastOrder() {
    try (var story = begin()) {
      story.apply(job, on(FIRST, 1));
      story.until(Event.Running.class);
      story.apply(job, on(SECOND, 2));
      Order back = story.apply(job, on(FIRST, 1));
      story.until(Event.Finished.class);

      Event.Running last = story.last(Event.Running.class);
      assertThat(last.revision()).isEqualTo(back.revision());
      assertThat(last.where()).isEqualTo(on(FIRST, 1));
    }
  }

  @Test
  void theLastOrderCounts() {
    try (var story = begin()) {
      story.apply(job, on(FIRST, 1));
      story.apply(job, Allocation.NONE);
      story.apply(job, on(FIRST, 3));
      story.apply(job, on(SECOND, 2));
      story.until(Event.Finished.class);

      assertThat(story.last(Event.Running.class).where()).isEqualTo(on(SECOND, 2));
    }
  }

  @Test
  void aStoppedJobReleasesItsResourcesAndContinuesFromItsSavedSteps() {
    try (var story = begin()) {
      story.apply(job, on(FIRST, 1));
      story.until(Event.Running.class);
      story.advance(A_WHILE);
      story.apply(job, Allocation.NONE);
      double safe = story.until(Event.Released.class).steps();
      int count = story.events.size();
      story.advance(A_WHILE);

      assertThat(story.events).hasSize(count);
      assertThat(safe).isBetween(0.0, STEPS);
      story.apply(job, on(SECOND, 1));
      story.until(Event.Finished.class);
      assertThat(progress(story.events.subList(count, story.events.size())))
          .allMatch(steps -> steps >= safe);
      assertThat(story.reported(Event.Running.class)).hasSize(2);
    }
  }

  @Test
  void aRescaleLosesNoStep() {
    try (var story = begin()) {
      story.apply(job, on(FIRST, 1));
      story.until(Event.Running.class);
      story.advance(A_WHILE);
      var wide = Allocation.of(Map.of(FIRST, Size.workers(2), SECOND, Size.workers(1)));
      story.apply(job, wide);
      story.until(Event.Finished.class);

      assertThat(progress(story.events)).isSorted();
      assertThat(story.last(Event.Running.class).where()).isEqualTo(wide);
      assertThat(story.reported(Event.Released.class)).isEmpty();
      assertThat(story.reported(Event.Rescaled.class))
          .allMatch(event -> event.from().equals(Size.workers(1)))
          .allMatch(event -> event.to().equals(Size.workers(3)))
          .allMatch(event -> !event.pause().isNegative());
    }
  }

  @Test
  void aFinishedJobIsNotStartedAgain() {
    try (var story = begin()) {
      story.apply(job, on(FIRST, 2));
      story.until(Event.Finished.class);
      int count = story.events.size();
      story.apply(job, on(SECOND, 1));
      story.apply(job, Allocation.NONE);
      story.advance(A_WHILE);

      assertThat(story.events).hasSize(count);
    }
  }

  @Test
  void jobsRunSideBySide() {
    try (var story = begin()) {
      story.apply(job, on(FIRST, 2));
      story.apply(other, on(FIRST, 2));
      story.until(Event.Finished.class);
      story.until(Event.Finished.class);

      assertThat(story.reported(Event.Finished.class))
          .extracting(Event.Finished::job)
          .containsExactlyInAnyOrder(job.id(), other.id());
    }
  }

  @Test
  void timeDoesNotGoBack() {
    try (var story = begin()) {
      story.apply(job, on(FIRST, 2));
      story.until(Event.Finished.class);

      assertThat(story.events).extracting(Event::at).isSorted();
      assertThat(story.events.getLast().at()).isBeforeOrEqualTo(story.rig.clock().instant());
    }
  }

  @Test
  void reportsOfStepsShowWhenEarlyFeedbackIsDone() {
    JobSpec watched = job.withWork(new Work(STEPS, STEPS / 2, "steps"));
    try (var story = begin(watched)) {
      story.apply(watched, on(FIRST, 2));
      story.until(Event.Finished.class);

      assertThat(progress(story.events)).anyMatch(steps -> steps >= STEPS / 2);
    }
  }

  @Test
  void anEngineThatIsClosedReportsNothing() {
    try (var story = begin()) {
      story.apply(job, on(FIRST, 2));
      story.until(Event.Running.class);
      story.apply(other, on(SECOND, 2));
      story.closeEngine();
      story.rig.engine().poll();
      story.apply(other, on(SECOND, 1));
      story.rig.engine().close();

      assertThat(story.rig.engine().poll()).isEmpty();
    }
  }
}
