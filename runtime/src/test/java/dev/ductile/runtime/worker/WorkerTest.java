package dev.ductile.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.job.BatchSpec;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.membership.TaskState;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.protocol.StepReport;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.transport.FrameHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class WorkerTest {
  @TempDir private Path directory;
  private final CountingModel counting = new CountingModel(List.of(40, 40), false);
  private WorkerFixture cluster;

  @BeforeEach
  void begin() throws IOException {
    var batch = new BatchSpec(4, false, BatchSpec.RateRule.NONE);
    cluster = new WorkerFixture(counting, counting.job(Synchrony.BSP, batch, 1_000), directory, 2);
  }

  @AfterEach
  void end() {
    cluster.close();
  }

  private List<Integer> allAt(int server) {
    return Collections.nCopies(cluster.layout.partitions().size(), server);
  }

  private void assign(int first, int second, int server) {
    cluster.assign(cluster.decide(), List.of(first, second), allAt(server));
  }

  /** To be asked on the thread of the servers. */
  private List<FrameKind> heardFrom(int server, int source) {
    return Optional.ofNullable(cluster.servers.get(server)).orElseThrow().heard.stream()
        .filter(header -> header.source() == source)
        .map(FrameHeader::kind)
        .map(FrameKind::of)
        .toList();
  }

  @Test
  void aWorkerTrainsUntilTheOrderedStep() {
    int worker = cluster.join("worker-0");
    cluster.halt(0);
    assign(worker, worker, 100);
    cluster.resume();
    Map<Integer, TaskState> halted = cluster.halt(25);
    assertThat(Optional.ofNullable(halted.get(worker)).orElseThrow().clock()).isEqualTo(25);
    cluster.await(() -> cluster.servers.values().iterator().next().version == 25);
  }

  /** The pull may be held until another worker advances, and that one is already halted. */
  @Test
  void aWorkerWithAHeldPullHaltsAtOnce() {
    int worker = cluster.join("worker-0");
    cluster.halt(0);
    assign(worker, worker, 100);
    cluster.does(() -> cluster.servers.values().forEach(server -> server.version = -1));
    cluster.resume();
    cluster.await(() -> heardFrom(100, worker).contains(FrameKind.PULL));
    Map<Integer, TaskState> halted = cluster.halt(Long.MAX_VALUE);
    assertThat(Optional.ofNullable(halted.get(worker)).orElseThrow().clock()).isZero();
  }

  @Test
  void aGradientIsPushedAgainIfOnlyServersChange() {
    int first = cluster.join("worker-0");
    int second = cluster.join("worker-1");
    cluster.halt(0);
    assign(first, second, 100);
    cluster.say(first, new TaskMessage.Resume(cluster.generation));
    cluster.await(() -> heardFrom(100, first).contains(FrameKind.PUSHED));
    cluster.halt(0);
    assign(first, second, 101);
    cluster.say(first, new TaskMessage.Resume(cluster.generation));
    cluster.await(() -> heardFrom(101, first).contains(FrameKind.PUSHED));
    assertThat(cluster.ask(() -> heardFrom(101, first)))
        .doesNotContain(FrameKind.PULL)
        .contains(FrameKind.PUSH);
  }

  @Test
  void aGradientIsComputedAgainIfSplitsChange() {
    int first = cluster.join("worker-0");
    int second = cluster.join("worker-1");
    cluster.halt(0);
    assign(first, second, 100);
    cluster.say(first, new TaskMessage.Resume(cluster.generation));
    cluster.await(() -> heardFrom(100, first).contains(FrameKind.PUSHED));
    cluster.halt(0);
    assign(second, first, 101);
    cluster.say(first, new TaskMessage.Resume(cluster.generation));
    cluster.await(() -> heardFrom(101, first).contains(FrameKind.PUSHED));
    assertThat(cluster.ask(() -> heardFrom(101, first))).startsWith(FrameKind.PULL);
  }

  @Test
  void theReasonOfAFailedJobIsNoted() {
    int worker = cluster.join("worker-0");
    cluster.say(worker, new TaskMessage.Stop(78, "held-out.libsvm, line 2: label 7"));
    cluster.await(() -> cluster.ends.contains(78));
    assertThat(cluster.troubles).containsExactly("held-out.libsvm, line 2: label 7");
  }

  @Test
  void aStoppedJobHasNoReason() {
    int worker = cluster.join("worker-0");
    cluster.say(worker, new TaskMessage.Stop(143, "it was asked to stop"));
    cluster.await(() -> cluster.ends.contains(143));
    assertThat(cluster.troubles).isEmpty();
  }

  @Test
  void anUnreachableServerIsReportedToTheMaster() {
    int worker = cluster.join("worker-0");
    cluster.does(() ->
        cluster.members.put(
            101,
            new Member(101, Role.SERVER, "server-1", "here", 0, Optional.empty(), "127.0.0.1:1")));
    cluster.halt(0);
    assign(worker, worker, 101);
    cluster.resume();
    var suspect = (MasterMessage.Suspect) cluster.receive(MasterMessage.Suspect.class).message();
    assertThat(suspect.task()).isEqualTo(101);
  }

  @Test
  void trainingContinuesAfterCutConnections() {
    int worker = cluster.join("worker-0");
    cluster.halt(0);
    assign(worker, worker, 100);
    cluster.resume();
    for (long step = 100; step <= 300; step += 100) {
      long until = step;
      cluster.await(() -> cluster.servers.values().iterator().next().version > until);
      cluster.does(() -> cluster.servers.values().forEach(PlainServer::cut));
    }
    cluster.await(() -> cluster.servers.values().iterator().next().version > 400);
  }

  @Test
  void trainingContinuesAfterConnectionsThatDieSilently() {
    int worker = cluster.join("worker-0");
    cluster.halt(0);
    assign(worker, worker, 100);
    cluster.resume();
    cluster.await(() -> cluster.servers.values().iterator().next().version > 100);
    cluster.does(() -> cluster.servers.values().forEach(PlainServer::goDeaf));
    long then = cluster.ask(() -> cluster.servers.values().iterator().next().version);
    cluster.await(() -> cluster.servers.values().iterator().next().version > then + 100);
  }

  @Test
  void eachStepIsReportedOnceWithItsTimes() {
    int worker = cluster.join("worker-0");
    cluster.halt(0);
    assign(worker, worker, 100);
    cluster.resume();
    cluster.halt(30);
    cluster.await(() -> cluster.reports.size() == 30);
    assertThat(cluster.reports).extracting(StepReport::step).hasSize(30).doesNotHaveDuplicates();
    assertThat(cluster.reports)
        .allSatisfy(report -> {
          assertThat(report.examples()).isEqualTo(4);
          assertThat(report.downlinkNanos()).isPositive();
          assertThat(report.workerNanos()).isPositive();
          assertThat(report.uplinkNanos()).isPositive();
          assertThat(report.serverNanos()).isNotNegative();
        });
  }

  @Test
  void aLeavingWorkerAsksTheMasterAndEndsOnItsAnswer() {
    int worker = cluster.join("worker-0");
    cluster.halt(0); // a worker that answers is registered; before that it leaves without a message
    Optional.ofNullable(cluster.workers.get(worker)).orElseThrow().leave();
    assertThat(cluster.receive(MasterMessage.Leave.class).task()).isEqualTo(worker);
    cluster.say(worker, new TaskMessage.Stop(143, "it has left"));
    cluster.await(() -> cluster.ends.contains(143));
  }
}
