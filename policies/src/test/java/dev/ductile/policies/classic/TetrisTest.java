package dev.ductile.policies.classic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Policy;
import dev.ductile.api.Resources;
import dev.ductile.policies.Sketch;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The ideas of Grandl et al., SIGCOMM 2014, with whole jobs instead of tasks. */
final class TetrisTest {
  private static final double GB = 1e9;
  private final Policy packs = Sketch.policy(new Tetris(), new Tetris.Settings(0));
  private final Policy tetris = Sketch.policy(new Tetris());

  /**
   * Section 2.1, figure 1: 18 cores and 36 GB; A has 18 tasks of 1 core and 2 GB, which fill the
   * cluster in both; B and C have 6 tasks of 3 cores and 1 GB, which fill only its cores.
   */
  @Test
  void aJobThatFillsAllResourcesStartsBeforeOneThatFillsOne() {
    Sketch sketch =
        new Sketch(Nodes.uniform(1, amounts(18, 36)))
            .waiting(tasks("B", 6, amounts(3, 1), 100))
            .waiting(tasks("A", 18, amounts(1, 2), 100))
            .waiting(tasks("C", 6, amounts(3, 1), 100));
    assertThat(sketch.grants(packs)).containsOnlyKeys("A");
    assertThat(sketch.grants(tetris)).containsOnlyKeys("A");
  }

  /** Section 3.2: a job scores higher if it needs the most plentiful resource. */
  @Test
  void theMostPlentifulResourceIsTakenFirst() {
    Sketch sketch =
        new Sketch(Nodes.uniform(1, amounts(16, 16)))
            .waiting(tasks("hungry for cores", 1, amounts(12, 2), 100))
            .waiting(tasks("hungry for cores too", 1, amounts(4, 1), 100))
            .waiting(tasks("hungry for memory", 1, amounts(2, 12), 100));
    assertThat(sketch.grants(packs)).containsOnlyKeys("hungry-for-cores", "hungry-for-memory");
  }

  /** Section 3.3: with the paper's sign, remaining work counts against a job. */
  @Test
  void shortJobsStartFirstAmongEquallyFittingOnes() {
    Sketch sketch =
        new Sketch(Nodes.uniform(1, amounts(8, 8)))
            .waiting(tasks("long", 1, amounts(8, 8), 1000))
            .waiting(tasks("short", 1, amounts(8, 8), 10));
    assertThat(sketch.grants(tetris)).containsOnlyKeys("short");
    assertThat(sketch.grants(packs)).containsOnlyKeys("short");
  }

  @Test
  void muchRemainingWorkOutweighsAGoodFit() {
    Sketch sketch =
        new Sketch(Nodes.uniform(1, amounts(8, 8)))
            .waiting(tasks("fits well, long", 1, amounts(8, 8), 100_000))
            .waiting(tasks("fits less, short", 1, amounts(6, 6), 10));
    assertThat(sketch.grants(packs)).containsOnlyKeys("fits-well-long");
    assertThat(sketch.grants(tetris)).containsOnlyKeys("fits-less-short");
  }

  @Test
  void noJobIsStopped() {
    Sketch sketch = Sketch.gpus(1, 8).running("long", 8, 1e6, "node-0").waiting("short", 8, 1);
    assertThat(sketch.grants(tetris)).containsOnlyKeys("long");
  }

  private static JobSpec tasks(String name, int workers, Resources each, double seconds) {
    return Sketch.spec(
        name.replace(' ', '-').replace(",", ""),
        Demand.perWorker(each),
        Bounds.workers(workers, workers),
        seconds);
  }

  private static Resources amounts(double cores, double memory) {
    return Resources.of(Map.of(Resources.CPU, cores, Resources.MEMORY, memory * GB));
  }
}
