package dev.ductile.answers.why;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.answers.StateFixture;
import dev.ductile.answers.forecast.ForecastLimits;
import dev.ductile.answers.forecast.Forecasts;
import dev.ductile.answers.forecast.LiveState;
import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Plan;
import dev.ductile.api.Seed;
import dev.ductile.laws.RandomCluster;
import dev.ductile.rest.Blocker;
import dev.ductile.rest.Forecast;
import dev.ductile.rest.TimeRange;
import dev.ductile.rest.Why;
import dev.ductile.scheduler.Decision;
import dev.ductile.simulator.lookahead.Rollout;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Laws of answers on random clusters under several policies. */
final class WhyLawTest {
  private static final int SEEDS = 12;
  private static final int ROUNDS = 3;

  private static final Forecasts FORECASTS =
      new Forecasts(
          new ForecastLimits(1, 10_000_000, Duration.ofSeconds(10)),
          new Seed(1),
          ZoneOffset.UTC,
          () -> 0);

  /** A random cluster some decisions after its beginning. */
  private static LiveState state(String policy, long seed) {
    var cluster = new RandomCluster(seed);
    for (int round = 0; round < ROUNDS; round++) {
      cluster.follow(decision(policy, cluster.picture()).plan());
    }
    return LiveState.of(cluster.picture(), StateFixture.policy(policy));
  }

  private static Decision decision(String policy, Cluster picture) {
    return Decision.of(picture, StateFixture.policy(policy).get());
  }

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "srtf", "max-min", "optimus", "marginal", "tetris"})
  void everyWaitingJobHasABlockerOrStartsNow(String policy) {
    for (long seed = 0; seed < SEEDS; seed++) {
      LiveState state = state(policy, seed);
      Set<JobId> granted = granted(decision(policy, state.cluster()).plan());
      for (Job job : state.cluster().waiting()) {
        Why why = why(state, job);
        String at = "%s of seed %d under %s: %s".formatted(job.id(), seed, policy, why);
        assertThat(why.blockers().isEmpty()).as(at).isEqualTo(granted.contains(job.id()));
        assertThat(why.sentence()).as(at).isNotBlank();
        why.blockers().forEach(blocker -> check(blocker, state, at));
        assertThat(why.position().orElseThrow()).as(at).isBetween(1, why.waiting());
        if (why.blockers().isEmpty()) {
          assertThat(start(why)).as(at).contains(state.cluster().now());
        }
      }
    }
  }

  private static Why why(LiveState state, Job job) {
    return new WhyAnswers(FORECASTS).of(state, job.id(), List.of()).orElseThrow();
  }

  private static Set<JobId> granted(Plan plan) {
    var granted = new HashSet<JobId>();
    plan.grants().forEach(grant -> granted.add(grant.job().id()));
    return granted;
  }

  private static Optional<Instant> start(Why why) {
    return why.forecast().flatMap(Forecast::start).map(TimeRange::median);
  }

  private static void check(Blocker blocker, LiveState state, String at) {
    assertThat(blocker.sentence()).as(at).isNotBlank();
    assertThat(blocker.jobs())
        .as(at)
        .hasSizeLessThanOrEqualTo(10)
        .allMatch(name -> state.find(new JobId(name)).isPresent());
    if (blocker.kind().equals("capacity")) {
      assertThat(blocker.needs().keySet()).as(at).isEqualTo(blocker.free().keySet());
      blocker
          .needs()
          .forEach((name, need) -> assertThat(need).as(at).isGreaterThan(blocker.free().get(name)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "srtf", "max-min", "optimus", "marginal"})
  void everyRunningJobShowsItsSizeAndOthers(String policy) {
    for (long seed = 0; seed < SEEDS; seed++) {
      LiveState state = state(policy, seed);
      for (Job job : state.cluster().running()) {
        Why why = why(state, job);
        assertThat(why.sizes())
            .as("%s of seed %d: %s", job.id(), seed, why.sizes())
            .hasSizeBetween(2, 5)
            .anyMatch(size -> size.isNow())
            .allMatch(size -> !size.sentence().isBlank());
      }
    }
  }

  /** All speeds are exact here, so a forecast is what the simulator then does. */
  @ParameterizedTest
  @ValueSource(strings = {"fifo", "srtf", "max-min", "optimus", "marginal"})
  void aForecastIsTheFutureOfADeterministicWorld(String policy) {
    int compared = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      LiveState state = state(policy, seed);
      Map<JobId, Instant> ends = Rollout.of(state.cluster()).under(state.policy().get()).ends();
      List<JobId> jobs = state.cluster().jobs().stream().map(Job::id).toList();
      for (Forecast forecast : FORECASTS.of(state, jobs)) {
        Optional<Instant> end = forecast.end().map(TimeRange::median);
        assertThat(end)
            .as("%s of seed %d under %s", forecast.job(), seed, policy)
            .isEqualTo(Optional.ofNullable(ends.get(new JobId(forecast.job()))));
        compared += end.isPresent() ? 1 : 0;
      }
    }
    assertThat(compared).isPositive();
  }
}
