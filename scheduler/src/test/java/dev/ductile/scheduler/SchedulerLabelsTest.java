package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Device;
import dev.ductile.api.Event;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Labels;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Plan;
import dev.ductile.api.Protection;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** A job runs only on nodes that have the labels and the device type that it requires. */
final class SchedulerLabelsTest extends SchedulerRig {
  private static final NodeId OTHER = new NodeId("node-1");
  private static final Labels EAST = Labels.of("zone", "east");

  @Test
  void aJobLeavesANodeThatLosesARequiredLabelAndStartsOnOneThatHasIt() {
    Scheduler scheduler = scheduler(SchedulerLabelsTest::firstFit);
    engine.report(new Event.NodeUp(START, node(NODE, EAST)));
    submit(eastern("a"));
    submit(spec("b"));
    scheduler.round();
    assertThat(engine.orders).containsExactly("a 1 on node-0", "b 1 on node-0");

    engine.report(new Event.NodeUp(START, node(NODE, Labels.NONE)));
    scheduler.round();

    assertThat(engine.orders.subList(2, engine.orders.size()))
        .as("b stays where it is")
        .containsExactly("a nothing");
    engine.report(new Event.NodeUp(START, node(OTHER, EAST)));
    scheduler.round();
    assertThat(engine.orders.getLast()).isEqualTo("a 1 on node-1");
    assertThat(rejected).isEmpty();
  }

  @Test
  void aProtectedJobAlsoLeavesANodeThatLosesALabel() {
    Scheduler scheduler = scheduler(SchedulerLabelsTest::firstFit);
    engine.report(new Event.NodeUp(START, node(NODE, EAST)));
    var hours = Duration.ofHours(9);
    submit(eastern("a").withProtection(new Protection(hours, hours)));
    scheduler.round();

    engine.report(new Event.NodeUp(START, node(NODE, Labels.of("zone", "west"))));
    scheduler.round();

    assertThat(engine.orders).containsExactly("a 1 on node-0", "a nothing");
    assertThat(job(scheduler, "a").isProtected(START)).isFalse();
  }

  @Test
  void anIllegalGrantOnANodeWithoutTheLabelIsDroppedWithTheReason() {
    Scheduler scheduler = scheduler(this::oneWorkerEach);
    engine.report(new Event.NodeUp(START, node(NODE, Labels.NONE)));
    submit(eastern("a"));

    scheduler.round();

    assertThat(engine.orders).isEmpty();
    assertThat(scheduler.rejections()).isEqualTo(1);
    assertThat(applied.getLast().reasons().why(job(scheduler, "a")))
        .hasToString(
            "waits: the policy's grant was illegal and was dropped: a gets node-0, but requires zone=east, and that node has no labels and no device type");
  }

  /** After any changes of nodes, no picture and no plan has a job on an ineligible node. */
  @Test
  void noJobIsEverOnANodeWithoutItsLabels() {
    for (long seed = 0; seed < 60; seed++) {
      var rig = new SchedulerLabelsTest();
      Scheduler scheduler = rig.scheduler(SchedulerLabelsTest::firstFit);
      RandomGenerator random = new Seed(seed).stream("labels");
      for (int step = 0; step < 40; step++) {
        rig.engine.report(rig.randomEvent(random, step));
        scheduler.round();
        for (Cluster cluster : List.of(rig.asked.getLast(), scheduler.ledger().picture(START))) {
          requireEligible(cluster, "seed %d, step %d".formatted(seed, step));
        }
      }
      assertThat(rig.rejected).isEmpty();
    }
  }

  private Event randomEvent(RandomGenerator random, int step) {
    NodeId id = random.nextBoolean() ? NODE : OTHER;
    if (random.nextInt(3) > 0) {
      return submitted(random.nextBoolean() ? eastern("job-" + step) : spec("job-" + step));
    }
    return random.nextInt(4) == 0
        ? new Event.NodeDown(START, id, "it was switched off")
        : new Event.NodeUp(START, node(id, random.nextBoolean() ? EAST : Labels.NONE));
  }

  private static void requireEligible(Cluster cluster, String as) {
    for (Job job : cluster.jobs()) {
      for (Allocation.Share share : job.allocation().shares()) {
        Node node = cluster.nodes().find(share.node()).orElse(node(share.node(), EAST));
        assertThat(job.spec().demand().accepts(node)).as("%s on %s; %s", job, node, as).isTrue();
      }
    }
  }

  private static JobSpec eastern(String name) {
    JobSpec spec = spec(name);
    return spec.withDemand(spec.demand().withLabels(EAST));
  }

  private static Node node(NodeId id, Labels labels) {
    return new Node(id, Resources.gpus(4), labels, Device.GPU);
  }

  /** One worker for each job on the first eligible node with room; running jobs stay. */
  private static Plan firstFit(Cluster cluster) {
    var grants = new ArrayList<Grant>();
    cluster.running().forEach(job -> grants.add(new Grant(job, job.allocation())));
    var left = cluster.left();
    for (Job job : cluster.waiting()) {
      int node = left.first(job.spec().demand(), Size.workers(1), 0);
      if (node >= 0) {
        left.take(node, job.spec().demand(), Size.workers(1));
        NodeId id = cluster.nodes().get(node).id();
        grants.add(new Grant(job, Allocation.on(id, Size.workers(1))));
      }
    }
    return Plan.of(grants, SchedulerRig::because);
  }
}
