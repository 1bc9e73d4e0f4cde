package dev.ductile.policies.lin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Policy;
import dev.ductile.api.Seed;
import dev.ductile.policies.Sketch;
import dev.ductile.policies.sizing.SharedUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** The policies against a slow and literal version of Algorithms 1 and 2 and Eq. 5 of Lin et al. */
class AlgorithmsTest {
  private static final int SEEDS = 300;
  private static final double ALPHA = 0.03;

  /** Seconds by job and number of nodes; index 0 is not used. */
  private record Jobs(int nodes, List<double[]> seconds) {
    static Jobs of(long seed) {
      RandomGenerator random = new Seed(seed).stream("jobs");
      int nodes = 1 + random.nextInt(40);
      var seconds = new ArrayList<double[]>();
      for (int count = 1 + random.nextInt(6); count > 0; count--) {
        var job = new double[nodes + 1];
        seconds.add(job);
        double alone = 1 + random.nextInt(1000);
        double serial = random.nextDouble() * 0.3;
        double cost = random.nextDouble() * 0.01;
        for (int size = 1; size <= nodes; size++) {
          int workers = Math.max(1, size - 1);
          job[size] = alone * (serial + (1 - serial) / workers + cost * workers);
        }
      }
      return new Jobs(nodes, seconds);
    }

    Machine machine() {
      var machine = new Machine(nodes);
      for (int job = 0; job < seconds.size(); job++) {
        double[] own = seconds.get(job);
        machine.job("job-" + job, nodes, 1, workers -> 1 / own[workers]);
      }
      return machine;
    }
  }

  private interface Rule {
    int best(double[] seconds, int most);

    double rank(double[] seconds, int nodes);
  }

  private static final Rule HELL =
      new Rule() {
        @Override
        public int best(double[] seconds, int most) {
          int best = 1;
          for (int nodes = 2; nodes <= most; nodes++) {
            best = rank(seconds, nodes) < rank(seconds, best) ? nodes : best;
          }
          return best;
        }

        @Override
        public double rank(double[] seconds, int nodes) {
          double efficiency = seconds[1] / seconds[nodes] / nodes;
          return seconds[nodes] / efficiency;
        }
      };

  private static final Rule KNEE =
      new Rule() {
        @Override
        public int best(double[] seconds, int most) {
          int fastest = 1;
          for (int nodes = 2; nodes <= most; nodes++) {
            fastest = seconds[nodes] < seconds[fastest] ? nodes : fastest;
            boolean isLast = nodes + 1 < seconds.length && saving(seconds, nodes + 1) < ALPHA;
            if (saving(seconds, nodes) >= ALPHA && isLast) {
              return nodes;
            }
          }
          return risesBefore(seconds) ? fastest : 1;
        }

        private boolean risesBefore(double[] seconds) {
          for (int nodes = 2; nodes < seconds.length; nodes++) {
            if (saving(seconds, nodes) >= ALPHA) {
              return true;
            }
          }
          return false;
        }

        private double saving(double[] seconds, int nodes) {
          return (seconds[nodes - 1] - seconds[nodes]) / seconds[nodes - 1];
        }

        @Override
        public double rank(double[] seconds, int nodes) {
          return seconds[nodes];
        }
      };

  @Test
  void hellIsAlgorithm2() {
    Policy hell = Sketch.policy(new Hell());
    for (long seed = 0; seed < SEEDS; seed++) {
      Jobs jobs = Jobs.of(seed);
      assertThat(jobs.machine().workers(hell).toString())
          .as("seed %d", seed)
          .isEqualTo(slowly(jobs, HELL).toString());
    }
  }

  @Test
  void kneeIsAlgorithm1() {
    Policy knee = Sketch.policy(new Knee(), new Knee.Settings(ALPHA, false, 0));
    for (long seed = 0; seed < SEEDS; seed++) {
      Jobs jobs = Jobs.of(seed);
      assertThat(jobs.machine().workers(knee).toString())
          .as("seed %d", seed)
          .isEqualTo(slowly(jobs, KNEE).toString());
    }
  }

  @Test
  void fillingIsEquation5() {
    Policy hell = Sketch.policy(new Hell(), new Hell.Settings(true, 0));
    Policy waterfill = Sketch.policy(new Waterfill());
    for (long seed = 0; seed < SEEDS; seed++) {
      Jobs jobs = Jobs.of(seed);
      assertThat(new TreeMap<>(jobs.machine().workers(hell)))
          .as("seed %d", seed)
          .isEqualTo(filled(jobs, slowly(jobs, HELL)));
      assertThat(new TreeMap<>(jobs.machine().workers(waterfill)))
          .as("seed %d", seed)
          .isEqualTo(filled(jobs, oneEach(jobs)));
    }
  }

  /** The reason of a waiting job: the turn that left too little for it, and its own rank then. */
  @Test
  void aWaitingJobHasItsRankAtTheTurnOfItsRival() {
    Policy hell = Sketch.policy(new Hell(), new Hell.Settings(true, 0));
    Policy knee = Sketch.policy(new Knee(), new Knee.Settings(ALPHA, false, 0));
    int read = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      Jobs jobs = Jobs.of(seed);
      read += checkBehind(jobs, HELL, hell, "time over efficiency", "seed " + seed);
      read += checkBehind(jobs, KNEE, knee, "remaining time", "seed " + seed);
    }
    assertThat(read).isGreaterThan(50);
  }

  private static int checkBehind(Jobs jobs, Rule rule, Policy policy, String criterion, String as) {
    Map<String, Integer> given = slowly(jobs, rule);
    String last = List.copyOf(given.keySet()).getLast();
    int left = jobs.nodes() - given.values().stream().mapToInt(Integer::intValue).sum();
    int before = left + given.getOrDefault(last, 0);
    int read = 0;
    for (int job = 0; job < jobs.seconds().size(); job++) {
      if (!given.containsKey("job-" + job)) {
        read++;
        double first = rank(jobs, number(last), rule, before);
        double own = rank(jobs, job, rule, before);
        SharedUnit unit = SharedUnit.of(first, own);
        assertThat(jobs.machine().reason(policy, "job-" + job))
            .as("%s, job-%d", as, job)
            .contains(
                "%s comes first: its %s is %s, and this job's would be %s"
                    .formatted(last, criterion, unit.worded(first), unit.worded(own)));
      }
    }
    return read;
  }

  private static int number(String name) {
    return Integer.parseInt(name.substring("job-".length()));
  }

  private static Map<String, Integer> slowly(Jobs jobs, Rule rule) {
    var given = new LinkedHashMap<String, Integer>();
    int left = jobs.nodes();
    while (left > 0 && given.size() < jobs.seconds().size()) {
      int first = -1;
      for (int job = 0; job < jobs.seconds().size(); job++) {
        if (!given.containsKey("job-" + job)
            && (first < 0 || rank(jobs, job, rule, left) < rank(jobs, first, rule, left))) {
          first = job;
        }
      }
      int nodes = rule.best(jobs.seconds().get(first), left);
      given.put("job-" + first, nodes);
      left -= nodes;
    }
    return given;
  }

  private static double rank(Jobs jobs, int job, Rule rule, int left) {
    double[] seconds = jobs.seconds().get(job);
    return rule.rank(seconds, rule.best(seconds, left));
  }

  private static Map<String, Integer> oneEach(Jobs jobs) {
    var given = new LinkedHashMap<String, Integer>();
    for (int job = 0; job < Math.min(jobs.nodes(), jobs.seconds().size()); job++) {
      given.put("job-" + job, 1);
    }
    return given;
  }

  private static Map<String, Integer> filled(Jobs jobs, Map<String, Integer> given) {
    var filled = new TreeMap<>(given);
    int left = jobs.nodes() - given.values().stream().mapToInt(Integer::intValue).sum();
    for (int more = 1; more <= left; more++) {
      double toBeat = Double.POSITIVE_INFINITY;
      for (Map.Entry<String, Integer> each : filled.entrySet()) {
        toBeat = Math.min(toBeat, seconds(jobs, each.getKey())[each.getValue()]);
      }
      for (Map.Entry<String, Integer> each : filled.entrySet()) {
        if (more > 0 && seconds(jobs, each.getKey())[each.getValue() + more] < toBeat) {
          each.setValue(each.getValue() + more);
          left -= more;
          more = 0;
        }
      }
    }
    return filled;
  }

  private static double[] seconds(Jobs jobs, String name) {
    return jobs.seconds().get(number(name));
  }
}
