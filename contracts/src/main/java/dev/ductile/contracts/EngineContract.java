package dev.ductile.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Clock;
import dev.ductile.api.Demand;
import dev.ductile.api.Engine;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Order;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What everybody who runs jobs must hold, in a simulation or on real machines. The jobs have 100
 * steps; an engine of real processes needs a program that takes about two seconds for them.
 */
public abstract class EngineContract {
  private static final NodeId FIRST = new NodeId("node-0");
  private static final NodeId SECOND = new NodeId("node-1");
  private static final double STEPS = 100;

  /** Far longer than anything takes, on the engine's own clock. */
  private static final Duration LIMIT = Duration.ofSeconds(100);

  /** Long enough for what must not happen to happen. */
  private static final Duration A_WHILE = Duration.ofMillis(300);

  private final JobSpec job = spec("one");
  private final JobSpec other = spec("two");

  /** An engine and its time. */
  public record Rig(Engine engine, Clock clock) {}

  /** A fresh engine with these nodes, to which these jobs will be submitted. */
  protected abstract Rig open(Nodes nodes, List<JobSpec> jobs);

  /** The job with a program to run, where the engine needs one. */
  protected JobSpec runnable(JobSpec plain) {
    return plain;
  }

  @Test
  void its_nodes_come_first() {
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
  void a_job_runs_where_it_is_put_and_then_finishes_once() {
    try (var story = begin()) {
      story.apply(job, on(SECOND, 2));
      story.until(Event.Finished.class);
      story.goOn(A_WHILE);

      assertThat(story.told(Event.Running.class))
          .singleElement()
          .extracting(Event.Running::where)
          .isEqualTo(on(SECOND, 2));
      assertThat(story.told(Event.Finished.class)).hasSize(1);
      assertThat(story.last(Event.Running.class).at())
          .isBeforeOrEqualTo(story.last(Event.Finished.class).at());
      assertThat(story.events.getLast()).isInstanceOf(Event.Finished.class);
    }
  }

  @Test
  void an_order_to_stop_is_confirmed_where_nothing_runs() {
    try (var story = begin()) {
      story.apply(job, Allocation.NONE);
      Event.Released released = story.until(Event.Released.class);
      story.goOn(A_WHILE);

      assertThat(released.revision()).isEqualTo(1);
      assertThat(released.steps()).isZero();
      assertThat(story.told(Event.Running.class)).isEmpty();
      assertThat(story.told(Event.Released.class)).hasSize(1);
    }
  }

  @Test
  void an_order_that_is_sent_again_changes_nothing() {
    try (var story = begin()) {
      Order order = story.apply(job, on(FIRST, 2));
      story.rig.engine().apply(order);
      story.until(Event.Running.class);
      story.rig.engine().apply(order);
      story.until(Event.Finished.class);

      assertThat(story.told(Event.Running.class)).hasSize(1);
      assertThat(story.told(Event.Rescaled.class)).isEmpty();
      assertThat(story.told(Event.Released.class)).isEmpty();
    }
  }

  @Test
  void a_new_order_for_the_same_place_is_confirmed_and_disturbs_no_task() {
    try (var story = begin()) {
      story.apply(job, on(FIRST, 2));
      story.until(Event.Running.class);
      Order second = story.apply(job, on(FIRST, 2));
      story.until(Event.Finished.class);

      assertThat(story.last(Event.Running.class).revision()).isEqualTo(second.revision());
      assertThat(story.told(Event.Running.class)).hasSize(2);
      assertThat(story.told(Event.Rescaled.class)).isEmpty();
    }
  }

  @Test
  void an_order_that_comes_after_a_later_one_is_ignored() {
    try (var story = begin()) {
      var late = new Order(1, runnable(job), on(FIRST, 1));
      story.rig.engine().apply(new Order(2, runnable(job), on(SECOND, 2)));
      story.rig.engine().apply(late);
      story.until(Event.Running.class);
      story.rig.engine().apply(late);
      story.until(Event.Finished.class);

      assertThat(story.told(Event.Running.class))
          .extracting(Event.Running::revision, Event.Running::where)
          .containsExactly(tuple(2L, on(SECOND, 2)));
    }
  }

  @Test
  void a_job_that_is_sent_away_and_back_confirms_the_last_order() {
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
  void the_last_order_counts() {
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
  void a_stopped_job_lets_go_and_later_goes_on_from_there() {
    try (var story = begin()) {
      story.apply(job, on(FIRST, 1));
      story.until(Event.Running.class);
      story.goOn(A_WHILE);
      story.apply(job, Allocation.NONE);
      double safe = story.until(Event.Released.class).steps();
      int told = story.events.size();
      story.goOn(A_WHILE);

      assertThat(story.events).hasSize(told);
      assertThat(safe).isBetween(0.0, STEPS);
      story.apply(job, on(SECOND, 1));
      story.until(Event.Finished.class);
      assertThat(progress(story.events.subList(told, story.events.size())))
          .allMatch(steps -> steps >= safe);
      assertThat(story.told(Event.Running.class)).hasSize(2);
    }
  }

  @Test
  void a_rescale_loses_no_step() {
    try (var story = begin()) {
      story.apply(job, on(FIRST, 1));
      story.until(Event.Running.class);
      story.goOn(A_WHILE);
      var wide = Allocation.of(Map.of(FIRST, Size.workers(2), SECOND, Size.workers(1)));
      story.apply(job, wide);
      story.until(Event.Finished.class);

      assertThat(progress(story.events)).isSorted();
      assertThat(story.last(Event.Running.class).where()).isEqualTo(wide);
      assertThat(story.told(Event.Released.class)).isEmpty();
      assertThat(story.told(Event.Rescaled.class))
          .allMatch(event -> event.from().equals(Size.workers(1)))
          .allMatch(event -> event.to().equals(Size.workers(3)))
          .allMatch(event -> !event.pause().isNegative());
    }
  }

  @Test
  void a_job_that_is_over_stays_so() {
    try (var story = begin()) {
      story.apply(job, on(FIRST, 2));
      story.until(Event.Finished.class);
      int told = story.events.size();
      story.apply(job, on(SECOND, 1));
      story.apply(job, Allocation.NONE);
      story.goOn(A_WHILE);

      assertThat(story.events).hasSize(told);
    }
  }

  @Test
  void jobs_run_side_by_side() {
    try (var story = begin()) {
      story.apply(job, on(FIRST, 2));
      story.apply(other, on(FIRST, 2));
      story.until(Event.Finished.class);
      story.until(Event.Finished.class);

      assertThat(story.told(Event.Finished.class))
          .extracting(Event.Finished::job)
          .containsExactlyInAnyOrder(job.id(), other.id());
    }
  }

  @Test
  void time_does_not_go_back() {
    try (var story = begin()) {
      story.apply(job, on(FIRST, 2));
      story.until(Event.Finished.class);

      assertThat(story.events).extracting(Event::at).isSorted();
      assertThat(story.events.getLast().at()).isBeforeOrEqualTo(story.rig.clock().instant());
    }
  }

  @Test
  void reports_of_steps_show_when_early_feedback_is_done() {
    JobSpec watched = job.withWork(new Work(STEPS, STEPS / 2, "steps"));
    try (var story = begin(watched)) {
      story.apply(watched, on(FIRST, 2));
      story.until(Event.Finished.class);

      assertThat(progress(story.events)).anyMatch(steps -> steps >= STEPS / 2);
    }
  }

  @Test
  void closing_ends_everything() {
    try (var story = begin()) {
      story.apply(job, on(FIRST, 2));
      story.until(Event.Running.class);
      story.apply(other, on(SECOND, 2));
      story.rig.engine().close();
      story.rig.engine().poll();
      story.apply(other, on(SECOND, 1));
      story.rig.engine().close();

      assertThat(story.rig.engine().poll()).isEmpty();
    }
  }

  private Story begin() {
    return begin(job);
  }

  private Story begin(JobSpec first) {
    var nodes = Nodes.of(List.of(node(FIRST), node(SECOND)));
    var story = new Story(open(nodes, List.of(runnable(first), runnable(other))));
    story.goOn(Duration.ofMillis(1));
    return story;
  }

  private static JobSpec spec(String name) {
    return JobSpec.of(
        new JobId(name),
        Demand.perWorker(Resources.gpus(1)),
        Bounds.workers(1, 4),
        Work.steps(STEPS));
  }

  private static Node node(NodeId id) {
    return new Node(id, Resources.gpus(4));
  }

  private static Allocation on(NodeId node, int workers) {
    return Allocation.on(node, Size.workers(workers));
  }

  private static List<Double> progress(List<Event> events) {
    return events.stream()
        .filter(Event.Progressed.class::isInstance)
        .map(event -> ((Event.Progressed) event).steps())
        .toList();
  }

  /** An engine and all that it has told. */
  private final class Story implements AutoCloseable {
    private final Rig rig;
    private final List<Event> events = new ArrayList<>();
    private int read;
    private long revision;

    Story(Rig rig) {
      this.rig = rig;
    }

    Order apply(JobSpec spec, Allocation target) {
      var order = new Order(++revision, runnable(spec), target);
      rig.engine().apply(order);
      return order;
    }

    /** The next event of this kind. */
    <E extends Event> E until(Class<E> kind) {
      Instant deadline = rig.clock().instant().plus(LIMIT);
      while (true) {
        while (read < events.size()) {
          Event event = events.get(read++);
          if (kind.isInstance(event)) {
            return kind.cast(event);
          }
        }
        if (!rig.clock().instant().isBefore(deadline)) {
          throw new AssertionError("no %s in %s".formatted(kind.getSimpleName(), events));
        }
        rig.clock().sleepUntil(deadline);
        hear();
      }
    }

    /** Lets time pass. */
    void goOn(Duration duration) {
      Instant end = rig.clock().instant().plus(duration);
      while (rig.clock().instant().isBefore(end)) {
        rig.clock().sleepUntil(end);
        hear();
      }
    }

    /** An engine reports; what the scheduler decides and concludes is not for it to tell. */
    private void hear() {
      for (Event event : rig.engine().poll()) {
        assertThat(event)
            .isNotInstanceOfAny(
                Event.Allocated.class,
                Event.Noted.class,
                Event.PhaseChanged.class,
                Event.Refused.class);
        events.add(event);
      }
    }

    <E extends Event> List<E> told(Class<E> kind) {
      return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    <E extends Event> E last(Class<E> kind) {
      return told(kind).getLast();
    }

    @Override
    public void close() {
      rig.engine().close();
    }
  }
}
