package dev.ductile.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Event;
import dev.ductile.api.Gang;
import dev.ductile.api.Placement;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.Seed;
import dev.ductile.api.Work;
import dev.ductile.history.Outcome;
import dev.ductile.history.Run;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs of a gang start together under every policy, although no policy knows gangs. */
final class GangsTest {
  private static final Catalog CATALOG = Catalog.installed();

  /** By default it runs one job at a time in a cluster of eight GPUs, so never a gang. */
  private static final String ONE_BY_ONE = "jsq-chunk";

  static List<String> policies() {
    return CATALOG.policies().stream()
        .map(PolicyProvider::profile)
        .map(each -> each.name())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("policies")
  void aGangStartsTogetherUnderEveryPolicy(String policy) {
    var pair = new Gang("pair", 2);
    SmallCluster simulated =
        new SmallCluster()
            .job("a", 0, 2, Work.steps(100), spec -> spec.withGang(pair))
            .job("alone", 5, 2, Work.steps(30), spec -> spec)
            .job("b", 10, 2, Work.steps(100), spec -> spec.withGang(pair));

    Run run = simulated.play(policy(policy));

    assertThat(run.outcomes()).as(policy).allMatch(Outcome::isFinished);
    Map<String, Instant> starts = starts(simulated.story);
    assertThat(starts.get("a")).isEqualTo(starts.get("b"));
    assertThat(starts.get("a")).isAfterOrEqualTo(Instant.EPOCH.plusSeconds(10));
  }

  /** All gangs and single jobs of a random day run to their end, and gangs start together. */
  @Test
  void aGangThatFitsAnEmptyClusterStartsInTheEndUnderFifo() {
    for (long seed = 0; seed < 60; seed++) {
      Map<String, Set<String>> gangs = new HashMap<>();
      SmallCluster simulated = randomDay(seed, gangs);

      Run run = simulated.play(policy("fifo"));

      assertThat(run.totals().end()).as("seed %d", seed).isEqualTo(Run.End.ALL_OVER);
      assertThat(run.outcomes()).as("seed %d", seed).allMatch(Outcome::isFinished);
      Map<String, Instant> starts = starts(simulated.story);
      gangs.forEach((gang, jobs) -> {
        var times = new HashSet<Instant>();
        jobs.forEach(job -> times.add(starts.get(job)));
        assertThat(times).as("gang %s", gang).hasSize(1);
      });
    }
  }

  /** Gangs of two or three jobs, whose members arrive at different times between other jobs. */
  private static SmallCluster randomDay(long seed, Map<String, Set<String>> gangs) {
    RandomGenerator random = new Seed(seed).stream("gangs");
    var simulated = new SmallCluster();
    int gangCount = random.nextInt(1, 4);
    for (int second = 0; second < 30; second++) {
      String gang = "gang-" + random.nextInt(gangCount);
      Set<String> jobs = gangs.computeIfAbsent(gang, _ -> new HashSet<>());
      String job = "job-" + second;
      boolean isMember = random.nextBoolean() && jobs.size() < members(gang);
      if (isMember) {
        jobs.add(job);
      }
      Gang own = isMember ? new Gang(gang, members(gang)) : Gang.NONE;
      simulated.job(
          job,
          second,
          random.nextInt(1, isMember ? 3 : 5),
          Work.steps(random.nextInt(1, 60)),
          spec -> spec.withGang(own));
    }
    gangs.forEach((gang, jobs) -> complete(simulated, gang, jobs));
    return simulated;
  }

  private static void complete(SmallCluster simulated, String gang, Set<String> jobs) {
    for (int last = jobs.size(); last < members(gang); last++) {
      String job = gang + "-last-" + last;
      jobs.add(job);
      simulated.job(
          job, 40, 2, Work.steps(20), spec -> spec.withGang(new Gang(gang, members(gang))));
    }
  }

  private static int members(String gang) {
    return gang.endsWith("1") ? 3 : 2;
  }

  private static Map<String, Instant> starts(List<Event> story) {
    var starts = new HashMap<String, Instant>();
    for (Event event : story) {
      if (event instanceof Event.Allocated allocated && !allocated.to().isNone()) {
        starts.putIfAbsent(allocated.job().name(), allocated.at());
      }
    }
    return starts;
  }

  private static Policy policy(String name) {
    Placement placement = CATALOG.placement(Scenario.DEFAULT_PLACEMENT);
    Choice choice = Choice.named(name);
    return CATALOG.policy(
        name.equals(ONE_BY_ONE) ? choice.with("chunk", "2") : choice,
        placement,
        new Seed(1).child("policy"));
  }
}
