package dev.ductile.runtime.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.membership.AssignmentTable;
import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.membership.TaskState;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.replication.Toy;
import dev.ductile.runtime.transport.FrameHeader;
import dev.ductile.runtime.transport.Payload;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pushes that are applied on receipt; one of k examples moves each number by half of 1 / k. */
@Timeout(60)
class UnsynchronizedUpdatesTest {
  private static final Synchrony ASP = new Synchrony(Synchrony.Kind.ASP, 0);
  private static final float[] ONES = {1, 1, 1, 1, 1};

  private final List<TaskMessage.Start> starts =
      List.of(new TaskMessage.Start.Fresh(), new TaskMessage.Start.Discard());

  private static TaskMessage.Assign assign(
      int generation,
      TaskMessage.Start start,
      List<ServerFixture.StartedServer> servers,
      List<ScriptedTask> workers) {
    List<Member> roster =
        Stream.concat(
                servers.stream().map(ServerFixture.StartedServer::member),
                workers.stream().map(one -> one.member))
            .toList();
    List<Integer> others = servers.stream().skip(1).map(one -> one.task).toList();
    var copies = new AssignmentTable.ReplicaHolders(servers.getFirst().task, others);
    return new TaskMessage.Assign(
        generation,
        0,
        start,
        roster,
        new AssignmentTable(List.of(copies, copies, copies), List.of()),
        List.of(),
        List.of());
  }

  private static void begin(TaskMessage.Assign assign, List<ServerFixture.StartedServer> servers) {
    servers.forEach(server -> server.order(assign));
    servers.forEach(server -> server.receive(MasterMessage.Ready.class));
    servers.forEach(server -> server.order(new TaskMessage.Resume(assign.generation())));
  }

  private static void push(
      ScriptedTask worker, ServerFixture.StartedServer to, int generation, int split, long clock) {
    worker.send(
        to,
        FrameKind.PUSH.header(generation, 1, split, clock, 0),
        Payload.of(ONES, 0, ONES.length));
  }

  private static FrameHeader pushed(int generation, int split, long clock, int examples) {
    return FrameKind.PUSHED.header(generation, -1, split, clock, examples);
  }

  private static float firstValue(
      ScriptedTask worker, ServerFixture.StartedServer of, int generation, long step) {
    worker.send(of, FrameKind.PULL.header(generation, 1, worker.task, step, 0));
    return worker.receive(FrameKind.VALUES).floats()[0];
  }

  @Test
  void aPushIsAppliedOnReceiptAndOnlyOnce() {
    try (var fixture = new ServerFixture(Toy.job(ASP, OptimizerSpec.Kind.SGD))) {
      var server = fixture.server();
      var worker = new ScriptedTask(fixture, Role.WORKER);
      begin(assign(1, starts.getFirst(), List.of(server), List.of(worker)), List.of(server));
      assertThat(firstValue(worker, server, 1, 0)).isEqualTo(0.5f);
      for (int i = 0; i < 2; i++) {
        push(worker, server, 1, 2, 4);
        worker.send(server, pushed(1, 2, 4, 4));
        assertThat(worker.receive(FrameKind.PREPARED).header().clock()).isEqualTo(4);
      }
      assertThat(firstValue(worker, server, 1, 1)).isEqualTo(0.5f - 0.5f / 4);
      push(worker, server, 1, 2, 6);
      assertThat(firstValue(worker, server, 1, 1)).isEqualTo(0.5f - 0.5f / 4 - 0.5f / 2);
    }
  }

  @Test
  void aPromotedFollowerHasThePreparedPushesAndTakesTheRestOnce() {
    try (var fixture = new ServerFixture(Toy.job(ASP, OptimizerSpec.Kind.SGD))) {
      var primary = fixture.server();
      var follower = fixture.server();
      var worker = new ScriptedTask(fixture, Role.WORKER);
      var both = List.of(primary, follower);
      begin(assign(1, starts.getFirst(), both, List.of(worker)), both);
      push(worker, primary, 1, 0, 4);
      worker.send(primary, pushed(1, 0, 4, 4));
      worker.receive(FrameKind.PREPARED);
      push(worker, primary, 1, 0, 8);
      firstValue(worker, primary, 1, 1);
      primary.die();
      follower.order(new TaskMessage.Halt(2, 0));
      TaskState state = follower.receive(MasterMessage.Halted.class).state();
      assertThat(state.held()).hasSize(3);
      TaskState.Cursor cursor = state.cursors().getFirst();
      assertThat(cursor.safe()).isEqualTo(4);
      assertThat(cursor.next()).isIn(4L, 8L);
      begin(assign(2, starts.getLast(), List.of(follower), List.of(worker)), List.of(follower));
      push(worker, follower, 2, 0, 8);
      worker.send(follower, pushed(2, 0, 8, 4));
      worker.receive(FrameKind.PREPARED);
      assertThat(firstValue(worker, follower, 2, 2)).isEqualTo(0.5f - 2 * 0.5f / 4);
    }
  }

  /** Row 1 is pushed once and then left alone, while pushes touch other rows and partitions. */
  @Test
  void anUntouchedRowIsPulledWithItsOwedSteps() {
    double l2 = 0.25;
    var job = Toy.job(ASP, OptimizerSpec.Kind.SGD, 0, l2);
    try (var fixture = new ServerFixture(job, Toy.REGULARIZED)) {
      var server = fixture.server();
      var worker = new ScriptedTask(fixture, Role.WORKER);
      begin(assign(1, starts.getFirst(), List.of(server), List.of(worker)), List.of(server));
      for (int pushes = 1; pushes <= 9; pushes++) {
        if (pushes % 2 == 0) {
          push(worker, server, 1, 2, 4L * pushes);
        } else {
          FrameHeader header = FrameKind.PUSH_KEYED.header(1, 0, 2, 4L * pushes, 1);
          int[] keys = {pushes == 1 ? 1 : 4};
          worker.send(server, header, FakeWorker.keyed(keys, new float[12], 2));
        }
        worker.send(server, pushed(1, 2, 4L * pushes, 4));
        worker.receive(FrameKind.PREPARED);
        worker.send(server, FrameKind.PULL.header(1, 0, worker.task, pushes, 0));
        float[] all = worker.receive(FrameKind.VALUES).floats();
        for (int i = 0; i < all.length; i++) {
          double drawn = (i + 1) * 0.25 / Math.pow(1 + 0.5 * l2, pushes);
          assertThat((double) all[i]).as("%d after %d", i, pushes).isCloseTo(drawn, within(1e-6));
        }
      }
    }
  }

  @Test
  void fastWorkersWaitForTheSlowestUntilItIsDone() {
    try (var fixture =
        new ServerFixture(Toy.job(new Synchrony(Synchrony.Kind.SSP, 1), OptimizerSpec.Kind.SGD))) {
      var server = fixture.server();
      var fast = new ScriptedTask(fixture, Role.WORKER);
      var slow = new ScriptedTask(fixture, Role.WORKER);
      begin(assign(1, starts.getFirst(), List.of(server), List.of(fast, slow)), List.of(server));
      for (long step = 0; step < 2; step++) {
        firstValue(fast, server, 1, step);
        push(fast, server, 1, 0, 4 * (step + 1));
        fast.send(server, pushed(1, 0, 4 * (step + 1), 4));
        fast.receive(FrameKind.PREPARED);
      }
      fast.send(server, FrameKind.PULL.header(1, 1, fast.task, 2, 0));
      firstValue(slow, server, 1, 0);
      assertThat(fast.heard).isEmpty();
      push(slow, server, 1, 1, 4);
      slow.send(server, pushed(1, 1, 4, 4));
      slow.receive(FrameKind.PREPARED);
      fast.receive(FrameKind.VALUES);
      fast.send(server, FrameKind.PULL.header(1, 1, fast.task, 3, 0));
      firstValue(slow, server, 1, 1);
      assertThat(fast.heard).isEmpty();
      slow.send(server, FrameKind.COMMIT.header(1, -1, slow.task, Long.MAX_VALUE, 0));
      fast.receive(FrameKind.VALUES);
    }
  }
}
