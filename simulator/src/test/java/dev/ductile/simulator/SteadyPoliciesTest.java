package dev.ductile.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.Seed;
import dev.ductile.api.Stability;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scheduler.RestingJobs;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.scheduler.UnsteadyJob;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No installed policy makes jobs of random workloads alternate. */
@Tag("seeds")
class SteadyPoliciesTest {
  private static final long SEEDS = 5L * Integer.getInteger("ductile.seedFactor", 1);
  private static final int JOBS = 30;

  @Test
  void noInstalledPolicyIsTakenForOneThatAlternates() {
    var alternating = new TreeMap<String, Integer>();
    int changes = 0;
    for (PolicyProvider<?> provider : SmallCluster.CATALOG.policies()) {
      String name = provider.profile().name();
      for (long seed = 0; seed < SEEDS; seed++) {
        Watcher watcher = watched(name, seed);
        changes += watcher.changes;
        if (!watcher.alternating.isEmpty()) {
          alternating.merge(name, watcher.alternating.size(), Integer::sum);
        }
      }
    }
    assertThat(alternating).as("jobs of %d that alternate, by policy", SEEDS * JOBS).isEmpty();
    assertThat(changes).isGreaterThan(1_000);
  }

  private static Watcher watched(String policy, long seed) {
    var random = new Seed(seed).stream("arrivals");
    var cluster = new SmallCluster();
    int second = 0;
    for (int job = 0; job < JOBS; job++) {
      second += random.nextInt(60);
      cluster.job("job-" + job, second, random.nextInt(1, 5), 20 + random.nextInt(600));
    }
    var watcher = new Watcher();
    new Simulation(
            cluster.scenario().withPlacement(Scenario.DEFAULT_PLACEMENT), SmallCluster.CATALOG)
        .run(Choice.named(policy), seed, 1, false, watcher);
    return watcher;
  }

  private static final class Watcher implements SchedulerObserver {
    private final RestingJobs resting = new RestingJobs(Stability.USUAL);
    private final Set<JobId> alternating = new HashSet<>();
    private int changes;

    @Override
    public void happened(Event event) {
      resting.take(event);
      if (event instanceof Event.Allocated change) {
        changes += change.from().isNone() ? 0 : 1;
        resting.unsteady(event.at()).stream()
            .filter(UnsteadyJob::alternates)
            .forEach(job -> alternating.add(job.job()));
      }
    }
  }
}
