package dev.ductile.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class RosterTest {
  private static final Demand ONE_GPU = Demand.perWorker(Resources.gpus(1));

  @Test
  void aRosterIsASortedMapByArrival() {
    for (long seed = 0; seed < 20; seed++) {
      RandomGenerator random = new Seed(seed).stream("roster");
      var reference = new TreeMap<Long, Job>();
      Roster roster = Roster.EMPTY;
      for (int step = 0; step < 1000; step++) {
        long arrival = random.nextInt(1, 700) + 100_000L * random.nextInt(2);
        if (random.nextInt(3) == 0) {
          roster = roster.without(arrival);
          reference.remove(arrival);
        } else {
          Job job = job(arrival);
          roster = roster.with(job);
          reference.put(arrival, job);
        }
      }
      assertThat(roster).as("seed %d", seed).containsExactlyElementsOf(reference.values());
      assertThat(roster.size()).as("seed %d", seed).isEqualTo(reference.size());
      for (long arrival = 0; arrival < 700; arrival++) {
        assertThat(roster.at(arrival).isPresent()).isEqualTo(reference.containsKey(arrival));
      }
    }
  }

  @Test
  void changesSinceAnEarlierRosterAreExact() {
    for (long seed = 0; seed < 20; seed++) {
      RandomGenerator random = new Seed(seed).stream("roster");
      Roster before = Roster.EMPTY;
      for (int i = 0; i < 300; i++) {
        before = before.with(job(random.nextInt(1000)));
      }
      Roster after = before;
      for (int i = 0; i < random.nextInt(50); i++) {
        long arrival = random.nextInt(2000);
        after = random.nextBoolean() ? after.with(job(arrival)) : after.without(arrival);
      }
      var rebuilt = new TreeMap<Long, Job>();
      before.forEach(job -> rebuilt.put(job.arrival(), job));
      after.changesSince(
          before,
          (was, is) -> {
            assertThat(was).isNotSameAs(is);
            if (was != null) {
              assertThat(rebuilt.remove(was.arrival())).isSameAs(was);
            }
            if (is != null) {
              rebuilt.put(is.arrival(), is);
            }
          });
      assertThat(after).as("seed %d", seed).containsExactlyElementsOf(rebuilt.values());
    }
  }

  @Test
  void aRosterNeverChanges() {
    Job first = job(1);
    Roster one = Roster.of(List.of(first));
    Roster two = one.with(job(2));
    assertThat(one).containsExactly(first);
    assertThat(two).hasSize(2);
    assertThat(two.holds(first)).isTrue();
    assertThat(two.holds(job(1))).isFalse();
    assertThat(two.with(first)).isSameAs(two);
  }

  @Test
  void isEmptyAgainWhenAllHaveLeft() {
    Roster roster = Roster.of(List.of(job(5), job(500)));
    var changes = new ArrayList<Long>();
    roster
        .without(5)
        .without(500)
        .changesSince(
            roster,
            (was, is) -> {
              if (was != null && is == null) {
                changes.add(was.arrival());
              }
            });
    assertThat(changes).containsExactly(5L, 500L);
    assertThat(roster.without(5).without(500)).isSameAs(Roster.EMPTY);
  }

  @Test
  void aFullPageStaysWhenAJobOfAnotherOneLeaves() {
    Roster roster = Roster.EMPTY;
    for (long arrival = 0; arrival < 192; arrival++) {
      roster = roster.with(job(arrival));
    }
    Roster fewer = roster.without(70);
    assertThat(fewer).hasSize(191);
    assertThat(fewer.stream().mapToLong(Job::arrival)).hasSize(191).doesNotContain(70L);
    var seen = new ArrayList<Long>();
    fewer.forEach(job -> seen.add(job.arrival()));
    assertThat(seen).hasSize(191);
  }

  @Test
  void arrivalsMayBeHuge() {
    long far = 1L << 45;
    Roster roster = Roster.of(List.of(job(far), job(far + 64)));
    assertThat(roster.stream().mapToLong(Job::arrival)).containsExactly(far, far + 64);
    assertThat(roster.without(far).at(far + 64)).isPresent();
  }

  private static Job job(long arrival) {
    return Job.submitted(
        JobSpec.of(new JobId("job-" + arrival), ONE_GPU, Bounds.workers(1, 1), Work.steps(1)),
        arrival,
        Instant.EPOCH,
        Speed.UNKNOWN,
        Duration.ZERO);
  }
}
