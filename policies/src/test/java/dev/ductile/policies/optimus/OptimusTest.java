package dev.ductile.policies.optimus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Policy;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import dev.ductile.policies.Sketch;
import dev.ductile.policies.placements.Evenly;
import dev.ductile.policies.placements.Pooled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The greedy rule of Peng et al., EuroSys 2018, as the papers that compare with it describe it. */
final class OptimusTest {
  private final Policy optimus =
      Sketch.policy(new Optimus(), new Optimus().defaults(), new Pooled());

  /** The time of a step: computation by workers, transfer by workers per server, and overheads. */
  private record Times(double compute, double send, double worker, double server) {
    double stepsPerSecond(Size size) {
      if (size.isNone()) {
        return 0;
      }
      return 1
          / (compute / size.workers()
              + send * size.workers() / size.servers()
              + worker * size.workers()
              + server * size.servers());
    }

    static Times any(RandomGenerator random) {
      return new Times(
          random.nextDouble(1, 50),
          random.nextDouble(0, 2),
          random.nextDouble(0, 0.2),
          random.nextDouble(0, 0.2));
    }
  }

  private record Kind(Times times, Demand demand, Bounds bounds, double steps) {
    static Kind any(RandomGenerator random) {
      var demand =
          new Demand(
              Resources.of(
                  Map.of(Resources.GPU, 1.0, Resources.CPU, (double) random.nextInt(1, 6))),
              Resources.of(Resources.CPU, random.nextInt(1, 6)),
              Resources.NONE);
      var bounds =
          new Bounds(
              Range.between(1, random.nextInt(1, 12)), Range.between(1, random.nextInt(1, 8)));
      return new Kind(Times.any(random), demand, bounds, random.nextInt(1, 10_000));
    }
  }

  /** Always the largest gain of all, computed again for every task. */
  @Test
  void equalsALiteralImplementationOfTheRule() {
    for (long seed = 0; seed < 300; seed++) {
      var random = new Seed(seed).stream("optimus");
      Nodes nodes =
          Nodes.uniform(
              1,
              Resources.of(
                  Map.of(
                      Resources.GPU, (double) random.nextInt(8, 60),
                      Resources.CPU, (double) random.nextInt(40, 200))));
      List<Kind> kinds =
          IntStream.range(0, random.nextInt(1, 8)).mapToObj(job -> Kind.any(random)).toList();
      assertThat(sizes(sketch(nodes, kinds)))
          .as("seed %d", seed)
          .isEqualTo(literally(kinds, nodes.total()));
    }
  }

  private static List<Size> literally(List<Kind> kinds, Resources whole) {
    var sizes = new ArrayList<Size>();
    kinds.forEach(kind -> sizes.add(new Size(1, 1)));
    while (true) {
      int best = -1;
      Size larger = Size.NONE;
      double most = 0;
      for (int job = 0; job < sizes.size(); job++) {
        for (Size one : List.of(new Size(0, 1), new Size(1, 0))) {
          Size next = sizes.get(job).plus(one);
          double gain = gain(kinds.get(job), sizes.get(job), one, whole);
          if (gain > most
              && kinds.get(job).bounds().allows(next)
              && used(kinds, sizes).plus(kinds.get(job).demand().of(one)).fitsIn(whole)) {
            best = job;
            larger = next;
            most = gain;
          }
        }
      }
      if (best < 0) {
        return sizes;
      }
      sizes.set(best, larger);
    }
  }

  private static double gain(Kind kind, Size size, Size one, Resources whole) {
    double saved =
        kind.steps() / kind.times().stepsPerSecond(size)
            - kind.steps() / kind.times().stepsPerSecond(size.plus(one));
    return saved / kind.demand().of(one).dominantShareOf(whole);
  }

  private static Resources used(List<Kind> kinds, List<Size> sizes) {
    Resources used = Resources.NONE;
    for (int job = 0; job < sizes.size(); job++) {
      used = used.plus(kinds.get(job).demand().of(sizes.get(job)));
    }
    return used;
  }

  /** Two more GPUs for a job that computes, or two more servers for a job that waits for them. */
  @Test
  void computeBoundJobsGetWorkersAndTransferBoundJobsServers() {
    Nodes nodes = Nodes.uniform(1, Resources.of(Map.of(Resources.GPU, 4.0, Resources.CPU, 100.0)));
    var demand = new Demand(Resources.gpus(1), Resources.of(Resources.CPU, 1), Resources.NONE);
    var bounds = new Bounds(Range.between(1, 8), Range.between(1, 4));
    var computes = new Kind(new Times(100, 0, 0, 0.1), demand, bounds, 100);
    var sends = new Kind(new Times(1, 50, 1, 0), demand, bounds, 100);
    Sketch sketch = sketch(nodes, List.of(computes, sends));

    assertThat(sizes(sketch)).containsExactly(new Size(3, 1), new Size(1, 4));
    assertThat(sketch.reason(optimus, "job-0"))
        .isEqualTo(
            "STARTED: gets 3+1 (1 cpu, 3 gpu, all on node-0): one more worker would save 33.3 s per % of the cluster, but too little is left for it");
    assertThat(sketch.reason(optimus, "job-1"))
        .isEqualTo(
            "STARTED: gets 1+4 (4 cpu, 1 gpu, all on node-0): one more worker would save no time");
  }

  @Test
  void placesTheSmallestFirstAndEvenly() {
    Nodes nodes = Nodes.uniform(3, Resources.of(Map.of(Resources.GPU, 4.0, Resources.CPU, 16.0)));
    var demand =
        new Demand(
            Resources.of(Map.of(Resources.GPU, 1.0, Resources.CPU, 1.0)),
            Resources.of(Resources.CPU, 1),
            Resources.NONE);
    var times = new Times(1e6, 0.001, 0, 0);
    var large = new Kind(times, demand, bounds(6, 4), 1000);
    var small = new Kind(times, demand, bounds(2, 1), 1000);
    Policy even = Sketch.policy(new Optimus(), new Optimus().defaults(), new Evenly());

    assertThat(sketch(nodes, List.of(large, small)).grants(even))
        .containsEntry("job-1", "2+1 on node-0")
        .containsEntry("job-0", "6+4 on node-1, node-2");
  }

  @Test
  void aJobWithoutAPlaceFallsBackAlongItsGrowthPath() {
    Nodes nodes = Nodes.uniform(2, Resources.of(Map.of(Resources.GPU, 3.0, Resources.CPU, 16.0)));
    var demand = new Demand(Resources.gpus(2), Resources.of(Resources.CPU, 1), Resources.NONE);
    var kind = new Kind(new Times(1e6, 0.001, 0, 0), demand, bounds(8, 3), 1000);
    Sketch sketch = sketch(nodes, List.of(kind));

    assertThat(sketch.reason(optimus, "job-0"))
        .startsWith(
            "STARTED: gets 2+1 (1 cpu, 4 gpu, on 2 nodes), because there is no place for 3+3:");
  }

  private static Bounds bounds(int workers, int servers) {
    return new Bounds(Range.between(1, workers), Range.between(1, servers));
  }

  private static Sketch sketch(Nodes nodes, List<Kind> kinds) {
    var sketch = new Sketch(nodes);
    for (int job = 0; job < kinds.size(); job++) {
      sketch.add(job(job, kinds.get(job)));
    }
    return sketch;
  }

  private static Job job(long arrival, Kind kind) {
    var spec =
        JobSpec.of(
            new JobId("job-" + arrival), kind.demand(), kind.bounds(), Work.steps(kind.steps()));
    return Job.submitted(
        spec,
        arrival,
        Sketch.NOW,
        where -> kind.times().stepsPerSecond(where.size()),
        Duration.ZERO);
  }

  private List<Size> sizes(Sketch sketch) {
    return sketch.plan(optimus).grants().stream()
        .map(Grant::allocation)
        .map(allocation -> allocation.size())
        .toList();
  }
}
