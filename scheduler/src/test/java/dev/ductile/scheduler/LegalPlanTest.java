package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobNote;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Note;
import dev.ductile.api.Plan;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class LegalPlanTest {
  private static final Instant NOW = Instant.EPOCH;
  private static final Nodes NODES = Nodes.uniform(2, Resources.gpus(8));

  private final Job waiting = job(0);
  private final Job other = job(1);
  private final Job running = held(job(2), on(0, 4));

  @Test
  void aLegalPlanIsTheSameObject() {
    Plan plan = plan(new Grant(waiting, on(0, 4)), new Grant(running, running.allocation()));

    assertThat(legal(plan).plan()).isSameAs(plan);
    assertThat(legal(plan).dropped()).isEmpty();
  }

  @Test
  void aGrantBeyondItsNodeIsDroppedAndTheRestStays() {
    LegalPlan legal = legal(plan(new Grant(waiting, on(1, 9)), new Grant(other, on(1, 8))));

    assertThat(grants(legal)).containsExactly("job-1 8 on node-1");
    assertThat(legal.dropped()).hasSize(1);
    assertThat(legal.plan().reasons().why(waiting))
        .hasToString(
            "waits: the policy's grant was illegal and was dropped: job-0 gets 9 on node-1, which"
                + " has no room left for 9 gpu");
    assertThat(legal.plan().reasons().why(waiting).kind()).isEqualTo(Reason.Kind.GRANT_DROPPED);
    assertThat(legal.plan().reasons().why(other)).hasToString("because of the policy");
  }

  @Test
  void aRunningJobWithAnIllegalGrantKeepsItsAllocation() {
    LegalPlan legal = legal(plan(new Grant(running, on(1, 9))));

    assertThat(grants(legal)).containsExactly("job-2 4 on node-0");
    assertThat(legal.plan().reasons().why(running).kind()).isEqualTo(Reason.Kind.KEPT);
    assertThat(legal.plan().reasons().why(running).sentence())
        .startsWith("keeps 4 on node-0: the policy's grant was illegal and was dropped: job-2");
  }

  @Test
  void aGrantThatNeedsTheKeptResourcesOfAnotherJobIsDroppedToo() {
    LegalPlan legal = legal(plan(new Grant(waiting, on(0, 8)), new Grant(running, on(1, 9))));

    assertThat(grants(legal)).containsExactly("job-2 4 on node-0");
    assertThat(legal.dropped()).hasSize(2);
  }

  @Test
  void aSecondGrantIsDroppedAndTheFirstHolds() {
    LegalPlan legal = legal(plan(new Grant(waiting, on(0, 2)), new Grant(waiting, on(1, 2))));

    assertThat(grants(legal)).containsExactly("job-0 2 on node-0");
    assertThat(legal.plan().reasons().why(waiting)).hasToString("because of the policy");
  }

  @Test
  void noteOnAJobIsDroppedWithItsGrant() {
    var plan =
        new Plan(
            List.of(new Grant(waiting, on(1, 9))),
            List.of(note(waiting), note(other)),
            Optional.of(NOW.plusSeconds(5)),
            true,
            job -> Reason.of(Reason.Kind.KEPT, "because"));

    assertThat(legal(plan).plan().notes()).containsExactly(note(other));
    assertThat(legal(plan).plan().reconsider()).contains(NOW.plusSeconds(5));
    assertThat(legal(plan).plan().settled()).isFalse();
  }

  /** The rest of any plan is legal. */
  @Test
  void theRestOfAnyPlanIsLegal() {
    for (long seed = 0; seed < 500; seed++) {
      RandomGenerator random = new Seed(seed).stream("plans");
      var jobs = new ArrayList<Job>();
      for (int arrival = 0; arrival < 8; arrival++) {
        Job job = job(arrival);
        jobs.add(
            random.nextBoolean() ? held(job, on(random.nextInt(3), 1 + random.nextInt(4))) : job);
      }
      Cluster cluster = Cluster.of(NOW, NODES, jobs);
      var grants = new ArrayList<Grant>();
      for (int i = 0; i < 10; i++) {
        Job job = random.nextInt(9) == 0 ? job(99) : jobs.get(random.nextInt(jobs.size()));
        grants.add(new Grant(job, on(random.nextInt(3), 1 + random.nextInt(9))));
      }
      LegalPlan legal = LegalPlan.of(cluster, plan(grants.toArray(Grant[]::new)));

      assertThat(legal.plan().violations(cluster)).as("seed %d", seed).isEmpty();
      cluster.jobs().forEach(job -> assertThat(legal.plan().reasons().why(job)).isNotNull());
    }
  }

  private LegalPlan legal(Plan plan) {
    return LegalPlan.of(Cluster.of(NOW, NODES, List.of(waiting, other, running)), plan);
  }

  private static List<String> grants(LegalPlan legal) {
    return legal.plan().grants().stream()
        .map(grant -> grant.job().id() + " " + grant.allocation())
        .toList();
  }

  private static Plan plan(Grant... grants) {
    return Plan.of(List.of(grants), job -> Reason.of(Reason.Kind.KEPT, "because of the policy"));
  }

  private static Allocation on(int node, int workers) {
    return Allocation.on(new NodeId("node-" + node), Size.workers(workers));
  }

  private static Job held(Job job, Allocation allocation) {
    return job.withAllocation(allocation, JobState.RUNNING, job.progress(), NOW);
  }

  private static Job job(long arrival) {
    var spec =
        JobSpec.of(
            new JobId("job-" + arrival),
            Demand.perWorker(Resources.gpus(1)),
            Bounds.workers(1, 16),
            Work.steps(100));
    return Job.submitted(spec, arrival, NOW, Speed.UNKNOWN, Duration.ZERO);
  }

  private static JobNote note(Job job) {
    return new JobNote(job.id(), "some policy", new Remark("it waits"));
  }

  /** A note of a policy. */
  private record Remark(String text) implements Note {}
}
