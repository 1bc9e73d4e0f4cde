package dev.ductile.runtime.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.checkpoint.CheckpointIndex;
import dev.ductile.runtime.checkpoint.Checkpoints;
import dev.ductile.runtime.checkpoint.DataMark;
import dev.ductile.runtime.checkpoint.JobIdentity;
import dev.ductile.runtime.disk.WrittenFile;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.membership.AssignmentTable;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.replication.Toy;
import dev.ductile.runtime.transport.Payload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ServerTest {
  @TempDir Path folder;

  private static TrainingJob job() {
    return Toy.job(Synchrony.BSP, OptimizerSpec.Kind.ADAM);
  }

  @Test
  void aCheckpointOfTwoServersIsLoadedByThree() throws Exception {
    List<float[]> wanted;
    var checkpoints = new Checkpoints(folder, 1, what -> {});
    Path directory = checkpoints.directory(4);
    try (var fixture = new ServerFixture(job())) {
      var lockstep = new LockstepJob(fixture, 2, 2, 7);
      lockstep.begin(lockstep.everywhere());
      lockstep.servers.forEach(
          server -> server.order(new TaskMessage.Save(4, directory.toString())));
      lockstep.runUntil(4);
      List<WrittenFile> files =
          lockstep.servers.stream()
              .map(server -> server.receive(MasterMessage.Saved.class))
              .peek(saved -> assertThat(saved.clock()).isEqualTo(4))
              .map(MasterMessage.Saved::file)
              .toList();
      var job = new JobIdentity(Map.of(), Map.of());
      checkpoints.seal(directory, new CheckpointIndex(4, files, List.of(), job, DataMark.NONE));
      lockstep.runUntil(9);
      wanted = lockstep.values();
    }
    try (var fixture = new ServerFixture(job())) {
      var lockstep = new LockstepJob(fixture, 3, 2, 8);
      lockstep.beginAt(4, new TaskMessage.Start.Restore(directory.toString()));
      lockstep.runUntil(9);
      List<float[]> values = lockstep.values();
      for (int partition = 0; partition < Toy.PARTITIONS; partition++) {
        assertThat(values.get(partition)).isEqualTo(wanted.get(partition));
      }
    }
  }

  @Test
  void aFailedSaveIsReportedAndChangesNothing() throws Exception {
    Path file = Files.createFile(folder.resolve("no-folder"));
    try (var fixture = new ServerFixture(job())) {
      var lockstep = new LockstepJob(fixture, 1, 1, 7);
      lockstep.begin(lockstep.everywhere());
      ServerFixture.StartedServer server = lockstep.servers.getFirst();
      server.order(new TaskMessage.Save(2, file.resolve("step-2").toString()));
      lockstep.runUntil(2);
      assertThat(server.receive(MasterMessage.NotSaved.class).clock()).isEqualTo(2);
      server.order(new TaskMessage.Save(4, folder.resolve("step-4").toString()));
      lockstep.runUntil(4);
      assertThat(server.receive(MasterMessage.Saved.class).clock()).isEqualTo(4);
    }
  }

  @Test
  void anUnfinishedSaveEndsWithItsGeneration() {
    Path old = folder.resolve("old");
    try (var fixture = new ServerFixture(job())) {
      var lockstep = new LockstepJob(fixture, 1, 1, 7);
      lockstep.begin(lockstep.everywhere());
      ServerFixture.StartedServer server = lockstep.servers.getFirst();
      server.order(new TaskMessage.Save(3, old.toString()));
      lockstep.runUntil(2);
      lockstep.reconfigure(lockstep.everywhere());
      server.order(new TaskMessage.Save(5, folder.resolve("new").toString()));
      lockstep.runUntil(6);
      assertThat(server.receive(MasterMessage.Saved.class).clock()).isEqualTo(5);
      assertThat(old).doesNotExist();
    }
  }

  @Test
  void aServerThatCannotLoadReportsItAndContinues() {
    try (var fixture = new ServerFixture(job())) {
      ServerFixture.StartedServer server = fixture.server();
      var alone = new AssignmentTable.ReplicaHolders(server.task, List.of());
      var table = new AssignmentTable(List.of(alone, alone, alone), List.of());
      var nowhere = new TaskMessage.Start.Restore(folder.resolve("nowhere").toString());
      server.order(assign(1, 4, nowhere, server, table));
      assertThat(server.receive(MasterMessage.NotLoaded.class).generation()).isEqualTo(1);
      server.order(assign(2, 0, new TaskMessage.Start.Fresh(), server, table));
      assertThat(server.receive(MasterMessage.Ready.class).generation()).isEqualTo(2);
    }
  }

  private static TaskMessage assign(
      int generation,
      long step,
      TaskMessage.Start start,
      ServerFixture.StartedServer server,
      AssignmentTable table) {
    return new TaskMessage.Assign(
        generation, step, start, List.of(server.member()), table, List.of(), List.of());
  }

  @Test
  void aFrameOfAnInventedGenerationDoesNotStopMessagesOfTheMaster() {
    try (var fixture = new ServerFixture(job())) {
      ServerFixture.StartedServer server = fixture.server();
      var stranger = new ScriptedTask(fixture, Role.SERVER);
      stranger.send(
          server,
          FrameKind.SNAPSHOT.header(Integer.MAX_VALUE, -1, 0, 0, -1),
          Payload.of(new byte[0]));
      server.receive(MasterMessage.Synced.class);
      server.order(new TaskMessage.Halt(2, 0));
      assertThat(server.receive(MasterMessage.Halted.class).generation()).isEqualTo(2);
      var alone = new AssignmentTable.ReplicaHolders(server.task, List.of());
      var table = new AssignmentTable(List.of(alone, alone, alone), List.of());
      server.order(assign(2, 0, new TaskMessage.Start.Fresh(), server, table));
      assertThat(server.receive(MasterMessage.Ready.class).generation()).isEqualTo(2);
    }
  }

  @Test
  void aBadCountEndsTheConnectionOfItsWorker() {
    try (var fixture = new ServerFixture(job())) {
      var lockstep = new LockstepJob(fixture, 1, 2, 1);
      lockstep.begin(lockstep.everywhere());
      ServerFixture.StartedServer server = lockstep.servers.getFirst();
      ScriptedTask bad = lockstep.workers.getFirst().actor;
      ScriptedTask good = lockstep.workers.getLast().actor;
      bad.send(server, FrameKind.PUSHED.header(1, -1, bad.task, 0, -4));
      lockstep.waitUntil(() -> !bad.losses.isEmpty());
      good.send(server, FrameKind.PUSHED.header(1, -1, good.task, 0, 4));
      bad.send(server, FrameKind.PUSHED.header(1, -1, bad.task, 0, 4));
      good.receive(FrameKind.PREPARED);
      bad.receive(FrameKind.PREPARED);
      assertThat(good.losses).isEmpty();
    }
  }

  @Test
  void theFirstReadyWorkerHurriesTheOthers() {
    var aggressive = new Synchrony(Synchrony.Kind.A_BSP, 0);
    try (var fixture = new ServerFixture(Toy.job(aggressive, OptimizerSpec.Kind.SGD))) {
      var lockstep = new LockstepJob(fixture, 1, 2, 1);
      lockstep.begin(lockstep.everywhere());
      ServerFixture.StartedServer server = lockstep.servers.getFirst();
      ScriptedTask fast = lockstep.workers.getFirst().actor;
      ScriptedTask slow = lockstep.workers.getLast().actor;
      slow.send(server, FrameKind.PULL.header(1, 1, slow.task, 0, 0));
      slow.receive(FrameKind.VALUES);
      fast.send(server, FrameKind.PUSHED.header(1, -1, 0, 4, 4));
      assertThat(slow.receive(FrameKind.HURRY).header().clock()).isZero();
      slow.send(server, FrameKind.PUSHED.header(1, -1, -1, 0, 0));
      assertThat(slow.receive(FrameKind.PREPARED).header().clock()).isZero();
      fast.receive(FrameKind.PREPARED);
      lockstep.reconfigure(lockstep.everywhere());
      server.order(new TaskMessage.Halt(9, 0));
      var state = server.receive(MasterMessage.Halted.class).state();
      assertThat(state.cursors().getFirst().safe()).isEqualTo(4);
      assertThat(state.held()).hasSize(3).allMatch(held -> held.version() == 1);
    }
  }

  @Test
  void aWorkerLearnsHowLongItsPullWaitedForOthers() {
    try (var fixture = new ServerFixture(job())) {
      var lockstep = new LockstepJob(fixture, 1, 2, 1);
      lockstep.begin(lockstep.everywhere());
      ServerFixture.StartedServer server = lockstep.servers.getFirst();
      ScriptedTask fast = lockstep.workers.getFirst().actor;
      ScriptedTask slow = lockstep.workers.getLast().actor;
      final long before = System.nanoTime();
      fast.send(server, FrameKind.PUSHED.header(1, -1, fast.task, 0, 4));
      fast.send(server, FrameKind.PULL.header(1, 1, fast.task, 0, 0));
      fast.receive(FrameKind.VALUES);
      final long heard = System.nanoTime();
      for (int i = 0; i < 20; i++) {
        slow.send(server, FrameKind.PULL.header(1, 1, slow.task, 0, 0));
        slow.receive(FrameKind.VALUES);
      }
      final long pushed = System.nanoTime();
      slow.send(server, FrameKind.PUSHED.header(1, -1, slow.task, 0, 4));
      ScriptedTask.ReceivedFrame prepared = fast.receive(FrameKind.PREPARED);
      final long after = System.nanoTime();
      long held = prepared.header().extra() * 1_000L;
      assertThat(held).isBetween(pushed - heard - 1_000, after - before);
      assertThat(prepared.payload().getInt() * 1_000L).isBetween(0L, after - pushed);
    }
  }

  @Test
  void aFrameOfAnOlderGenerationIsRefusedAndTheNextIsAccepted() {
    try (var fixture = new ServerFixture(job())) {
      var lockstep = new LockstepJob(fixture, 1, 1, 1);
      lockstep.begin(lockstep.everywhere());
      ServerFixture.StartedServer server = lockstep.servers.getFirst();
      lockstep.reconfigure(lockstep.everywhere());
      ScriptedTask worker = lockstep.workers.getFirst().actor;
      worker.send(server, FrameKind.PULL.header(1, 1, worker.task, 0, 0));
      assertThat(worker.receive(FrameKind.REFUSED).header().generation()).isEqualTo(2);
      worker.send(server, FrameKind.PULL.header(2, 1, worker.task, 0, 0));
      worker.receive(FrameKind.VALUES);
    }
  }

  @Test
  void aWorkerRepeatsItsFramesAfterALostConnection() {
    try (var fixture = new ServerFixture(job())) {
      var lockstep = new LockstepJob(fixture, 1, 1, 1);
      lockstep.begin(lockstep.everywhere());
      ServerFixture.StartedServer server = lockstep.servers.getFirst();
      ScriptedTask worker = lockstep.workers.getFirst().actor;
      for (int i = 0; i < 3; i++) {
        worker.send(server, FrameKind.PUSHED.header(1, -1, worker.task, 0, 4));
        worker.receive(FrameKind.PREPARED);
        worker.hangUp(server);
      }
      for (int i = 0; i < 3; i++) {
        worker.send(server, FrameKind.COMMIT.header(1, -1, worker.task, 0, 0));
        worker.send(server, FrameKind.PULL.header(1, 1, worker.task, 1, 0));
        worker.receive(FrameKind.VALUES);
        worker.hangUp(server);
      }
    }
  }

  @Test
  void malformedFramesEndOnlyTheirConnection() {
    try (var fixture = new ServerFixture(job())) {
      var lockstep = new LockstepJob(fixture, 2, 2, 3);
      lockstep.begin(lockstep.everywhere());
      for (long seed = 1; seed <= 60; seed++) {
        var random = new SplittableRandom(seed);
        var stranger = new ScriptedTask(fixture, Role.WORKER);
        byte[] bytes = new byte[random.nextInt(64)];
        random.nextBytes(bytes);
        int kind = 1 + random.nextInt(FrameKind.values().length - 1);
        var header =
            FrameKind.of(kind)
                .header(
                    1 + random.nextInt(2),
                    random.nextInt(-2, 5),
                    random.nextInt(-1, 4),
                    random.nextLong(),
                    random.nextInt());
        stranger.send(lockstep.servers.get((int) seed % 2), header, Payload.of(bytes));
      }
      lockstep.runUntil(3);
      assertThat(lockstep.values()).hasSize(Toy.PARTITIONS);
    }
  }

  @Test
  void malformedFramesOfAWorkerOrAPrimaryEndOnlyTheirConnection() {
    try (var fixture = new ServerFixture(job())) {
      var lockstep = new LockstepJob(fixture, 2, 2, 3);
      lockstep.begin(lockstep.everywhere());
      ServerFixture.StartedServer to = lockstep.servers.getFirst();
      for (long seed = 1; seed <= 60; seed++) {
        var random = new SplittableRandom(seed);
        byte[] bytes = new byte[1 + 2 * random.nextInt(32)]; // odd, so never what fits
        random.nextBytes(bytes);
        FrameKind kind = FrameKind.of(random.nextInt(1, 19));
        var header =
            kind.header(1, random.nextInt(-2, 5), random.nextInt(-1, 4), 0, -1 - (int) seed);
        int as =
            seed % 2 == 0
                ? lockstep.servers.getLast().task
                : lockstep.workers.getFirst().actor.task;
        var closed = new CompletableFuture<String>();
        fixture.sendAs(as, to, header, Payload.of(bytes), closed);
        assertThat(closed.orTimeout(10, TimeUnit.SECONDS).join()).isNotEmpty();
      }
      lockstep.runUntil(3);
      assertThat(lockstep.values()).hasSize(Toy.PARTITIONS);
    }
  }

  @Test
  void aServerThatIsAskedToLeaveAsksTheMasterAndWaits() {
    try (var fixture = new ServerFixture(job())) {
      var lockstep = new LockstepJob(fixture, 1, 1, 1);
      lockstep.begin(lockstep.everywhere());
      ServerFixture.StartedServer server = lockstep.servers.getFirst();
      server.leave();
      server.receive(MasterMessage.Leave.class);
      lockstep.runUntil(2);
      server.order(new TaskMessage.Stop(143, "it has left"));
      assertThat(server.exitCode.orTimeout(10, TimeUnit.SECONDS).join()).isEqualTo(143);
    }
  }
}
