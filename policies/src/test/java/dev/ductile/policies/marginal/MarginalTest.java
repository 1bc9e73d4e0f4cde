package dev.ductile.policies.marginal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Plan;
import dev.ductile.api.Progress;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.Work;
import dev.ductile.policies.Sketch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Six GPUs and two jobs, computed by hand. */
final class MarginalTest {
  private static final Instant NOW = Instant.EPOCH;

  /** 1, 1.5, 1.75, 1.875 ...: each worker adds half as much as the last one. */
  private static final Speed HALVING = where -> 2 - 2 * Math.pow(0.5, where.workers());

  /**
   * The steps of both jobs are worth the same but for the remaining times, 100 s and 1600 s. With
   * an urgency of 0.25 a step of the short job is worth (1600 / 100)^0.25 = 2 times as much, so it
   * is one step ahead, and the last step goes to it because it arrived first.
   */
  @Test
  void aShortJobIsAheadByItsUrgency() {
    assertThat(sizes(0, 0)).containsExactly(Map.entry("long", 3), Map.entry("short", 3));
    assertThat(sizes(0.25, 0)).containsExactly(Map.entry("long", 2), Map.entry("short", 4));
    assertThat(sizes(0.5, 0)).containsExactly(Map.entry("long", 2), Map.entry("short", 4));
    assertThat(sizes(0.75, 0)).containsExactly(Map.entry("long", 1), Map.entry("short", 5));
    assertThat(sizes(2, 0)).containsExactly(Map.entry("short", 6));
  }

  /** The long job holds four GPUs; each is worth three times as much to it as to the other job. */
  @Test
  void inertiaLetsAJobKeepItsSizeLonger() {
    assertThat(sizes(0, 2)).containsExactly(Map.entry("long", 4), Map.entry("short", 2));
  }

  /**
   * Two workers are no faster than one, but three are ten times as fast: they are granted together.
   */
  @Test
  void aPlateauIsCrossed() {
    Speed plateau = where -> where.workers() >= 3 ? 10 : Math.min(1, where.workers());
    Cluster cluster = cluster(job("short", 0, 100, HALVING), job("plateau", 1, 100, plateau));
    assertThat(sizes(plan(cluster, 0, 0)))
        .containsExactly(Map.entry("plateau", 3), Map.entry("short", 3));
  }

  @Test
  void aLargestSizeAndASizeThatIsNoSlowerHaveDifferentReasons() {
    Cluster faster = cluster(6, job("alone", 0, 100, Bounds.workers(1, 2), HALVING));
    Cluster slower =
        cluster(6, job("alone", 0, 100, Bounds.workers(1, 2), where -> 1.0 / where.workers()));

    assertThat(whyAlone(faster)).isEqualTo("this is its largest size");
    assertThat(whyAlone(slower)).isEqualTo("more tasks would not make it faster");
  }

  private static String whyAlone(Cluster cluster) {
    Job alone = cluster.jobs().at(0).orElseThrow();
    String sentence = plan(cluster, 0.25, 0.2).reasons().why(alone).sentence();
    return sentence.substring(sentence.lastIndexOf(": ") + 2);
  }

  /** Two workers are worth more than twice as much as one, but only one fits. */
  @Test
  void stepsThatDoNotFitTogetherAreGrantedOneByOne() {
    Speed more = where -> where.workers() == 2 ? 2.1 : where.workers();
    Cluster one = cluster(1, job("alone", 0, 100, Bounds.workers(1, 2), more));
    assertThat(sizes(plan(one, 0.25, 0.2))).containsExactly(Map.entry("alone", 1));
    assertThat(plan(one, 0.25, 0.2).reasons().why(one.jobs().at(0).orElseThrow()).sentence())
        .isEqualTo("gets 1 (1 gpu, all on node-0): there are too few resources for 2");

    Speed four = where -> where.workers() == 4 ? 8 : where.workers();
    Cluster three = cluster(3, job("alone", 0, 100, Bounds.workers(1, 4), four));
    assertThat(sizes(plan(three, 0.25, 0.2))).containsExactly(Map.entry("alone", 3));
  }

  /** Servers use no GPU, but processors: two more take a third of them and gain next to nothing. */
  @Test
  void serversAreNotFreeBecauseTheyAreNoDevices() {
    Speed served = where -> 10 * where.workers() + 0.001 * where.servers();
    var cpu = Resources.of(Resources.CPU, 1);
    var both = Resources.of(Map.of(Resources.GPU, 1.0, Resources.CPU, 2.0));
    var server =
        JobSpec.of(
            new JobId("served"),
            new Demand(Resources.gpus(1), cpu, Resources.NONE),
            new Bounds(Range.between(2, 3), Range.of(List.of(1, 2, 4))),
            Work.steps(100));
    var plain =
        JobSpec.of(
            new JobId("plain"), Demand.perWorker(both), Bounds.workers(1, 2), Work.steps(100));
    var cluster =
        Cluster.of(
            NOW,
            Nodes.uniform(1, Resources.of(Map.of(Resources.GPU, 6.0, Resources.CPU, 6.0))),
            List.of(
                Job.submitted(server, 0, NOW, served, Duration.ZERO),
                Job.submitted(plain, 1, NOW, where -> where.workers(), Duration.ZERO)));

    assertThat(plan(cluster, 0, 0).grants())
        .extracting(grant -> grant.allocation().size())
        .containsExactlyInAnyOrder(new Size(3, 2), Size.workers(2));
  }

  @Test
  void theReasonNamesTheNextSizeAndTheLargerGainOfOtherJobs() {
    Cluster cluster = cluster(job("short", 0, 100, HALVING), job("long", 1, 1600, HALVING));
    Plan plan = plan(cluster, 0, 0);
    assertThat(plan.reasons().why(cluster.jobs().at(1).orElseThrow()).sentence())
        .isEqualTo("gets 3 (3 gpu, all on node-0): other jobs gain more than it would with 4");
  }

  @Test
  void settingsHaveBounds() {
    assertThatThrownBy(() -> new Marginal.Settings(-1, 0))
        .hasMessage("urgency must be between 0 and 10.0, not -1.0");
  }

  private static Map<String, Integer> sizes(double urgency, double inertia) {
    Job running = job("long", 1, 1600, HALVING);
    if (inertia > 0) {
      var where = Allocation.on(new NodeId("node-0"), Size.workers(4));
      running = running.withAllocation(where, JobState.RUNNING, new Progress(NOW, 0, 1, 0, 4), NOW);
    }
    return sizes(plan(cluster(job("short", 0, 100, HALVING), running), urgency, inertia));
  }

  private static Plan plan(Cluster cluster, double urgency, double inertia) {
    return Sketch.policy(new Marginal(), new Marginal.Settings(urgency, inertia)).decide(cluster);
  }

  private static Map<String, Integer> sizes(Plan plan) {
    var sizes = new TreeMap<String, Integer>();
    for (Grant grant : plan.grants()) {
      sizes.put(grant.job().id().name(), grant.allocation().workers());
    }
    return sizes;
  }

  private static Cluster cluster(Job... jobs) {
    return cluster(6, jobs);
  }

  private static Cluster cluster(int gpus, Job... jobs) {
    return Cluster.of(NOW, Nodes.uniform(1, Resources.gpus(gpus)), List.of(jobs));
  }

  private static Job job(String name, int arrival, double steps, Speed speed) {
    return job(name, arrival, steps, Bounds.workers(1, 6), speed);
  }

  private static Job job(String name, int arrival, double steps, Bounds bounds, Speed speed) {
    var spec =
        JobSpec.of(new JobId(name), Demand.perWorker(Resources.gpus(1)), bounds, Work.steps(steps));
    return Job.submitted(spec, arrival, NOW, speed, Duration.ofSeconds(30));
  }
}
