package dev.ductile.runtime.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.protocol.Kind;
import dev.ductile.runtime.protocol.Message;
import dev.ductile.runtime.protocol.Role;
import dev.ductile.runtime.state.Checkpoints;
import dev.ductile.runtime.wire.Payload;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
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
    try (var scene = new Scene(job())) {
      var play = new Play(scene, 2, 2, 7);
      play.begin(play.everywhere());
      play.servers.forEach(server -> server.tell(new Message.Save(4, directory.toString())));
      play.playUntil(4);
      List<String> files =
          play.servers.stream()
              .map(server -> server.hear(Message.Saved.class))
              .peek(saved -> assertThat(saved.clock()).isEqualTo(4))
              .map(Message.Saved::file)
              .toList();
      checkpoints.seal(directory, 4, files, List.of());
      play.playUntil(9);
      wanted = play.values();
    }
    try (var scene = new Scene(job())) {
      var play = new Play(scene, 3, 2, 8);
      play.beginAt(4, new Message.Start.Restore(directory.toString()));
      play.playUntil(9);
      List<float[]> values = play.values();
      for (int partition = 0; partition < Toy.PARTITIONS; partition++) {
        assertThat(values.get(partition)).isEqualTo(wanted.get(partition));
      }
    }
  }

  @Test
  void theFirstToBeReadyMakesTheOthersHurry() {
    var aggressive = new Synchrony(Synchrony.Kind.A_BSP, 0);
    try (var scene = new Scene(Toy.job(aggressive, OptimizerSpec.Kind.SGD))) {
      var play = new Play(scene, 1, 2, 1);
      play.begin(play.everywhere());
      Scene.Hired server = play.servers.getFirst();
      Actor fast = play.workers.getFirst().actor;
      Actor slow = play.workers.getLast().actor;
      slow.send(server, Kind.PULL.header(1, 1, slow.task, 0, 0));
      slow.hear(Kind.VALUES);
      fast.send(server, Kind.PUSHED.header(1, -1, 0, 4, 4));
      assertThat(slow.hear(Kind.HURRY).header().clock()).isZero();
      slow.send(server, Kind.PUSHED.header(1, -1, -1, 0, 0));
      assertThat(slow.hear(Kind.PREPARED).header().clock()).isZero();
      fast.hear(Kind.PREPARED);
      play.regroup(play.everywhere());
      server.tell(new Message.Halt(9, 0));
      var standing = server.hear(Message.Stood.class).standing();
      assertThat(standing.cursors().getFirst().safe()).isEqualTo(4);
      assertThat(standing.held()).hasSize(3).allMatch(held -> held.version() == 1);
    }
  }

  @Test
  void aFrameOfAnOlderGenerationIsRefusedAndTheNextIsHeard() {
    try (var scene = new Scene(job())) {
      var play = new Play(scene, 1, 1, 1);
      play.begin(play.everywhere());
      Scene.Hired server = play.servers.getFirst();
      play.regroup(play.everywhere());
      Actor worker = play.workers.getFirst().actor;
      worker.send(server, Kind.PULL.header(1, 1, worker.task, 0, 0));
      assertThat(worker.hear(Kind.REFUSED).header().generation()).isEqualTo(2);
      worker.send(server, Kind.PULL.header(2, 1, worker.task, 0, 0));
      worker.hear(Kind.VALUES);
    }
  }

  @Test
  void aWorkerThatWasCutSaysItAgain() {
    try (var scene = new Scene(job())) {
      var play = new Play(scene, 1, 1, 1);
      play.begin(play.everywhere());
      Scene.Hired server = play.servers.getFirst();
      Actor worker = play.workers.getFirst().actor;
      for (int i = 0; i < 3; i++) {
        worker.send(server, Kind.PUSHED.header(1, -1, worker.task, 0, 4));
        worker.hear(Kind.PREPARED);
        worker.hangUp(server);
      }
      for (int i = 0; i < 3; i++) {
        worker.send(server, Kind.COMMIT.header(1, -1, worker.task, 0, 0));
        worker.send(server, Kind.PULL.header(1, 1, worker.task, 1, 0));
        worker.hear(Kind.VALUES);
        worker.hangUp(server);
      }
    }
  }

  @Test
  void nonsenseEndsAConnectionAndNothingElse() {
    try (var scene = new Scene(job())) {
      var play = new Play(scene, 2, 2, 3);
      play.begin(play.everywhere());
      for (long seed = 1; seed <= 60; seed++) {
        var random = new SplittableRandom(seed);
        var stranger = new Actor(scene, Role.WORKER);
        byte[] bytes = new byte[random.nextInt(64)];
        random.nextBytes(bytes);
        int kind = 1 + random.nextInt(Kind.values().length - 1);
        var header =
            Kind.of(kind)
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
  void whoIsAskedToLeaveAsksTheMasterAndWaits() {
    try (var scene = new Scene(job())) {
      var play = new Play(scene, 1, 1, 1);
      play.begin(play.everywhere());
      Scene.Hired server = play.servers.getFirst();
      server.leave();
      server.hear(Message.Leave.class);
      play.playUntil(2);
      server.tell(new Message.Stop(143, "it has left"));
      assertThat(server.exitCode.orTimeout(10, TimeUnit.SECONDS).join()).isEqualTo(143);
    }
  }
}
