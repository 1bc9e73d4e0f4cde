package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Allocation;
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
    CompletableFuture<Answer> second = cluster.sendAt(later.plusSeconds(1), submit("b"));
    CompletableFuture<Answer> first = cluster.sendAt(later, submit("a"));

    cluster.runUntil(loop -> loop.ledger().submittedJobs() == 2, HORIZON);

    assertThat(first).isCompletedWithValue(new Answer.Accepted(later));
    assertThat(second).isCompletedWithValue(new Answer.Accepted(later.plusSeconds(1)));
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
    CompletableFuture<Answer> late = cluster.sendAt(HORIZON, submit("late"));
    cluster.runUntil(_ -> true, HORIZON);

    cluster.cancelAll("the run is over", Duration.ofMinutes(2));

    assertThat(journal)
        .filteredOn(Event.Ended.class::isInstance)
        .containsExactly(new Event.Cancelled(Instant.EPOCH, A, "the run is over"));
    assertThat(engine.orders).containsExactly("a 1 on node-0", "a ends");
    assertThat(late).isCompletedWithValue(new Answer.Refused("the run is over"));
    assertThat(engine.instant()).isEqualTo(Instant.EPOCH.plusSeconds(120));
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
    broken.close();
    assertThat(engine.isClosed()).isTrue();
  }

  private LiveCluster cluster(Policy policy) {
    engine.report(new Event.NodeUp(Instant.EPOCH, new Node(SchedulerRig.NODE, Resources.gpus(4))));
    return new LiveCluster(
        SchedulerParts.of(policy, engine, engine, new Ledger(GivenSpeed.SPEEDS))
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
}
