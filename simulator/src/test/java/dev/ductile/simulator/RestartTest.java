package dev.ductile.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Policy;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Work;
import dev.ductile.history.EventCodec;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Cost;
import dev.ductile.scenario.Decisions;
import dev.ductile.scenario.Failures;
import dev.ductile.scenario.Feedback;
import dev.ductile.scenario.Noise;
import dev.ductile.scenario.Rescale;
import dev.ductile.scenario.RunLimits;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.Submission;
import dev.ductile.scheduler.Controls;
import dev.ductile.scheduler.Ledger;
import dev.ductile.scheduler.Scheduler;
import dev.ductile.scheduler.SchedulerParts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A scheduler may be killed right after any append to its journal. Its successor folds the journal
 * to the same picture and adopts the jobs. Every job ends at the same time as in an undisturbed
 * run.
 */
final class RestartTest {
  private static final Catalog CATALOG = Catalog.installed();
  private static final EventCodec CODEC = new EventCodec(CATALOG);
  private static final int NEVER = Integer.MAX_VALUE;
  private static final int JOBS = 12;

  /** Kills a scheduler. */
  private static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "srtf", "tiresias-l", "max-min", "hell"})
  void everyJobEndsAtTheSameTimeIfItsSchedulerIsKilledAtAnyEvent(String policy) {
    var undisturbed = new Life(policy, NEVER);
    List<Event> expected = undisturbed.toTheEnd();
    assertThat(expected.stream().filter(Event.Finished.class::isInstance)).hasSize(JOBS);

    for (int position = 1; position <= undisturbed.journal.size(); position++) {
      List<Event> events = new Life(policy, position).toTheEnd();
      assertThat(ends(events)).as("killed after append %d", position).isEqualTo(ends(expected));
      assertThat(of(Event.Crashed.class, events))
          .as("killed after append %d", position)
          .isEqualTo(of(Event.Crashed.class, expected));
    }
  }

  /** The successor makes one more decision, in which this policy tries another size. */
  @Tag("seeds")
  @Test
  void everyJobEndsOnceIfTheSchedulerOfAnExploringPolicyIsKilledAtAnyEvent() {
    int appends = appendsOf("h-scheduler");

    for (int position = 1; position <= appends; position++) {
      List<Event> events = new Life("h-scheduler", position).toTheEnd();
      assertThat(of(Event.Finished.class, events).stream().map(Event.Finished.class::cast))
          .as("killed after append %d", position)
          .extracting(Event.Finished::job)
          .doesNotHaveDuplicates()
          .hasSize(JOBS);
    }
  }

  /**
   * The successor learns nothing again, and continues to learn from the measurements of its
   * predecessor.
   */
  @Tag("seeds")
  @ParameterizedTest
  @ValueSource(strings = {"srtf", "hell"})
  void everySpeedIsLearnedOnceIfTheSchedulerIsKilledAtAnyEvent(String policy) {
    var undisturbed = Life.learning(policy, NEVER);
    List<Event> expected = undisturbed.toTheEnd();
    assertThat(learned(expected)).hasSizeGreaterThanOrEqualTo(JOBS);

    for (int position = 1; position <= undisturbed.journal.size(); position++) {
      List<Event> events = Life.learning(policy, position).toTheEnd();
      assertThat(learned(events))
          .as("killed after append %d", position)
          .isEqualTo(learned(expected));
      assertThat(ends(events)).as("killed after append %d", position).isEqualTo(ends(expected));
    }
  }

  private static List<Event> learned(List<Event> events) {
    return of(Event.SpeedLearned.class, events);
  }

  private static int appendsOf(String policy) {
    var undisturbed = new Life(policy, NEVER);
    undisturbed.toTheEnd();
    return undisturbed.journal.size();
  }

  private static List<Event> ends(List<Event> events) {
    return of(Event.Ended.class, events);
  }

  private static List<Event> of(Class<?> kind, List<Event> events) {
    return events.stream().filter(kind::isInstance).toList();
  }

  /** One run, in which the scheduler is killed once. */
  private static final class Life {
    final List<byte[]> journal = new ArrayList<>();
    private final String policy;
    private final int deadly;
    private final boolean isLearning;
    private final World world;

    Life(String policy, int deadly) {
      this(policy, deadly, scenario(Optional.empty()), jobs());
    }

    private Life(String policy, int deadly, Scenario scenario, List<Submission> jobs) {
      this.policy = policy;
      this.deadly = deadly;
      this.isLearning = scenario.estimator().isPresent();
      this.world = new World(scenario, CATALOG, jobs.iterator(), 7);
    }

    /** A run of jobs that are expected to be three times as fast as they are. */
    static Life learning(String policy, int deadly) {
      List<Submission> misjudged =
          jobs().stream()
              .map(job -> new Submission(job.at(), job.spec(), job.speed(), speed(3)))
              .toList();
      return new Life(policy, deadly, scenario(Optional.of("online")), misjudged);
    }

    private Ledger ledger() {
      return isLearning ? new Ledger(CATALOG, CATALOG.estimator("online")) : new Ledger(CATALOG);
    }

    List<Event> toTheEnd() {
      Scheduler first = scheduler(ledger());
      try {
        first.runUntil(_ -> world.isOver() || world.isPastHorizon());
      } catch (Killed _) {
        Scheduler second = scheduler(folded());
        assertSame(second.ledger().picture(world.instant()), first.ledger());
        second.adopt();
        second.runUntil(_ -> world.isOver() || world.isPastHorizon());
      }
      return events();
    }

    private void assertSame(Cluster folded, Ledger lived) {
      Cluster picture = lived.picture(world.instant());
      assertThat(folded.jobs()).containsExactlyElementsOf(picture.jobs());
      assertThat(folded.nodes().list()).isEqualTo(picture.nodes().list());
      assertThat(folded.running()).isEqualTo(picture.running());
      assertThat(folded.pinned()).isEqualTo(picture.pinned());
    }

    private Ledger folded() {
      Ledger ledger = ledger();
      events().forEach(ledger::fold);
      return ledger;
    }

    private Scheduler scheduler(Ledger ledger) {
      Policy chosen =
          CATALOG.policy(
              Choice.named(policy), CATALOG.placement(Choice.named("pack")), new Seed(1));
      return new Scheduler(
          SchedulerParts.of(chosen, world, world, ledger)
              .withControls(Controls.of(world.inbox()))
              .withJournal(this::append));
    }

    private void append(List<Event> events) {
      if (!events.isEmpty()) {
        journal.add(write(events));
        if (journal.size() == deadly) {
          throw new Killed();
        }
      }
    }

    private List<Event> events() {
      return journal.stream().flatMap(batch -> read(batch).stream()).toList();
    }
  }

  private static byte[] write(List<Event> events) {
    try {
      return CODEC.write(events);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Event> read(byte[] batch) {
    try {
      return CODEC.read(batch);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Scenario scenario(Optional<String> estimator) {
    var rescale =
        new Rescale(
            Duration.ofSeconds(5),
            Map.of(RescaleMode.CHECKPOINT, Cost.fixed(Duration.ofSeconds(8))));
    return new Scenario(
        "restart",
        Nodes.uniform(2, Resources.gpus(4)),
        (_, _) -> jobs().stream(),
        List.of(Choice.named("fifo")),
        Choice.named("pack"),
        rescale,
        Decisions.ON_EVENTS,
        Noise.NONE,
        0,
        new Failures(Duration.ofMinutes(4), Duration.ofSeconds(30), Duration.ofSeconds(20)),
        Feedback.NONE,
        estimator,
        RunLimits.GENEROUS,
        List.of(7L),
        List.of(1.0),
        Optional.empty());
  }

  private static List<Submission> jobs() {
    var random = new Seed(3).stream("jobs");
    var jobs = new ArrayList<Submission>();
    Instant at = Instant.EPOCH;
    for (int i = 0; i < JOBS; i++) {
      at = at.plusSeconds(random.nextInt(40));
      var spec =
          JobSpec.of(
                  new JobId("job-" + i),
                  Demand.perWorker(Resources.gpus(1)),
                  Bounds.workers(1, 4),
                  Work.steps(50 + random.nextInt(200)))
              .withRequest(Size.workers(1 + random.nextInt(4)));
      jobs.add(new Submission(at, spec, speed(1)));
    }
    return jobs;
  }

  private static SpeedSpec speed(double factor) {
    var model = JsonNodeFactory.instance.objectNode().put("model", "table");
    var points = model.putArray("points");
    points.addObject().put("workers", 1).put("stepsPerSecond", factor);
    points.addObject().put("workers", 4).put("stepsPerSecond", 3 * factor);
    return CATALOG.speedSpec(model);
  }
}
