package dev.ductile.learned.sets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Notebook;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Speed;
import dev.ductile.api.Work;
import dev.ductile.laws.RandomCluster;
import dev.ductile.learned.slot.Agent;
import dev.ductile.learned.slot.JobTypes;
import dev.ductile.learned.slot.RunTime;
import dev.ductile.learned.slot.SlotDivision;
import dev.ductile.learned.slot.SlotDraft;
import dev.ductile.learned.slot.TaskKinds;
import dev.ductile.policies.placements.Consolidated;
import dev.ductile.policies.sizing.Division;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Laws of the figures of jobs by which the policy sets decides. */
final class JobSetLawTest {
  private static final int SEEDS = 50 * Integer.getInteger("ductile.seedFactor", 1);
  private static final Duration SLOT = Duration.ofMinutes(20);
  private static final int COLUMNS = new JobSet(1, TaskKinds.WORKERS, SLOT).columns();

  /** Random actions, and the states in which they were chosen. */
  private record RandomAgent(RandomGenerator random, List<float[]> states) implements Agent {
    @Override
    public Chosen choose(SlotDraft draft) {
      states.add(draft.state());
      int[] legal =
          IntStream.range(0, draft.actions().size())
              .filter(action -> draft.isLegal(action) && action != draft.actions().stop())
              .toArray();
      int action = legal[random.nextInt(legal.length)];
      return new Chosen(action, 1, action, 1, false);
    }
  }

  @Test
  void theFiguresOfEveryStateAreFiniteAndModerate() {
    int states = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      for (TaskKinds kinds : TaskKinds.values()) {
        for (float[] state : states(new RandomCluster(seed).picture(), kinds, seed)) {
          states++;
          for (float value : state) {
            assertThat(value).as("seed %d", seed).isFinite().isBetween(-20f, 20f);
          }
        }
      }
    }
    assertThat(states).isGreaterThan(SEEDS);
  }

  @Test
  void aLargerClusterWithAsManyMoreJobsHasTheSameFigures() {
    for (long seed = 0; seed < SEEDS; seed++) {
      List<Job> jobs = jobs(seed, "job", 0);
      float[] small = first(cluster(3, jobs));
      List<Job> twice = new ArrayList<>(jobs);
      twice.addAll(jobs(seed, "other", 4));
      float[] large = first(cluster(6, twice));

      assertThat(small).as("four jobs").hasSize(4 * COLUMNS);
      for (int i = 0; i < small.length; i++) {
        assertThat(large[i]).as("seed %d, value %d", seed, i).isCloseTo(small[i], within(1e-4f));
        assertThat(large[small.length + i]).isEqualTo(large[i]);
      }
    }
  }

  @Test
  void aWorkerThatSavesTimeHasItsShareOfTheTime() {
    float[] state = first(cluster(1, List.of(job("a", 0, 2400, 1, workers -> workers))));

    List<String> names = JobFigures.names(new JobSet(1, TaskKinds.WORKERS, SLOT).actions());
    assertThat(names).hasSize(COLUMNS).startsWith("runs", "dominantShare", "slotsToEnd");
    assertThat(state[0]).as("waits").isZero();
    assertThat(state[2]).as("two slots").isCloseTo((float) (Math.log(2) / 3), within(1e-5f));
    assertThat(state[names.indexOf("worker.saved")]).isEqualTo(1);
  }

  private static float[] first(Cluster cluster) {
    return states(cluster, TaskKinds.WORKERS, 1).getFirst();
  }

  /** The states of one slot under random actions. */
  private static List<float[]> states(Cluster cluster, TaskKinds kinds, long seed) {
    var states = new ArrayList<float[]>();
    var agent = new RandomAgent(new Seed(seed).stream("actions"), states);
    new SizingPolicy(
            new Division() {
              @Override
              public Shares divide(Table table) {
                return division(Math.max(1, table.candidates().size()), kinds, agent).divide(table);
              }
            },
            SizeSteps.FOLLOWING,
            new Consolidated())
        .decide(cluster);
    return states;
  }

  private static Division division(int jobs, TaskKinds kinds, Agent agent) {
    return new SlotDivision(
        new JobSet(jobs, kinds, SLOT),
        JobTypes.unknown(1),
        SLOT,
        new Notebook<>("sets", RunTime.class),
        _ -> agent);
  }

  private static Cluster cluster(int nodes, List<Job> jobs) {
    return Cluster.of(Instant.EPOCH, Nodes.uniform(nodes, Resources.gpus(8)), jobs);
  }

  private static List<Job> jobs(long seed, String name, int before) {
    RandomGenerator random = new Seed(seed).stream("jobs");
    return IntStream.range(0, 4)
        .mapToObj(i -> {
          double power = random.nextDouble();
          return job(
              "%s-%d".formatted(name, i),
              before + i,
              1000 + random.nextInt(100_000),
              1 + random.nextInt(2),
              workers -> Math.pow(workers, power));
        })
        .toList();
  }

  private static Job job(
      String name, int arrival, double steps, int gpus, DoubleUnaryOperator speedup) {
    var spec =
        JobSpec.of(
            new JobId(name),
            Demand.perWorker(Resources.gpus(gpus)),
            new Bounds(Range.between(1, 8), Range.ZERO),
            Work.steps(steps));
    Speed speed = where -> speedup.applyAsDouble(where.workers());
    return Job.submitted(spec, arrival, Instant.EPOCH, speed, Duration.ZERO);
  }
}
