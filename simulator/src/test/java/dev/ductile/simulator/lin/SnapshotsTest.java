package dev.ductile.simulator.lin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Policy;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.file.StateFile;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decisions about the jobs of Lin et al., Table III, on a cluster of 100 nodes. */
class SnapshotsTest {
  private static final int NODES = 100;
  private static final double DAY = 86_400;

  @ParameterizedTest(name = "{0}: {1} days")
  @CsvSource({"NIN, 0.67044", "GOOGLENET, 23.75385", "ALEXNET, 11.81615", "VGG19, 107.23475"})
  void daysOnOneNodeAreThePublishedOnes(TableThree network, double days) {
    assertThat(seconds(network, 1) / DAY).isCloseTo(days, withinPercentage(0.001));
  }

  /** Section IV-A: alone on 100 nodes. */
  @ParameterizedTest(name = "{0}: {1} by HELL, {2} by KNEE")
  @CsvSource({"NIN, 25, 29", "GOOGLENET, 21, 25", "ALEXNET, 6, 10", "VGG19, 24, 28"})
  void nodesOfAJobAloneAreThePublishedOnes(TableThree network, int hell, int knee) {
    String state = state(network.job("work: " + network.steps()));

    assertThat(workers("hell", false, state)).containsExactly(hell);
    assertThat(workers("moldable-hell", false, state)).containsExactly(hell);
    assertThat(workers("knee", false, state)).containsExactly(knee);
  }

  @ParameterizedTest(name = "{0}, filling {1}: {2} {3} {4} {5}")
  @CsvSource({
    "hell, false, 25, 21, 6, 24",
    "hell, true, 49, 21, 6, 24",
    "knee, false, 29, 25, 10, 28",
    "knee, true, 37, 25, 10, 28"
  })
  void nodesOfFourJobsInDifferentStagesAreThePublishedOnes(
      String policy, boolean filling, int nin, int googlenet, int alexnet, int vgg19) {
    String state =
        state(
            part(TableThree.NIN, 1)
                + part(TableThree.GOOGLENET, 0.5)
                + part(TableThree.ALEXNET, 1)
                + part(TableThree.VGG19, 0.1));

    assertThat(workers(policy, filling, state)).containsExactly(nin, googlenet, alexnet, vgg19);
  }

  /**
   * The loads above which queues grow without bound: SRPT serves one job after the other with all
   * nodes, load < E[S(1)] / (W E[S(W)]); W / c chunks serve one each with c nodes, load < floor(W /
   * c) E[S(1)] / (W E[S(c)]).
   */
  @ParameterizedTest(name = "{0} nodes at a time: {1}")
  @CsvSource({"100, 0.17200", "10, 0.81446", "20, 0.70836"})
  void loadsAboveWhichQueuesGrowWithoutBoundAreThePublishedOnes(int together, double load) {
    double alone = 0;
    double served = 0;
    for (TableThree network : TableThree.values()) {
      alone += seconds(network, 1);
      served += seconds(network, together);
    }

    int servers = NODES / together;
    assertThat(servers * alone / (NODES * served)).isCloseTo(load, withinPercentage(0.01));
  }

  private static double seconds(TableThree network, int nodes) {
    Speed speed =
        TableThree.CATALOG.speed(TableThree.CATALOG.speedSpec(TableThree.written(network.speed())));
    return network.steps() / speed.stepsPerSecond(Allocation.together(Size.workers(nodes)));
  }

  /** A job with this remaining share of its work. */
  private static String part(TableThree network, double left) {
    return network.job(
        "work: {total: %s, done: %s}".formatted(network.steps(), network.steps() * (1 - left)));
  }

  private static String state(String jobs) {
    return "cluster: {capacity: {gpu: %d}}%njobs:%n%s".formatted(NODES, jobs);
  }

  /** The number of nodes of each job, in order of arrival. */
  private static List<Integer> workers(String policy, boolean filling, String state) {
    Cluster cluster = StateFile.of(TableThree.written(state), TableThree.CATALOG);
    Choice named = Choice.named(policy);
    Choice choice = filling ? named.with("filling", "true") : named;
    Policy made =
        TableThree.CATALOG.policy(
            choice,
            TableThree.CATALOG.placement(Choice.named("pooled")),
            new Seed(1).child("policy"));
    return made.decide(cluster).grants().stream()
        .sorted(Comparator.comparingLong((Grant grant) -> grant.job().arrival()))
        .map(grant -> grant.allocation().workers())
        .toList();
  }
}
