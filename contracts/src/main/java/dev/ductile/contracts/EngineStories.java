package dev.ductile.contracts;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Runs of an engine with two jobs, and the properties that the test of an engine declares. */
abstract class EngineStories {
  static final NodeId FIRST = new NodeId("node-0");
  static final NodeId SECOND = new NodeId("node-1");
  static final double STEPS = 100;

  /** Far longer than any wait, on the clock of the engine. */
  static final Duration LIMIT = Duration.ofSeconds(100);

  /** Long enough for an unwanted event to occur. */
  static final Duration A_WHILE = Duration.ofMillis(300);

  private static final long NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  final JobSpec job = spec("one");
  final JobSpec other = spec("two");

  /** An engine and its time. */
  public record Rig(Engine engine, Clock clock) {}

  /** A new engine with these nodes, for these jobs. */
  protected abstract Rig open(Nodes nodes, List<JobSpec> jobs);

  /** The job with a program, if the engine needs one. */
  protected JobSpec runnable(JobSpec plain) {
    return plain;
  }

  /** Whether jobs survive the close of their engine, so that the next engine finds them. */
  protected boolean outlives() {
    return false;
  }

  /** Longer than a job of 100 steps takes on two workers. */
  protected Duration longestJob() {
    return Duration.ofSeconds(5);
  }

  final Story begin() {
    return begin(job);
  }

  final Story begin(JobSpec first) {
    var story = new Story(openFor(first));
    story.advance(Duration.ofMillis(1));
    return story;
  }

  final Rig openFor(JobSpec first) {
    var nodes = Nodes.of(List.of(node(FIRST), node(SECOND)));
    return open(nodes, List.of(runnable(first), runnable(other)));
  }

  static JobSpec spec(String name) {
    return JobSpec.of(
        new JobId(name),
        Demand.perWorker(Resources.gpus(1)),
        Bounds.workers(1, 4),
        Work.steps(STEPS));
  }

  static Node node(NodeId id) {
    return new Node(id, Resources.gpus(4));
  }

  static Allocation on(NodeId node, int workers) {
    return Allocation.on(node, Size.workers(workers));
  }

  static List<Double> progress(List<Event> events) {
    return events.stream()
        .filter(Event.Progressed.class::isInstance)
        .map(event -> ((Event.Progressed) event).steps())
        .toList();
  }

  /** An engine and the events that it has reported. */
  final class Story implements AutoCloseable {
    final Rig rig;
    final List<Event> events = new ArrayList<>();
    private int read;
    private long revision;
    private boolean open = true;

    Story(Rig rig) {
      this.rig = rig;
    }

    Order apply(JobSpec spec, Allocation target) {
      var order = new Order(++revision, runnable(spec), target);
      rig.engine().apply(order);
      return order;
    }

    void adopt(Order... lastOrders) {
      revision = Stream.of(lastOrders).mapToLong(Order::revision).max().orElse(revision);
      rig.engine().adopt(List.of(lastOrders));
    }

    /** Closes the engine and opens the next one, which adopts the jobs of these orders. */
    Story successor(Order... lastOrders) {
      closeEngine();
      var next = new Story(openFor(job));
      next.revision = revision;
      next.adopt(lastOrders);
      return next;
    }

    void closeEngine() {
      open = false;
      rig.engine().close();
    }

    /** Lets time pass while no engine runs. */
    void waitFor(Duration duration) {
      Rig idle = openFor(job);
      Instant end = idle.clock().instant().plus(duration);
      idle.engine().close();
      while (idle.clock().instant().isBefore(end)) {
        idle.clock().sleepUntil(end);
        LockSupport.parkNanos(NAP_NANOS); // the clock of a closed engine may return at once
      }
    }

    /** Waits for the next event of this type. */
    <E extends Event> E until(Class<E> kind) {
      return until(kind, _ -> true);
    }

    <E extends Event> E until(Class<E> kind, Predicate<E> test) {
      Instant deadline = rig.clock().instant().plus(LIMIT);
      while (true) {
        while (read < events.size()) {
          Event event = events.get(read++);
          if (kind.isInstance(event) && test.test(kind.cast(event))) {
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
    void advance(Duration duration) {
      Instant end = rig.clock().instant().plus(duration);
      while (rig.clock().instant().isBefore(end)) {
        rig.clock().sleepUntil(end);
        hear();
      }
    }

    /** An engine must not report decisions or conclusions of the scheduler. */
    private void hear() {
      for (Event event : rig.engine().poll()) {
        assertThat(event)
            .isNotInstanceOfAny(
                Event.Allocated.class,
                Event.Noted.class,
                Event.PhaseChanged.class,
                Event.SpeedLearned.class,
                Event.Refused.class);
        events.add(event);
      }
    }

    <E extends Event> List<E> reported(Class<E> kind) {
      return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    <E extends Event> E last(Class<E> kind) {
      return reported(kind).getLast();
    }

    /** Ends jobs that survive their engine, by orders. */
    @Override
    public void close() {
      if (outlives() && open) {
        for (JobSpec each : List.of(job, other)) {
          read = events.size();
          if (reported(Event.Ended.class).stream().noneMatch(end -> end.job().equals(each.id()))) {
            apply(each, Allocation.NONE);
            until(Event.OfJob.class, event -> event.job().equals(each.id()) && isEnd(event));
          }
        }
      }
      rig.engine().close();
    }

    private static boolean isEnd(Event event) {
      return event instanceof Event.Released || event instanceof Event.Ended;
    }
  }
}
