package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Allocation;
import dev.ductile.api.Clock;
import dev.ductile.api.Cluster;
import dev.ductile.api.Command;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Node;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.contracts.GivenSpeed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The guarantees of a live cluster to its callers. */
final class LiveClusterTest {
  private static final JobId A = new JobId("a");
  private static final Instant HORIZON = Instant.EPOCH.plusSeconds(1_000);

  private final FakeEngine engine = new FakeEngine();
  private final List<Event> journal = new ArrayList<>();
  private final LiveCluster cluster = cluster(LiveClusterTest::oneWorkerEach);

  @Test
  void aScheduledCommandIsReadWhenItIsDue() {
    Instant later = Instant.EPOCH.plusSeconds(60);
    CompletableFuture<CommandAnswer> second = cluster.sendAt(later.plusSeconds(1), submit("b"));
    CompletableFuture<CommandAnswer> first = cluster.sendAt(later, submit("a"));

    cluster.runUntil(loop -> loop.ledger().submittedJobs() == 2, HORIZON);

    assertThat(first).isCompletedWithValue(new CommandAnswer.Accepted(later));
    assertThat(second).isCompletedWithValue(new CommandAnswer.Accepted(later.plusSeconds(1)));
    assertThat(engine.instant()).isEqualTo(later.plusSeconds(1));
  }

  @Test
  void aRoundBeginsAtTheLatestTimeEvenIfNothingHappens() {
    cluster.runUntil(loop -> !loop.now().isBefore(HORIZON), HORIZON);

    assertThat(engine.instant()).isEqualTo(HORIZON);
  }

  @Test
  void cancelAllCancelsEveryJobAndWaitsForItsTasks() {
    var _ = cluster.send(submit("a"));
    CompletableFuture<CommandAnswer> late = cluster.sendAt(HORIZON, submit("late"));
    cluster.runUntil(_ -> true, HORIZON);

    cluster.cancelAll("the run is over", Duration.ofMinutes(2));

    assertThat(journal)
        .filteredOn(Event.Ended.class::isInstance)
        .containsExactly(new Event.Cancelled(Instant.EPOCH, A, "the run is over"));
    assertThat(engine.orders).containsExactly("a 1 on node-0", "a ends");
    assertThat(late).isCompletedWithValue(new CommandAnswer.Refused("the run is over"));
    assertThat(engine.instant()).isEqualTo(Instant.EPOCH.plusSeconds(120));
  }

  @Test
  void holdAllHoldsEveryJobOnceAndSchedulesUntilTheyAreSaved() {
    var _ = cluster.send(submit("a"));
    var _ = cluster.send(submit("b"));
    var _ = cluster.send(new Command.Hold(new JobId("b"), "its user holds it"));
    CompletableFuture<CommandAnswer> late = cluster.sendAt(HORIZON, submit("late"));
    cluster.runUntil(_ -> true, HORIZON);
    var released = new Event.Released(Instant.EPOCH.plusSeconds(3), A, 2, 40);
    engine.reportAt(released.at(), released);

    cluster.holdAll("the run stops", () -> journal.contains(released), Duration.ofMinutes(2));

    assertThat(journal)
        .filteredOn(Event.Held.class::isInstance)
        .extracting(event -> ((Event.Held) event).why())
        .containsExactly("its user holds it", "the run stops");
    assertThat(engine.orders).containsExactly("a 1 on node-0", "a nothing");
    assertThat(late).isCompletedWithValue(new CommandAnswer.Refused("the run stops"));
    assertThat(engine.instant()).isEqualTo(released.at());
    cluster.holdAll("the run stops", () -> false, Duration.ofMinutes(2));
    assertThat(engine.instant()).isEqualTo(released.at().plusSeconds(120));
  }

  @Test
  void aWaitForTasksEndsWhenTheEngineReportsTheirEnd() {
    var _ = cluster.send(submit("a"));
    cluster.runUntil(_ -> true, HORIZON);
    engine.reportAt(Instant.EPOCH.plusSeconds(3), new Event.Cancelled(Instant.EPOCH, A, "ended"));

    cluster.cancelAll("the run is over", Duration.ofMinutes(2));

    assertThat(engine.instant()).isEqualTo(Instant.EPOCH.plusSeconds(3));
  }

  @Test
  void anExceptionOfTheLoopReachesTheCallerAndTheClusterCanBeClosed() {
    LiveCluster broken =
        cluster(_ -> {
          throw new IllegalStateException("a policy with a bug");
        });
    var _ = broken.send(submit("a"));

    CompletableFuture<Void> ended = broken.start();

    assertThatThrownBy(() -> ended.get(60, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseMessage("a policy with a bug");
    assertThat(broken.send(submit("b")))
        .as("no scheduler reads it")
        .isCompletedWithValue(
            new CommandAnswer.Refused("the scheduler has failed: a policy with a bug"));
    broken.close();
    assertThat(engine.isClosed()).isTrue();
  }

  /** The message of many exceptions of the JDK is null. */
  @Test
  void aFailureWithoutAMessageIsNamedByItsTypeAndPlace() {
    LiveCluster broken =
        cluster(_ -> {
          throw new NullPointerException();
        });
    var _ = broken.send(submit("a"));

    assertThatThrownBy(() -> broken.runUntil(_ -> true, HORIZON))
        .isInstanceOf(NullPointerException.class);

    assertThat(broken.send(submit("b")))
        .isCompletedWithValueMatching(answer ->
            ((CommandAnswer.Refused) answer)
                .why()
                .startsWith(
                    "the scheduler has failed: java.lang.NullPointerException, at dev.ductile.scheduler.LiveClusterTest"));
    broken.close();
  }

  @Test
  void aClosedClusterRefusesTheCommandsThatItHasNotRead() {
    CompletableFuture<CommandAnswer> due = cluster.send(submit("a"));
    CompletableFuture<CommandAnswer> late = cluster.sendAt(HORIZON, submit("b"));

    cluster.close();

    var refused = new CommandAnswer.Refused("the cluster is closed");
    assertThat(due).isCompletedWithValue(refused);
    assertThat(late).isCompletedWithValue(refused);
    assertThat(cluster.send(submit("c"))).isCompletedWithValue(refused);
  }

  @Test
  void aStartedClusterSchedulesOnItsOwnThreadUntilItIsClosed() throws Exception {
    var clock = new WaitingClock();
    LiveCluster started = cluster(LiveClusterTest::oneWorkerEach, clock);
    CompletableFuture<Void> ended = started.start();

    assertThat(started.send(submit("a")).get(60, TimeUnit.SECONDS))
        .isEqualTo(new CommandAnswer.Accepted(Instant.EPOCH));
    assertThat(started.send(submit("b")).get(60, TimeUnit.SECONDS))
        .isEqualTo(new CommandAnswer.Accepted(Instant.EPOCH));
    assertThat(ended).isNotDone();
    started.close();

    assertThat(ended).as("close waits for the last round").isCompletedWithValue(null);
    assertThat(started.scheduler().ledger().activeJobs()).isEqualTo(2);
  }

  @Test
  void aSuccessorAdoptsTheJobsOfTheJournalBeforeItsFirstRound() {
    var _ = cluster.send(submit("a"));
    cluster.runUntil(_ -> true, HORIZON);
    LiveCluster successor = cluster(LiveClusterTest::oneWorkerEach);
    journal.forEach(successor.scheduler().ledger()::fold);

    successor.adopt();

    assertThat(engine.orders).containsExactly("a 1 on node-0", "adopt 1 a 1 on node-0");
  }

  /** The inbox has room for 10 commands. */
  @Test
  void cancelAllCancelsMoreJobsThanTheInboxHasRoomFor() {
    for (int i = 0; i < 25; i++) {
      var _ = cluster.send(submit("job-" + i));
      cluster.runUntil(_ -> true, HORIZON);
    }

    cluster.cancelAll("the run is over", Duration.ofMinutes(2));

    assertThat(journal).filteredOn(Event.Ended.class::isInstance).hasSize(25);
    assertThat(cluster.scheduler().ledger().activeJobs()).isZero();
  }

  private LiveCluster cluster(Policy policy) {
    return cluster(policy, engine);
  }

  private LiveCluster cluster(Policy policy, Clock clock) {
    engine.report(new Event.NodeUp(Instant.EPOCH, new Node(SchedulerRig.NODE, Resources.gpus(4))));
    return new LiveCluster(
        SchedulerParts.of(policy, engine, clock, new Ledger(GivenSpeed.SPEEDS))
            .withJournal(journal::addAll),
        Controls.none().policies(),
        10);
  }

  private static Plan oneWorkerEach(Cluster cluster) {
    return SchedulerRig.grants(cluster, Allocation.on(SchedulerRig.NODE, Size.workers(1)));
  }

  private static Command submit(String name) {
    return new Command.Submit(SchedulerRig.spec(name), SpeedSpec.UNKNOWN, Duration.ZERO);
  }

  /** A clock that stands still; its sleeps end when it is woken. */
  private static final class WaitingClock implements Clock {
    private final Semaphore wakes = new Semaphore(0);

    @Override
    public Instant instant() {
      return Instant.EPOCH;
    }

    @Override
    public void sleepUntil(Instant deadline) {
      wakes.acquireUninterruptibly();
      wakes.drainPermits();
    }

    @Override
    public void wake() {
      wakes.release();
    }
  }
}
