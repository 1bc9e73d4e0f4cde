package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Command;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobState;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.contracts.GivenSpeed;
import org.junit.jupiter.api.Test;

/** Jobs that may not keep their allocation. */
final class EvictionsTest extends CommandRig {
  @Test
  void aScaledJobChangesItsSizeByOneOrderWithoutAStop() {
    withNodes(1);
    obey(submit("a"));
    Allocation one = Allocation.on(NODE, Size.workers(1));
    engine.report(new Event.Running(START, A, 1, one, 1));

    obey(new Command.Scale(A, Size.workers(3)));

    Allocation three = Allocation.on(NODE, Size.workers(3));
    assertThat(heard(Event.Allocated.class))
        .last()
        .isEqualTo(new Event.Allocated(START, A, 2, one, three));
    assertThat(job(scheduler, "a").state()).isEqualTo(JobState.RUNNING);
    assertThat(asked.getLast().running()).isEmpty();
    assertThat(asked.getLast().left().fits(three, spec("a").demand())).isTrue();
  }

  @Test
  void theOtherJobsRunOnAndStayInOrderOfArrival() {
    withNodes(1);
    obey(submit("a"));
    obey(submit("b"));

    obey(new Command.Scale(A, Size.workers(2)));

    assertThat(asked.getLast().running()).extracting(Job::id).containsExactly(new JobId("b"));
    assertThat(decidedOn.getLast().running())
        .extracting(Job::id)
        .containsExactly(A, new JobId("b"));
    assertThat(engine.orders).endsWith("b 1 on node-0", "a 2 on node-0");
  }

  @Test
  void aScaledJobKeepsItsSizeUntilThereIsRoom() {
    withNodes(1);
    obey(submit("a"));
    obey(submit("b"));
    obey(new Command.Scale(A, Size.workers(2)));

    obey(new Command.Scale(A, Size.workers(4)));

    assertThat(engine.orders).containsExactly("a 1 on node-0", "b 1 on node-0", "a 2 on node-0");
    assertThat(job(scheduler, "a").spec().bounds()).isEqualTo(Bounds.workers(4, 4));

    obey(new Command.Cancel(new JobId("b"), "room"));
    scheduler.round();

    assertThat(engine.orders).endsWith("a 4 on node-0");
  }

  @Test
  void aJobThatKeepsItsSizeSaysWhatItWaitsFor() {
    withNodes(1);
    obey(submit("a"));
    obey(submit("b"));

    obey(new Command.Scale(A, Size.workers(4)));

    Reason reason = applied.getLast().reasons().why(job(scheduler, "a"));
    assertThat(reason.sentence())
        .isEqualTo("keeps 1 until there is room for 4; at that size, it because a");
    assertThat(reason.values()).containsEntry("asked", Size.workers(4));
    assertThat(applied.getLast().settled()).isFalse();
  }

  @Test
  void aPolicyMayStillStopAJobThatKeepsItsSize() {
    withNodes(1);
    Scheduler preferring =
        scheduler(cluster ->
            cluster.jobs().size() > 1 ? only(cluster, "b") : asAskedWhereThereIsRoom(cluster));
    var _ = inbox.send(submit("a"));
    preferring.round();

    var _ = inbox.send(new Command.Scale(A, Size.workers(4)));
    var _ = inbox.send(submit("b"));
    preferring.round();

    assertThat(engine.orders).containsExactly("a 1 on node-0", "a nothing", "b 4 on node-0");
  }

  @Test
  void aJobGetsNoMoreThanItsBoundsAllowAfterItHasBecomeSmaller() {
    withNodes(1);
    Scheduler stubborn = scheduler(cluster -> only(cluster, "b"));
    var _ = inbox.send(submit("b"));
    stubborn.round();

    var _ = inbox.send(new Command.Scale(new JobId("b"), Size.workers(2)));
    stubborn.round();

    assertThat(engine.orders).containsExactly("b 4 on node-0", "b 2 on node-0");
    assertThat(rejected).hasSize(1);
  }

  @Test
  void aJobBecomesSmallerBeforeThePolicyDecides() {
    withNodes(1);
    obey(submit("a"));
    obey(new Command.Scale(A, Size.workers(4)));

    obey(new Command.Scale(A, Size.workers(2)));

    assertThat(asked.getLast().running())
        .extracting(job -> job.allocation().size())
        .containsExactly(Size.workers(2));
    assertThat(asked.getLast().left().left(Resources.GPU)).isEqualTo(2);
    assertThat(engine.orders).endsWith("a 2 on node-0");
  }

  @Test
  void aSuccessorCarriesOutAChangeThatWasAcceptedAndNotDecided() {
    withNodes(1);
    obey(submit("a"));
    var journal = new Ledger(GivenSpeed.SPEEDS);
    happened.forEach(journal::fold);
    journal.fold(new Event.Scaled(START, A, Size.workers(2)));
    engine.orders.clear();

    Scheduler successor =
        scheduler(this::asAskedWhereThereIsRoom, DecisionTimes.ON_EVENTS, journal);
    successor.adopt();
    successor.round();

    assertThat(engine.orders).containsExactly("adopt 1 a 1 on node-0", "a 2 on node-0");
  }

  @Test
  void jobsLeaveANodeThatIsDrained() {
    withNodes(2);
    obey(submit("a"));

    obey(new Command.Drain(NODE, "a new disk"));

    assertThat(engine.orders).containsExactly("a 1 on node-0", "a 1 on node-1");
    assertThat(asked.getLast().nodes().list()).extracting(Node::id).containsExactly(OTHER);
    assertRefused(new Command.Drain(NODE, "again"), "node node-0 is drained already");
    assertRefused(new Command.Undrain(OTHER), "node node-1 is not drained");

    obey(new Command.Undrain(NODE));

    assertThat(asked.getLast().nodes().list()).extracting(Node::id).containsExactly(OTHER, NODE);
    assertRefused(new Command.Drain(new NodeId("x"), "gone"), "there is no node named x");
  }

  @Test
  void aNodeThatComesBackWhileItIsDrainedIsStillDrained() {
    withNodes(2);
    scheduler.round();
    obey(new Command.Drain(NODE, "a new disk"));

    engine.report(new Event.NodeDown(START, NODE, "it was switched off"));
    engine.report(new Event.NodeUp(START, new Node(NODE, Resources.gpus(8))));
    scheduler.round();

    assertThat(asked.getLast().nodes().list()).extracting(Node::id).containsExactly(OTHER);
    obey(new Command.Undrain(NODE));
    assertThat(asked.getLast().nodes().get(1).capacity()).isEqualTo(Resources.gpus(8));
  }
}
