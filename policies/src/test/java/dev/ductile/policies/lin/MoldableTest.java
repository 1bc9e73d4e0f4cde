package dev.ductile.policies.lin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Figure;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobNote;
import dev.ductile.api.Policy;
import dev.ductile.api.Resources;
import dev.ductile.policies.Sketch;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Lin et al., Section IV-C: sizes that are chosen once. */
class MoldableTest {
  private static final double[] CURVE = {120, 60, 41, 32, 27, 24, 23, 22.8, 22.7, 22.6};

  private final Policy hell = Sketch.policy(new MoldableHell());
  private final Policy knee = Sketch.policy(new MoldableKnee());

  @Test
  void aJobWaitsForItsBestSizeOnTheEmptyCluster() {
    Machine machine = new Machine(10).job("a", CURVE).job("b", CURVE).job("c", 900, 500);

    assertThat(machine.workers(Sketch.policy(new Hell())).toString()).isEqualTo("{a=6, b=4}");
    assertThat(machine.workers(hell).toString()).isEqualTo("{a=6, c=2}");
    assertThat(machine.reason(hell, "b"))
        .isEqualTo(
            "waits: it starts only with 6 nodes, and jobs before it leave fewer; needs 6 gpu, and 2 are free");
  }

  @Test
  void theSizeAtTheStartIsNotedAndKeptWhileTheJobRuns() {
    Machine fresh = new Machine(10).job("a", CURVE);

    assertThat(fresh.plan(hell).notes())
        .containsExactly(new JobNote(new JobId("a"), "moldable-hell", new Moldable.Begun(6)));
    Machine running = new Machine(10).job("a", CURVE).on(3).begun(3);
    assertThat(running.workers(hell)).isEqualTo(Map.of("a", 3));
    assertThat(running.plan(hell).notes()).isEmpty();
    assertThat(running.reason(hell, "a")).endsWith(": it keeps the size with which it started");
  }

  @Test
  void theNotedSizeIsKeptAfterAStop() {
    assertThat(new Machine(10).job("a", CURVE).done(0.5).begun(3).workers(hell))
        .isEqualTo(Map.of("a", 3));
    assertThat(new Machine(10).job("never-begun", CURVE).begun(3).workers(hell))
        .isEqualTo(Map.of("never-begun", 6));
    assertThat(new Machine(2).job("cluster-shrank", CURVE).done(0.5).begun(3).workers(hell))
        .isEqualTo(Map.of("cluster-shrank", 2));
  }

  @Test
  void theKneeComesEarlierUnderLoad() {
    Machine idle = new Machine(100).job("a", CURVE);
    Machine busy = new Machine(10).job("a", CURVE).job("b", CURVE);

    assertThat(idle.workers(knee)).isEqualTo(Map.of("a", 7));
    assertThat(idle.plan(knee).figures())
        .extracting(Figure::name, Figure::value)
        .containsExactly(tuple("load", 0.07), tuple("alpha", 0.01 + 0.07 * (0.05 - 0.01)));
    assertThat(busy.workers(knee)).isEqualTo(Map.of("a", 6));
    assertThat(busy.plan(knee).figures()).extracting(Figure::value).containsExactly(1.0, 0.05);
  }

  /** Half of the cluster is held, and a job alone on the rest would have 7 more nodes. */
  @Test
  void allocationsOfProtectedJobsArePartOfTheLoad() {
    Machine machine =
        new Machine(100)
            .job("held", 50, 1e6, workers -> workers)
            .on(50)
            .protectedNow()
            .job("a", CURVE);

    assertThat(machine.plan(knee).figures().getFirst().value()).isCloseTo(0.57, within(1e-12));
  }

  @Test
  void aJobDoesNotWaitForASizeThatDoesNotFitTheNodes() {
    var sketch = Sketch.gpus(2, 3);
    var spec = Sketch.spec("pairs", Demand.perWorker(Resources.gpus(2)), Bounds.workers(1, 3), 60);
    sketch.add(Job.submitted(spec, 0, Sketch.NOW, where -> where.workers(), Duration.ZERO));

    assertThat(sketch.grants(hell)).isEqualTo(Map.of("pairs", "2 on node-0, node-1"));
  }
}
