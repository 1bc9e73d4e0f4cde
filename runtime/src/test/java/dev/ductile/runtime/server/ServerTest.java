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
  void whatIsSavedByTwoIsRestoredByThree() throws Exception {
    List<float[]> wanted;
    var checkpoints = new Checkpoints(folder, 1, what -> {});
    Path directory = checkpoints.directory(4);
    try (var scene = new ServerFixture(job())) {
      var play = new LockstepJob(scene, 2, 2, 7);
      play.begin(play.everywhere());
      play.servers.forEach(server -> server.tell(new TaskMessage.Save(4, directory.toString())));
      play.playUntil(4);
      List<WrittenFile> files =
          play.servers.stream()
              .map(server -> server.hear(MasterMessage.Saved.class))
              .peek(saved -> assertThat(saved.clock()).isEqualTo(4))
              .map(MasterMessage.Saved::file)
              .toList();
      var job = new JobIdentity(Map.of(), Map.of());
      checkpoints.seal(directory, new CheckpointIndex(4, files, List.of(), job, DataMark.NONE));
      play.playUntil(9);
      wanted = play.values();
    }
    try (var scene = new ServerFixture(job())) {
      var play = new LockstepJob(scene, 3, 2, 8);
      play.beginAt(4, new TaskMessage.Start.Restore(directory.toString()));
      play.playUntil(9);
      List<float[]> values = play.values();
      for (int partition = 0; partition < Toy.PARTITIONS; partition++) {
        assertThat(values.get(partition)).isEqualTo(wanted.get(partition));
      }
    }
  }

  @Test
  void whatCannotBeWrittenIsToldAndHarmsNothing() throws Exception {
    Path file = Files.createFile(folder.resolve("no-folder"));
    try (var scene = new ServerFixture(job())) {
      var play = new LockstepJob(scene, 1, 1, 7);
      play.begin(play.everywhere());
      ServerFixture.StartedServer server = play.servers.getFirst();
      server.tell(new TaskMessage.Save(2, file.resolve("step-2").toString()));
      play.playUntil(2);
      assertThat(server.hear(MasterMessage.NotSaved.class).clock()).isEqualTo(2);
      server.tell(new TaskMessage.Save(4, folder.resolve("step-4").toString()));
      play.playUntil(4);
      assertThat(server.hear(MasterMessage.Saved.class).clock()).isEqualTo(4);
    }
  }

  @Test
  void whatAGenerationHasNotSavedTheNextForgets() {
    Path old = folder.resolve("old");
    try (var scene = new ServerFixture(job())) {
      var play = new LockstepJob(scene, 1, 1, 7);
      play.begin(play.everywhere());
      ServerFixture.StartedServer server = play.servers.getFirst();
      server.tell(new TaskMessage.Save(3, old.toString()));
      play.playUntil(2);
      play.reconfigure(play.everywhere());
      server.tell(new TaskMessage.Save(5, folder.resolve("new").toString()));
      play.playUntil(6);
      assertThat(server.hear(MasterMessage.Saved.class).clock()).isEqualTo(5);
      assertThat(old).doesNotExist();
    }
  }

  @Test
  void whoCannotLoadSaysSoAndGoesOn() {
    try (var scene = new ServerFixture(job())) {
      ServerFixture.StartedServer server = scene.server();
      var alone = new AssignmentTable.ReplicaHolders(server.task, List.of());
      var table = new AssignmentTable(List.of(alone, alone, alone), List.of());
      var nowhere = new TaskMessage.Start.Restore(folder.resolve("nowhere").toString());
      server.tell(assign(1, 4, nowhere, server, table));
      assertThat(server.hear(MasterMessage.NotLoaded.class).generation()).isEqualTo(1);
      server.tell(assign(2, 0, new TaskMessage.Start.Fresh(), server, table));
      assertThat(server.hear(MasterMessage.Ready.class).generation()).isEqualTo(2);
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
  void aMadeUpGenerationDoesNotKeepItFromHearingTheMaster() {
    try (var scene = new ServerFixture(job())) {
      ServerFixture.StartedServer server = scene.server();
      var stranger = new Actor(scene, Role.SERVER);
      stranger.send(
          server,
          FrameKind.SNAPSHOT.header(Integer.MAX_VALUE, -1, 0, 0, -1),
          Payload.of(new byte[0]));
      server.hear(MasterMessage.Synced.class);
      server.tell(new TaskMessage.Halt(2, 0));
      assertThat(server.hear(MasterMessage.Halted.class).generation()).isEqualTo(2);
      var alone = new AssignmentTable.ReplicaHolders(server.task, List.of());
      var table = new AssignmentTable(List.of(alone, alone, alone), List.of());
      server.tell(assign(2, 0, new TaskMessage.Start.Fresh(), server, table));
      assertThat(server.hear(MasterMessage.Ready.class).generation()).isEqualTo(2);
    }
  }

  @Test
  void aBadCountIsFoundAtTheWorkerThatTellsIt() {
    try (var scene = new ServerFixture(job())) {
      var play = new LockstepJob(scene, 1, 2, 1);
      play.begin(play.everywhere());
      ServerFixture.StartedServer server = play.servers.getFirst();
      Actor bad = play.workers.getFirst().actor;
      Actor good = play.workers.getLast().actor;
      bad.send(server, FrameKind.PUSHED.header(1, -1, bad.task, 0, -4));
      play.waitUntil(() -> !bad.losses.isEmpty());
      good.send(server, FrameKind.PUSHED.header(1, -1, good.task, 0, 4));
      bad.send(server, FrameKind.PUSHED.header(1, -1, bad.task, 0, 4));
      good.hear(FrameKind.PREPARED);
      bad.hear(FrameKind.PREPARED);
      assertThat(good.losses).isEmpty();
    }
  }

  @Test
  void theFirstToBeReadyMakesTheOthersHurry() {
    var aggressive = new Synchrony(Synchrony.Kind.A_BSP, 0);
    try (var scene = new ServerFixture(Toy.job(aggressive, OptimizerSpec.Kind.SGD))) {
      var play = new LockstepJob(scene, 1, 2, 1);
      play.begin(play.everywhere());
      ServerFixture.StartedServer server = play.servers.getFirst();
      Actor fast = play.workers.getFirst().actor;
      Actor slow = play.workers.getLast().actor;
      slow.send(server, FrameKind.PULL.header(1, 1, slow.task, 0, 0));
      slow.hear(FrameKind.VALUES);
      fast.send(server, FrameKind.PUSHED.header(1, -1, 0, 4, 4));
      assertThat(slow.hear(FrameKind.HURRY).header().clock()).isZero();
      slow.send(server, FrameKind.PUSHED.header(1, -1, -1, 0, 0));
      assertThat(slow.hear(FrameKind.PREPARED).header().clock()).isZero();
      fast.hear(FrameKind.PREPARED);
      play.reconfigure(play.everywhere());
      server.tell(new TaskMessage.Halt(9, 0));
      var state = server.hear(MasterMessage.Halted.class).state();
      assertThat(state.cursors().getFirst().safe()).isEqualTo(4);
      assertThat(state.held()).hasSize(3).allMatch(held -> held.version() == 1);
    }
  }

  @Test
  void whoHasPushedIsToldForHowLongOthersWereWaitedFor() {
    try (var scene = new ServerFixture(job())) {
      var play = new LockstepJob(scene, 1, 2, 1);
      play.begin(play.everywhere());
      ServerFixture.StartedServer server = play.servers.getFirst();
      Actor fast = play.workers.getFirst().actor;
      Actor slow = play.workers.getLast().actor;
      final long before = System.nanoTime();
      fast.send(server, FrameKind.PUSHED.header(1, -1, fast.task, 0, 4));
      fast.send(server, FrameKind.PULL.header(1, 1, fast.task, 0, 0));
      fast.hear(FrameKind.VALUES);
      final long heard = System.nanoTime();
      for (int i = 0; i < 20; i++) {
        slow.send(server, FrameKind.PULL.header(1, 1, slow.task, 0, 0));
        slow.hear(FrameKind.VALUES);
      }
      final long pushed = System.nanoTime();
      slow.send(server, FrameKind.PUSHED.header(1, -1, slow.task, 0, 4));
      Actor.Heard prepared = fast.hear(FrameKind.PREPARED);
      final long after = System.nanoTime();
      long held = prepared.header().extra() * 1_000L;
      assertThat(held).isBetween(pushed - heard - 1_000, after - before);
      assertThat(prepared.payload().getInt() * 1_000L).isBetween(0L, after - pushed);
    }
  }

  @Test
  void aFrameOfAnOlderGenerationIsRefusedAndTheNextIsHeard() {
    try (var scene = new ServerFixture(job())) {
      var play = new LockstepJob(scene, 1, 1, 1);
      play.begin(play.everywhere());
      ServerFixture.StartedServer server = play.servers.getFirst();
      play.reconfigure(play.everywhere());
      Actor worker = play.workers.getFirst().actor;
      worker.send(server, FrameKind.PULL.header(1, 1, worker.task, 0, 0));
      assertThat(worker.hear(FrameKind.REFUSED).header().generation()).isEqualTo(2);
      worker.send(server, FrameKind.PULL.header(2, 1, worker.task, 0, 0));
      worker.hear(FrameKind.VALUES);
    }
  }

  @Test
  void aWorkerThatWasCutSaysItAgain() {
    try (var scene = new ServerFixture(job())) {
      var play = new LockstepJob(scene, 1, 1, 1);
      play.begin(play.everywhere());
      ServerFixture.StartedServer server = play.servers.getFirst();
      Actor worker = play.workers.getFirst().actor;
      for (int i = 0; i < 3; i++) {
        worker.send(server, FrameKind.PUSHED.header(1, -1, worker.task, 0, 4));
        worker.hear(FrameKind.PREPARED);
        worker.hangUp(server);
      }
      for (int i = 0; i < 3; i++) {
        worker.send(server, FrameKind.COMMIT.header(1, -1, worker.task, 0, 0));
        worker.send(server, FrameKind.PULL.header(1, 1, worker.task, 1, 0));
        worker.hear(FrameKind.VALUES);
        worker.hangUp(server);
      }
    }
  }

  @Test
  void nonsenseEndsAConnectionAndNothingElse() {
    try (var scene = new ServerFixture(job())) {
      var play = new LockstepJob(scene, 2, 2, 3);
      play.begin(play.everywhere());
      for (long seed = 1; seed <= 60; seed++) {
        var random = new SplittableRandom(seed);
        var stranger = new Actor(scene, Role.WORKER);
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
        stranger.send(play.servers.get((int) seed % 2), header, Payload.of(bytes));
      }
      play.playUntil(3);
      assertThat(play.values()).hasSize(Toy.PARTITIONS);
    }
  }

  @Test
  void nonsenseOfAWorkerOrAPrimaryEndsAConnectionAndNothingElse() {
    try (var scene = new ServerFixture(job())) {
      var play = new LockstepJob(scene, 2, 2, 3);
      play.begin(play.everywhere());
      ServerFixture.StartedServer to = play.servers.getFirst();
      for (long seed = 1; seed <= 60; seed++) {
        var random = new SplittableRandom(seed);
        byte[] bytes = new byte[1 + 2 * random.nextInt(32)]; // odd, so never what fits
        random.nextBytes(bytes);
        FrameKind kind = FrameKind.of(random.nextInt(1, 19));
        var header =
            kind.header(1, random.nextInt(-2, 5), random.nextInt(-1, 4), 0, -1 - (int) seed);
        int as = seed % 2 == 0 ? play.servers.getLast().task : play.workers.getFirst().actor.task;
        var closed = new CompletableFuture<String>();
        scene.sayAs(as, to, header, Payload.of(bytes), closed);
        assertThat(closed.orTimeout(10, TimeUnit.SECONDS).join()).isNotEmpty();
      }
      play.playUntil(3);
      assertThat(play.values()).hasSize(Toy.PARTITIONS);
    }
  }

  @Test
  void whoIsAskedToLeaveAsksTheMasterAndWaits() {
    try (var scene = new ServerFixture(job())) {
      var play = new LockstepJob(scene, 1, 1, 1);
      play.begin(play.everywhere());
      ServerFixture.StartedServer server = play.servers.getFirst();
      server.leave();
      server.hear(MasterMessage.Leave.class);
      play.playUntil(2);
      server.tell(new TaskMessage.Stop(143, "it has left"));
      assertThat(server.exitCode.orTimeout(10, TimeUnit.SECONDS).join()).isEqualTo(143);
    }
  }
}
