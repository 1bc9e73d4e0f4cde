package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Command;
import dev.ductile.api.Gang;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.NodeId;
import dev.ductile.api.Plan;
import dev.ductile.api.Protection;
import dev.ductile.api.Queue;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The jobs of a queue with a quota: their turn, and the use that counts against the quota. */
final class SchedulerQuotaTest extends CommandRig {
  private static final Gang PAIR = new Gang("pair", 2);
  private static final Protection FOR_AN_HOUR = new Protection(Duration.ofHours(1), Duration.ZERO);

  @BeforeEach
  void aNodeWithFourGpus() {
    withNodes(1);
  }

  @Test
  void jobsAreAdmittedByPriorityAndThenByArrival() {
    limit("default", 2);
    submit(spec("a"));
    submit(spec("b").withQueue("default", 5));
    submit(spec("c").withQueue("default", 5));

    scheduler.round();

    assertThat(shown()).containsExactly("b", "c");
  }

  @Test
  void aProtectedJobCountsInItsQueue() {
    limit("default", 1);
    submitInRound(spec("a").withProtection(FOR_AN_HOUR));

    submitInRound(spec("b"));

    assertThat(asked.getLast().pinned()).hasSize(1);
    assertThat(shown()).containsExactly("a");
  }

  @Test
  void aJobDoesNotGrowIntoTheShareOfAProtectedJob() {
    Scheduler growing = scheduler(SchedulerQuotaTest::oneMoreWorkerEach);
    limit("default", 3);
    submit(spec("a").withProtection(FOR_AN_HOUR));
    growing.round();
    submit(spec("b"));
    growing.round();
    limit("default", 2);

    growing.round();

    assertThat(engine.orders).containsExactly("a 1 on node-0", "b 1 on node-0");
    assertThat(why(growing, "b").kind()).isEqualTo(Reason.Kind.OVER_QUOTA);
  }

  @Test
  void aJobThatTheQuotaKeepsFromGrowingLeavesThePlaceThatAnotherGets() {
    withNodes(2);
    Scheduler moving = scheduler(SchedulerQuotaTest::placesInTurn);
    limit("default", 4);
    submit(spec("a").withQueue("other", 0));
    moving.round();
    limit("other", 1);
    submit(spec("b"));

    moving.round();

    assertThat(engine.orders).containsExactly("a 1 on node-0", "a 1 on node-1", "b 4 on node-0");
  }

  @Test
  void aGangMayUseTheWholeQuota() {
    limit("default", 2);
    submit(spec("a").withGang(PAIR));
    submit(spec("b").withGang(PAIR));

    scheduler.round();

    assertThat(engine.orders).containsExactly("a 1 on node-0", "b 1 on node-0");
  }

  @Test
  void aGangIsCountedBesideTheRunningJobsOfItsQueue() {
    limit("default", 2);
    submitInRound(spec("first"));
    submit(spec("a").withGang(PAIR));
    submit(spec("b").withGang(PAIR));

    scheduler.round();

    assertThat(shown()).containsExactly("first");
    assertThat(why(scheduler, "b"))
        .hasToString(
            "waits: queue default uses 2 gpu of its quota of 2 gpu, and this job takes 1 gpu at a size of 1");
  }

  @Test
  void aGangThatIsNotAdmittedUsesNothing() {
    limit("default", 2);
    submit(spec("a").withGang(PAIR));
    submit(atLeast("b", 2).withGang(PAIR));
    submit(atLeast("c", 2));

    scheduler.round();

    assertThat(engine.orders).containsExactly("c 2 on node-0");
  }

  @Test
  void aQueueWithoutAQuotaHasNoLimit() {
    limit("night", 1);
    for (String name : List.of("a", "b", "c")) {
      submit(spec(name));
    }

    scheduler.round();

    assertThat(engine.orders).hasSize(3);
  }

  /** A quota keeps jobs from starting and growing; a job that runs may change its queue. */
  @Test
  void aRunningJobThatMovesToAFullQueueKeepsItsSize() {
    limit("night", 1);
    submitInRound(spec("a").withQueue("night", 0));
    submitInRound(spec("b"));

    obey(new Command.Amend(spec("b").withQueue("night", 0)));

    assertThat(engine.orders).containsExactly("a 1 on node-0", "b 1 on node-0");
    assertThat(job(scheduler, "b").spec().queue()).isEqualTo("night");
  }

  private static JobSpec atLeast(String name, int workers) {
    JobSpec spec = spec(name);
    return JobSpec.of(spec.id(), spec.demand(), Bounds.workers(workers, 4), spec.work());
  }

  private void limit(String queue, double gpus) {
    var _ = inbox.send(new Command.SetQueue(new Queue(queue, Resources.gpus(gpus))));
  }

  private void submitInRound(JobSpec spec) {
    submit(spec);
    scheduler.round();
  }

  private List<String> shown() {
    return asked.getLast().jobs().stream().map(job -> job.id().name()).toList();
  }

  private Reason why(Scheduler loop, String name) {
    return applied.getLast().reasons().why(job(loop, name));
  }

  /** The last job has all of the first node, and one before it two workers on the second. */
  private static Plan placesInTurn(Cluster cluster) {
    var grants = new ArrayList<Grant>();
    List<Job> jobs = cluster.jobs().stream().toList();
    for (Job job : jobs) {
      boolean isLast = job.equals(jobs.getLast());
      Size size = Size.workers(jobs.size() == 1 ? 1 : isLast ? 4 : 2);
      grants.add(new Grant(job, Allocation.on(isLast ? NODE : new NodeId("node-1"), size)));
    }
    return Plan.of(grants, SchedulerRig::because);
  }

  /** Each changeable job has one more worker than in the picture. */
  private static Plan oneMoreWorkerEach(Cluster cluster) {
    var grants = new ArrayList<Grant>();
    for (Job job : cluster.jobs()) {
      if (!job.isProtected(cluster.now())) {
        grants.add(
            new Grant(job, Allocation.on(NODE, Size.workers(job.allocation().workers() + 1))));
      }
    }
    return Plan.of(grants, SchedulerRig::because);
  }
}
