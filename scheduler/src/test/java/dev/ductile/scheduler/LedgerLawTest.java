package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Nodes;
import dev.ductile.contracts.EventStory;
import dev.ductile.contracts.GivenSpeed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** After any sequence of events a ledger has the same state as a slow reference. */
@Tag("seeds")
final class LedgerLawTest {
  private static final long SEEDS = 60L * Integer.getInteger("ductile.seedFactor", 1);
  private static final int LENGTH = 120;
  private static final Offset<Double> ROUNDING = within(1e-9);

  @Test
  void everyPictureEqualsTheReference() {
    for (long seed = 0; seed < SEEDS; seed++) {
      var ledger = new Ledger(GivenSpeed.SPEEDS);
      var reference = new ReferenceLedger();
      for (Event event : EventStory.of(seed, LENGTH)) {
        ledger.fold(event);
        reference.fold(event);
        assertSame("seed %d, after %s".formatted(seed, event), ledger, reference, event.at());
        assertSame("seed %d, later".formatted(seed), ledger, reference, event.at().plusSeconds(7));
      }
    }
  }

  @Test
  void aLedgerFromAPictureContinuesLikeTheFirst() {
    for (long seed = 0; seed < SEEDS; seed++) {
      List<Event> story = EventStory.of(seed, LENGTH);
      int handover = (int) (seed % LENGTH);
      var ledger = new Ledger(GivenSpeed.SPEEDS);
      var reference = new ReferenceLedger();
      for (Event event : story.subList(0, handover)) {
        ledger.fold(event);
        reference.fold(event);
      }
      var successor = new Ledger(ledger.picture(story.get(handover).at()), GivenSpeed.SPEEDS);
      for (Event event : story.subList(handover, LENGTH)) {
        successor.fold(event);
        reference.fold(event);
        assertSame("seed %d, after %s".formatted(seed, event), successor, reference, event.at());
      }
    }
  }

  /** A ledger into which a journal is folded has shown its estimator the same measurements. */
  @Test
  void theEstimatorSeesTheMeasurementsOfTheJobsThatAreNotOver() {
    for (long seed = 0; seed < SEEDS; seed++) {
      var estimator = new SeenMeasurements();
      var ledger = new Ledger(GivenSpeed.SPEEDS, estimator);
      var reference = new ReferenceLedger();
      for (Event event : EventStory.of(seed, LENGTH)) {
        ledger.fold(event);
        reference.fold(event);
        var expected = new HashMap<JobId, List<String>>();
        reference.jobs.forEach((id, job) -> {
          if (!job.measured.isEmpty()) {
            expected.put(id, job.measured);
          }
        });
        assertThat(estimator.seen).as("seed %d, after %s", seed, event).isEqualTo(expected);
      }
    }
  }

  @Test
  void picturesNeverChange() {
    for (long seed = 0; seed < SEEDS; seed++) {
      var ledger = new Ledger(GivenSpeed.SPEEDS);
      var pictures = new ArrayList<Cluster>();
      var texts = new ArrayList<String>();
      for (Event event : EventStory.of(seed, LENGTH)) {
        ledger.fold(event);
        pictures.add(ledger.picture(event.at()));
        texts.add(text(pictures.getLast()));
      }
      assertThat(pictures.stream().map(LedgerLawTest::text).toList())
          .as("seed %d", seed)
          .isEqualTo(texts);
    }
  }

  private static void assertSame(
      String when, Ledger ledger, ReferenceLedger reference, Instant now) {
    Cluster picture = ledger.picture(now);
    assertThat(picture.nodes().list()).as(when).containsExactlyElementsOf(reference.nodes());
    assertThat(picture.settings().policy()).as(when).isEqualTo(reference.policy);
    assertThat(picture.settings().queues())
        .as(when)
        .containsExactlyElementsOf(reference.queues.values());
    assertThat(picture.jobs()).as(when).hasSize(reference.jobs.size());
    assertThat(ledger.activeJobs()).as(when).isEqualTo(reference.jobs.size());
    List<ReferenceLedger.Entry> expected = List.copyOf(reference.jobs.values());
    List<Job> jobs = List.copyOf(picture.jobs());
    Set<Long> arrivals = new HashSet<>();
    for (int i = 0; i < jobs.size(); i++) {
      assertSame(when, jobs.get(i), expected.get(i), now);
      assertThat(arrivals.add(jobs.get(i).arrival())).as(when).isTrue();
    }
    assertHoldersAreRight(when, picture);
    assertThat(ledger.gangs()).as(when).isEqualTo(gangs(picture));
    assertThat(lefts(picture.left())).as(when).isEqualTo(lefts(left(picture)));
  }

  private static void assertSame(
      String when, Job job, ReferenceLedger.Entry expected, Instant now) {
    assertThat(job.spec()).as(when).isEqualTo(expected.spec);
    assertThat(job.manualOverride().held()).as(when).isEqualTo(expected.held);
    assertThat(job.manualOverride().unscaled())
        .as(when)
        .isEqualTo(expected.isScaled ? Optional.of(expected.ownSpec) : Optional.empty());
    assertThat(job.submitted()).as(when).isEqualTo(expected.submitted);
    assertThat(job.speedSpec()).as(when).isEqualTo(expected.speed);
    assertThat(job.speed()).as(when).isEqualTo(GivenSpeed.SPEEDS.speed(expected.speed));
    assertThat(job.state()).as(when).isEqualTo(expected.state);
    assertThat(job.phase()).as(when).isEqualTo(expected.phase);
    assertThat(job.allocation()).as(when).isEqualTo(expected.allocation);
    assertThat(job.pause()).as(when).isEqualTo(expected.pause);
    assertThat(job.notes().byPolicy()).as(when).isEqualTo(expected.notes);
    assertThat(job.protectedUntil()).as(when).isEqualTo(expected.protectedUntil);
    assertThat(job.stepsAt(now)).as(when).isEqualTo(expected.steps(now), ROUNDING);
    assertThat(job.serviceAt(now)).as(when).isEqualTo(expected.service(now), ROUNDING);
  }

  private static Map<String, SortedSet<Long>> gangs(Cluster picture) {
    var gangs = new TreeMap<String, SortedSet<Long>>();
    for (Job job : picture.jobs()) {
      if (!job.spec().gang().isNone()) {
        gangs.computeIfAbsent(job.spec().gang().name(), _ -> new TreeSet<>()).add(job.arrival());
      }
    }
    return gangs;
  }

  private static void assertHoldersAreRight(String when, Cluster picture) {
    Instant now = picture.now();
    assertThat(picture.running())
        .as(when)
        .containsExactlyElementsOf(
            picture.jobs().stream()
                .filter(job -> job.holdsResources() && !job.isProtected(now))
                .toList());
    assertThat(picture.pinned())
        .as(when)
        .containsExactlyElementsOf(
            picture.jobs().stream().filter(job -> job.isProtected(now)).toList());
  }

  /** The free amounts, summed from the start. */
  private static FreeCapacity left(Cluster picture) {
    FreeCapacity left = Nodes.of(picture.nodes().list()).allFree();
    picture.jobs().forEach(job -> left.take(job.allocation(), job.spec().demand()));
    return left;
  }

  private static List<Double> lefts(FreeCapacity free) {
    var lefts = new ArrayList<Double>();
    for (int node = 0; node < free.nodes().count(); node++) {
      for (String resource : free.nodes().columns()) {
        lefts.add(free.left(node, resource));
      }
    }
    return lefts;
  }

  private static String text(Cluster picture) {
    Instant later = picture.now().plus(Duration.ofSeconds(9));
    return "%s %s %s %s %s %s"
        .formatted(
            picture.nodes().list(),
            List.copyOf(picture.jobs()),
            picture.running(),
            picture.pinned(),
            lefts(picture.left()),
            picture.jobs().stream().mapToDouble(job -> job.stepsAt(later)).sum());
  }
}
