package dev.ductile.models.queueing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The workload of Lin et al., Table III: mini-batches of 1024 on a GPU of 1229 GFLOPS and a link of
 * 1 Gbps. The server spends 2 operations per parameter of 4 bytes. One node of a job is its server,
 * so that two nodes train as fast as one.
 */
class TableThreeTest {
  private static final double OPERATIONS_PER_SECOND = 1229e9;
  private static final double BYTES_PER_SECOND = 1e9 / 8;
  private static final int NODES = 100;

  private static final Map<String, Job> JOBS =
      Map.of(
          "NiN", Job.of(50_000, 30e6, 6.7e12, 200),
          "GoogLeNet", Job.of(1_200_000, 54e6, 9.7e12, 200),
          "AlexNet", Job.of(1_200_000, 249e6, 7.0e12, 90),
          "VGG19", Job.of(1_200_000, 575e6, 120e12, 74));

  /** A row of the table. */
  private record Job(double minibatches, ThroughputCurve curve) {
    static Job of(double examples, double bytes, double operations, int epochs) {
      double link = bytes / BYTES_PER_SECOND;
      double worker = operations / OPERATIONS_PER_SECOND;
      double server = 2 * bytes / 4 / OPERATIONS_PER_SECOND;
      var network =
          new QueueingNetwork(
              List.of(new WorkerGroup(1, link, worker, link, server)),
              new LinkSharing(Solver.HYBRID, LinkSharing.PUBLISHED_THRESHOLD));
      return new Job(examples * epochs / 1024, new ThroughputCurve(network));
    }

    double seconds(int nodes) {
      return minibatches / curve.throughput(Math.max(1, nodes - 1));
    }
  }

  @ParameterizedTest(name = "{0}: {1} days")
  @CsvSource({
    "NiN, 0.67044",
    "GoogLeNet, 23.75385",
    "AlexNet, 11.81615",
    "VGG19, 107.23475",
  })
  void daysOnOneNode(String name, double days) {
    assertThat(job(name).seconds(1) / 86_400).isCloseTo(days, withinPercentage(0.001));
  }

  @ParameterizedTest(name = "{0} workers: {1}")
  @CsvSource({"2, 1.9187", "4, 3.4165", "5, 3.9325", "9, 4.4251", "99, 4.8117"})
  void speedupOfAlexnet(int workers, double speedup) {
    ThroughputCurve curve = job("AlexNet").curve;

    assertThat(curve.throughput(workers) / curve.throughput(1))
        .isCloseTo(speedup, withinPercentage(0.01));
  }

  @ParameterizedTest
  @ValueSource(strings = {"NiN", "GoogLeNet", "AlexNet", "VGG19"})
  void moreNodesNeverTakeLonger(String name) {
    for (int nodes = 2; nodes <= NODES; nodes++) {
      assertThat(job(name).seconds(nodes)).isLessThanOrEqualTo(job(name).seconds(nodes - 1));
    }
  }

  private static Job job(String name) {
    return Objects.requireNonNull(JOBS.get(name));
  }
}
