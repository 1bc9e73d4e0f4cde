package dev.ductile.learned.safety;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Event;
import dev.ductile.api.Grant;
import dev.ductile.api.Plan;
import dev.ductile.learned.fallback.Guarded;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Shadow;
import dev.ductile.scheduler.Decision;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Laws of a policy on trial, on random workloads. */
class GuardLawTest {
  private static final int SEEDS = 25;
  private static final int JOBS = 30;
  private static final Shadow.Promotion SOON = new Shadow.Promotion(Duration.ofMinutes(2), 3, 1);
  private static final Evaluation BETTER = () -> new Verdict(true, "it was better");
  private static final List<String> CANDIDATES =
      List.of(
          "srtf",
          "las",
          "max-min",
          "clumsy mistake=poor every=3",
          "clumsy mistake=unfamiliar every=5",
          "clumsy mistake=fails every=4",
          "clumsy mistake=starts-nothing every=2");

  @Test
  void aPolicyInShadowChangesNothing() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      Choice candidate = candidate(seed);
      var alone = new TrialCluster(seed, JOBS);
      var guarded = new TrialCluster(seed, JOBS);
      alone.alone();

      guarded.guarded(
          TrialCluster.trial(
              candidate, new Shadow(candidate, Optional.empty(), Shadow.Fallback.DEFAULT), BETTER));

      assertThat(guarded.events).as("seed %d, %s", seed, candidate).isEqualTo(alone.events);
    }
  }

  @Test
  void everyPlanIsThatOfThePolicyThatTheLastEventNames() {
    int promoted = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      TrialCluster cluster = tried(seed, candidate(seed));
      for (TrialCluster.Applied applied : cluster.applied) {
        Choice named = acting(cluster, applied.events());
        Plan own = Decision.of(applied.cluster(), TrialCluster.policy(named)).plan();
        assertThat(sizes(applied.plan()))
            .as("seed %d at %s under %s", seed, applied.cluster().now(), named)
            .isEqualTo(sizes(own));
        promoted += named.equals(TrialCluster.TEACHER) ? 0 : 1;
      }
    }
    assertThat(promoted).isGreaterThan(SEEDS);
  }

  @Test
  void everyChangeIsAnEventWithAReasonAndBackAndForth() {
    int fallbacks = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      Choice candidate = candidate(seed);
      List<Event.PolicySet> changes = tried(seed, candidate).changes();
      for (int i = 0; i < changes.size(); i++) {
        String expected = i % 2 == 0 ? candidate.line() : TrialCluster.TEACHER.line();
        assertThat(changes.get(i).policy()).as("seed %d", seed).isEqualTo(expected);
        assertThat(changes.get(i).why())
            .as("seed %d", seed)
            .contains(i % 2 == 0 ? "it was better" : "gives way: ");
        fallbacks += i % 2;
      }
    }
    assertThat(fallbacks).isPositive();
  }

  @Test
  void afterAPoorDecisionTheTeacherMakesTheNextOne() {
    int poor = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      Choice candidate = Choice.ofLine("clumsy mistake=poor every=2");
      TrialCluster cluster = tried(seed, candidate, new Shadow.Fallback(1, 0, 0, 1));
      for (int i = 0; i + 1 < cluster.applied.size(); i++) {
        TrialCluster.Applied applied = cluster.applied.get(i);
        boolean isPoor =
            acting(cluster, applied.events()).equals(candidate)
                && Guarded.cause(applied.plan(), Guarded.POOR).isPresent();
        if (isPoor) {
          poor++;
          assertThat(acting(cluster, cluster.applied.get(i + 1).events()))
              .as("seed %d after %s", seed, applied.cluster().now())
              .isEqualTo(TrialCluster.TEACHER);
        }
      }
    }
    assertThat(poor).isPositive();
  }

  @Test
  void aRestartContinuesInTheModeOfTheJournal() {
    var random = new Random(7);
    for (long seed = 1; seed <= SEEDS; seed++) {
      Choice candidate = candidate(seed);
      TrialCluster cluster = tried(seed, candidate);
      int events = 1 + random.nextInt(cluster.events.size());
      ShadowTrial later = trial(candidate, Shadow.Fallback.DEFAULT);
      var guard =
          new Guard(
              later,
              Runnable::run,
              _ -> {
                throw new AssertionError();
              });

      cluster.events.subList(0, events).forEach(guard::past);

      assertThat(later.mode())
          .as("seed %d after %d events", seed, events)
          .isEqualTo(cluster.modes.get(events - 1));
    }
  }

  private static TrialCluster tried(long seed, Choice candidate) {
    return tried(seed, candidate, new Shadow.Fallback(4, 0.25, 0.25, 0.3));
  }

  private static TrialCluster tried(long seed, Choice candidate, Shadow.Fallback fallback) {
    var cluster = new TrialCluster(seed, JOBS);
    cluster.guarded(trial(candidate, fallback));
    return cluster;
  }

  private static ShadowTrial trial(Choice candidate, Shadow.Fallback fallback) {
    return TrialCluster.trial(
        candidate, new Shadow(candidate, Optional.of(SOON), fallback), BETTER);
  }

  /** A candidate that does not fail, because nothing stands between it and the scheduler here. */
  private static Choice candidate(long seed) {
    List<String> sound = CANDIDATES.stream().filter(line -> !line.contains("fails")).toList();
    return Choice.ofLine(sound.get((int) (seed % sound.size())));
  }

  private static Choice acting(TrialCluster cluster, int events) {
    return cluster.events.subList(0, events).stream()
        .filter(Event.PolicySet.class::isInstance)
        .map(event -> Choice.ofLine(((Event.PolicySet) event).policy()))
        .reduce(TrialCluster.TEACHER, (_, last) -> last);
  }

  private static Map<String, String> sizes(Plan plan) {
    return plan.grants().stream()
        .collect(
            Collectors.toMap(
                grant -> grant.job().id().name(), (Grant grant) -> grant.allocation().toString()));
  }
}
