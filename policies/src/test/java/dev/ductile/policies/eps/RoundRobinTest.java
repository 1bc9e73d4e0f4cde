package dev.ductile.policies.eps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.policies.Sketch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** The computed result against the loop of Algorithm 1, turn by turn. */
final class RoundRobinTest {
  private static final int SEEDS = 300;
  private static final Size REQUEST = new Size(8, 4);

  @Test
  void equalsAPlainLoop() {
    int starts = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomGenerator random = new Seed(seed).stream("jobs");
      int free = random.nextInt(REQUEST.tasks());
      int jobs = 1 + random.nextInt(6);
      int[] workers = random.ints(jobs, 1, 10).toArray();
      int[] servers = random.ints(jobs, 1, 6).toArray();
      var cluster = new UnitCluster().free(free).isWatched("watched", 8, 4);
      for (int job = 0; job < jobs; job++) {
        cluster.runs("job-" + job, workers[job], servers[job]);
      }
      cluster.submits("new", REQUEST.workers(), REQUEST.servers());
      var expected = new TreeMap<String, String>();
      expected.put("watched", "8+4");
      if (play(workers, servers, free)) {
        expected.put("new", REQUEST.toString());
        starts++;
      }
      for (int job = 0; job < jobs; job++) {
        expected.put("job-" + job, new Size(workers[job], servers[job]).toString());
      }

      assertThat(cluster.sizes(Sketch.policy(new HScheduler())))
          .as("seed %d", seed)
          .isEqualTo(expected);
    }
    assertThat(starts).isBetween(SEEDS / 5, SEEDS * 9 / 10);
  }

  /** Takes the missing tasks; false and unchanged if the printed loop would not end. */
  private static boolean play(int[] workers, int[] servers, int free) {
    int missingWorkers = REQUEST.workers() - free * REQUEST.workers() / REQUEST.tasks();
    int missingServers = REQUEST.servers() - free * REQUEST.servers() / REQUEST.tasks();
    int[] workersLeft = workers.clone();
    int[] serversLeft = servers.clone();
    if (!play(workersLeft, missingWorkers) || !play(serversLeft, missingServers)) {
      return false;
    }
    System.arraycopy(workersLeft, 0, workers, 0, workers.length);
    System.arraycopy(serversLeft, 0, servers, 0, servers.length);
    return true;
  }

  private static boolean play(int[] counts, int wanted) {
    List<Integer> list = new ArrayList<>();
    for (int job = 0; job < counts.length; job++) {
      list.add(job);
    }
    list.removeIf(job -> counts[job] <= 1);
    list.sort(Comparator.comparingInt(job -> -counts[job]));
    int count = 0;
    while (count < wanted && !list.isEmpty()) {
      for (int job : list) {
        if (count < wanted) {
          counts[job]--;
          count++;
        }
      }
      list.removeIf(job -> counts[job] == 1);
    }
    return count == wanted;
  }
}
