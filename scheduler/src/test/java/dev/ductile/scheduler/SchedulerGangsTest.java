package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Command;
import dev.ductile.api.Event;
import dev.ductile.api.Gang;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobNote;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Node;
import dev.ductile.api.Note;
import dev.ductile.api.Notebook;
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

/** Jobs of a gang start together or not at all. */
final class SchedulerGangsTest extends SchedulerRig {
  private static final Gang PAIR = new Gang("pair", 2);
  private final Scheduler scheduler = scheduler(SchedulerGangsTest::inLine);

  @BeforeEach
  void aNodeWithFourGpus() {
    engine.report(new Event.NodeUp(START, new Node(NODE, Resources.gpus(4))));
  }

  @Test
  void aGangWaitsUntilAllOfItsJobsAreSubmittedAndThenStartsAtOnce() {
    submitInRound(of("a", 2, PAIR));

    assertThat(engine.orders).isEmpty();
    assertThat(reason("a").kind()).isEqualTo(Reason.Kind.GANG);
    assertThat(reason("a")).hasToString("waits for its gang pair: 1 of its 2 jobs are submitted");
    assertThat(asked.getLast().jobs()).as("no policy is shown it").isEmpty();

    submitInRound(of("b", 2, PAIR));

    assertThat(engine.orders).containsExactly("a 2 on node-0", "b 2 on node-0");
    assertThat(scheduler.partialStarts()).isZero();
  }

  @Test
  void aGrantForAPartOfAGangIsDroppedAndCountedWithAReason() {
    submitInRound(of("first", 1, Gang.NONE));
    submitInRound(of("a", 2, PAIR));
    submitInRound(of("b", 2, PAIR));

    assertThat(engine.orders).containsExactly("first 1 on node-0");
    assertThat(scheduler.partialStarts()).isEqualTo(1);
    assertThat(reason("a"))
        .hasToString("waits for its gang pair: this decision has no resources for b");
    assertThat(rejected).as("no mistake of the policy").isEmpty();

    engine.report(new Event.Finished(START, new JobId("first")));
    scheduler.round();

    assertThat(engine.orders.subList(1, 3)).containsExactly("a 2 on node-0", "b 2 on node-0");
  }

  @Test
  void twoGangsThatBlockEachOtherStartOneAfterTheOther() {
    var other = new Gang("other", 2);
    submitInRound(of("wall", 4, Gang.NONE));
    submitInRound(of("a1", 2, PAIR));
    submitInRound(of("b1", 2, other));
    submitInRound(of("a2", 2, PAIR));
    submitInRound(of("b2", 2, other));

    engine.report(new Event.Finished(START, new JobId("wall")));
    scheduler.round();

    assertThat(engine.orders.subList(1, 3)).containsExactly("a1 2 on node-0", "a2 2 on node-0");
    assertThat(reason("b1"))
        .hasToString("waits for its gang other, which cannot start as a whole in this decision");
  }

  @Test
  void aGangStartsAtItsSmallestSizesIfTheRequestedSizesAreTooLarge() {
    submitInRound(of("a", 1, PAIR).withRequest(Size.workers(3)));
    submitInRound(of("b", 1, PAIR).withRequest(Size.workers(3)));

    assertThat(engine.orders).containsExactly("a 1 on node-0", "b 1 on node-0");
  }

  @Test
  void aMemberThatCrashesStartsAgainWhileTheOthersGoOn() {
    submitInRound(of("a", 2, PAIR));
    submitInRound(of("b", 2, PAIR));
    engine.report(new Event.Crashed(START, new JobId("a"), 1, 0, "its node is on fire"));
    scheduler.round();

    assertThat(engine.orders.subList(2, engine.orders.size())).containsExactly("a 2 on node-0");
  }

  @Test
  void aMemberThatEndsLeavesTheGangAndTheOthersMayStartAgain() {
    submitInRound(of("a", 2, PAIR));
    submitInRound(of("b", 2, PAIR));
    engine.report(new Event.Failed(START, new JobId("a"), "no restarts are left"));
    engine.report(new Event.Crashed(START, new JobId("b"), 1, 0, "it lost a"));
    scheduler.round();

    assertThat(engine.orders.subList(2, engine.orders.size())).containsExactly("b 2 on node-0");
  }

  @Test
  void aHeldMemberKeepsTheOthersWaiting() {
    submitInRound(of("wall", 4, Gang.NONE));
    submitInRound(of("a", 2, PAIR));
    submitInRound(of("b", 2, PAIR));
    var _ = inbox.send(new Command.Hold(new JobId("b"), "its data is wrong"));
    engine.report(new Event.Finished(START, new JobId("wall")));
    scheduler.round();

    assertThat(engine.orders).hasSize(1);
    assertThat(reason("a"))
        .hasToString("waits for its gang pair, of which b is held until it is resumed");
  }

  @Test
  void aQuotaAdmitsAWholeGangOrNoneOfIt() {
    var _ = inbox.send(new Command.SetQueue(new Queue("default", Resources.gpus(3))));
    submitInRound(of("a", 2, PAIR));
    submitInRound(of("b", 2, PAIR));
    submitInRound(of("c", 1, Gang.NONE));

    assertThat(engine.orders)
        .as("the gang uses none of the quota")
        .containsExactly("c 1 on node-0");
    assertThat(reason("b").kind()).isEqualTo(Reason.Kind.OVER_QUOTA);
    assertThat(reason("a").sentence())
        .startsWith("waits for its gang pair, of which b waits: queue default uses 2 gpu");
    assertThat(reason("a").values()).containsEntry("gang", "pair").containsEntry("gangMember", "b");
    assertThat(reason("a").values().get("memberReason")).isEqualTo(reason("b").values());
  }

  /** The policy is settled, because it does not see the job that waits for the quota. */
  @Test
  void aJobBeyondItsQuotaStartsWhenAnotherEndsThoughThePolicyIsSettled() {
    Scheduler content =
        scheduler(cluster -> {
          Plan plan = inLine(cluster);
          return new Plan(plan.grants(), plan.notes(), plan.reconsider(), true, plan.reasons());
        });
    var _ = inbox.send(new Command.SetQueue(new Queue("default", Resources.gpus(2))));
    submit(of("a", 2, Gang.NONE));
    submit(of("b", 2, Gang.NONE));
    content.round();
    engine.report(new Event.Finished(START, new JobId("a")));
    content.round();

    assertThat(engine.orders).containsExactly("a 2 on node-0", "b 2 on node-0");
  }

  @Test
  void theGangOfAJobCannotBeChanged() {
    submitInRound(of("a", 2, PAIR));
    var answer = inbox.send(new Command.Amend(of("a", 2, Gang.NONE)));
    scheduler.round();

    assertThat(answer.join())
        .isEqualTo(
            new CommandAnswer.Refused(
                "the gang of job a cannot be changed; cancel it and submit another"));
  }

  @Test
  void aGangStartsAtItsRequestedSizesIfTheyFit() {
    submit(of("a", 1, PAIR).withRequest(Size.workers(2)));
    submit(of("b", 1, PAIR).withRequest(Size.workers(2)));

    scheduler.round();

    assertThat(engine.orders).containsExactly("a 2 on node-0", "b 2 on node-0");
    assertThat(asked).as("the policy is asked once").hasSize(1);
  }

  @Test
  void aMemberStartsAgainWhileAnotherIsProtected() {
    var forAnHour = new Protection(Duration.ofHours(1), Duration.ZERO);
    submit(of("a", 2, PAIR).withProtection(forAnHour));
    submitInRound(of("b", 2, PAIR).withProtection(forAnHour));
    engine.report(new Event.Crashed(START, new JobId("b"), 1, 0, "its node is on fire"));

    scheduler.round();

    assertThat(asked.getLast().pinned()).hasSize(1);
    assertThat(engine.orders).containsExactly("a 2 on node-0", "b 2 on node-0", "b 2 on node-0");
  }

  /** Otherwise a gang that is too large would block an empty cluster for ever. */
  @Test
  void jobsBehindAGangStartIfTheClusterWouldBeIdle() {
    submit(of("a", 3, PAIR));
    submit(of("b", 3, PAIR));
    submit(of("c", 1, Gang.NONE));

    scheduler.round();

    assertThat(engine.orders).containsExactly("c 1 on node-0");
    assertThat(reason("a"))
        .hasToString("waits for its gang pair, which cannot start as a whole in this decision");
  }

  /** Otherwise small jobs would pass the gang for ever. */
  @Test
  void jobsBehindAGangWaitWhileAJobRuns() {
    submitInRound(of("first", 1, Gang.NONE));
    submit(of("a", 2, PAIR));
    submit(of("b", 2, PAIR));
    submit(of("c", 1, Gang.NONE));

    scheduler.round();

    assertThat(engine.orders).containsExactly("first 1 on node-0");
  }

  @Test
  void jobsBehindAGangWaitWhileAProtectedJobRuns() {
    submitInRound(
        of("first", 1, Gang.NONE)
            .withProtection(new Protection(Duration.ofHours(1), Duration.ZERO)));
    submit(of("a", 2, PAIR));
    submit(of("b", 2, PAIR));
    submit(of("c", 1, Gang.NONE));

    scheduler.round();

    assertThat(engine.orders).containsExactly("first 1 on node-0");
  }

  @Test
  void jobsBehindAGangWaitWhileAJobBeforeItStarts() {
    submit(of("first", 1, Gang.NONE));
    submit(of("a", 2, PAIR));
    submit(of("b", 2, PAIR));
    submit(of("c", 1, Gang.NONE));

    scheduler.round();

    assertThat(engine.orders).containsExactly("first 1 on node-0");
  }

  @Test
  void aRunningMemberKeepsItsBoundsWhileTheOthersStartAtTheirLeastSizes() {
    var three = new Gang("three", 3);
    submit(of("a", 1, three));
    submit(of("b", 1, three).withRequest(Size.workers(3)));
    submitInRound(of("c", 1, three));
    assertThat(engine.orders).hasSize(3);
    for (String name : List.of("b", "c")) {
      engine.report(new Event.Crashed(START, new JobId(name), 1, 0, "its node is on fire"));
    }

    scheduler.round();

    assertThat(engine.orders.subList(3, 5)).containsExactly("b 1 on node-0", "c 1 on node-0");
    assertThat(asked.getLast().jobs())
        .extracting(job -> job.spec().bounds())
        .containsExactly(
            Bounds.workers(1, 4), Bounds.rigid(Size.workers(1)), Bounds.rigid(Size.workers(1)));
  }

  @Test
  void aDroppedGrantOfAGangLosesItsNote() {
    var notebook = new Notebook<>("some policy", Place.class);
    Scheduler noting =
        scheduler(cluster -> {
          Plan plan = inLine(cluster);
          return new Plan(
              plan.grants(),
              plan.grants().stream()
                  .map(grant -> notebook.write(grant.job().id(), new Place(1)))
                  .toList(),
              plan.reconsider(),
              false,
              plan.reasons());
        });
    submit(of("first", 1, Gang.NONE));
    submit(of("a", 2, PAIR));
    submit(of("b", 2, PAIR));

    noting.round();

    assertThat(applied.getLast().notes())
        .extracting(JobNote::job)
        .containsExactly(new JobId("first"));
  }

  private record Place(int number) implements Note {}

  private void submitInRound(JobSpec spec) {
    submit(spec);
    scheduler.round();
  }

  private Reason reason(String job) {
    return applied.getLast().reasons().why(job(scheduler, job));
  }

  private static JobSpec of(String name, int gpus, Gang gang) {
    JobSpec spec = spec(name);
    return JobSpec.of(spec.id(), spec.demand(), Bounds.workers(gpus, 4), spec.work())
        .withGang(gang);
  }

  /** First come, first served: each job at its requested size, until one finds no room. */
  private static Plan inLine(Cluster cluster) {
    var grants = new ArrayList<Grant>();
    cluster.running().forEach(job -> grants.add(new Grant(job, job.allocation())));
    var left = cluster.left();
    for (Job job : cluster.waiting()) {
      if (!left.fits(0, job.spec().demand(), job.spec().asked())) {
        break;
      }
      left.take(0, job.spec().demand(), job.spec().asked());
      grants.add(new Grant(job, Allocation.on(NODE, job.spec().asked())));
    }
    return Plan.of(grants, SchedulerRig::because);
  }
}
