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
import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.parameters.Partition;
import dev.ductile.runtime.parameters.Replica;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.replication.Toy;
import dev.ductile.runtime.transport.FrameHeader;
import dev.ductile.runtime.transport.Payload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Law: a job that is stopped and continued, or whose primary dies, has the same parameters, to the
 * last bit, as one that was never stopped; for every synchrony, optimiser that takes batches, l1
 * and l2, of tensors that are keyed and not. A push names some rows, and some pushes leave
 * partitions out.
 */
@Timeout(120)
class ContinuationTest {
  private static final int PUSHES = 24;
  private static final int EXAMPLES = 4;
  private static final double[][] DRAWS = {{0, 0}, {0.03, 0}, {0, 0.05}, {0.01, 0.02}};

  /** Reports of dead workers that the master may lack: its step may lie so far behind. */
  private static final int UNTOLD = 5;

  @TempDir Path folder;

  private final List<TaskMessage.Start> starts =
      List.of(new TaskMessage.Start.Fresh(), new TaskMessage.Start.Discard());

  /** One job: servers that hold all parameters, and a worker that pushes random gradients. */
  private final class Run implements AutoCloseable {
    final TrainingJob job;
    final ServerFixture fixture;
    final long seed;
    final List<ServerFixture.StartedServer> servers = new ArrayList<>();
    final ScriptedTask worker;
    int generation;
    int done;

    Run(TrainingJob job, int servers, long seed) {
      this.job = job;
      this.seed = seed;
      fixture = new ServerFixture(job, Toy.REGULARIZED);
      for (int i = 0; i < servers; i++) {
        this.servers.add(fixture.server());
      }
      worker = new ScriptedTask(fixture, Role.WORKER);
    }

    boolean isLockstep() {
      return job.synchrony().kind().isLockstep();
    }

    void assign(TaskMessage.Start start, long step) {
      generation++;
      List<Member> roster =
          Stream.concat(
                  servers.stream().map(ServerFixture.StartedServer::member),
                  Stream.of(worker.member))
              .toList();
      List<Integer> others = servers.stream().skip(1).map(one -> one.task).toList();
      var copies = new AssignmentTable.ReplicaHolders(servers.getFirst().task, others);
      var table = new AssignmentTable(Collections.nCopies(Toy.PARTITIONS, copies), List.of());
      var assign =
          new TaskMessage.Assign(generation, step, start, roster, table, List.of(), List.of());
      servers.forEach(server -> server.order(assign));
      servers.forEach(server -> server.receive(MasterMessage.Ready.class));
    }

    void resume() {
      servers.forEach(server -> server.order(new TaskMessage.Resume(generation)));
    }

    void pushUntil(int end) {
      for (; done < end; done++) {
        push(new SplittableRandom(seed * PUSHES + done));
      }
    }

    /** Where all make one step together, the worker and the step mark a push. */
    private FrameHeader header(FrameKind kind, int partition, int extra) {
      return isLockstep()
          ? kind.header(generation, partition, worker.task, done, extra)
          : kind.header(generation, partition, 1, EXAMPLES * (done + 1L), extra);
    }

    private void push(SplittableRandom random) {
      ServerFixture.StartedServer to = servers.getFirst();
      for (Partition partition : Toy.LAYOUT.partitions()) {
        if (random.nextInt(4) == 0) {
          continue;
        }
        float[] sums = new float[partition.floats()];
        for (int i = 0; i < sums.length; i++) {
          sums[i] = random.nextFloat() - 0.5f;
        }
        if (partition.id() == 0) {
          int[] keys = random.ints(2, 0, partition.rows() - 1).distinct().toArray();
          FrameHeader header = header(FrameKind.PUSH_KEYED, 0, keys.length);
          worker.send(to, header, FakeWorker.keyed(keys, sums, partition.width()));
        } else {
          Payload payload = Payload.of(sums, 0, sums.length);
          worker.send(to, header(FrameKind.PUSH, partition.id(), 0), payload);
        }
      }
      worker.send(to, header(FrameKind.PUSHED, -1, EXAMPLES));
      worker.receive(FrameKind.PREPARED);
      if (isLockstep()) {
        worker.send(to, header(FrameKind.COMMIT, -1, 0));
      }
    }

    /** Halts all tasks, as a reconfiguration does. */
    void halt() {
      generation++;
      servers.forEach(server -> server.order(new TaskMessage.Halt(generation, 0)));
      servers.forEach(server -> server.receive(MasterMessage.Halted.class));
    }

    Path save() throws IOException {
      var checkpoints = new Checkpoints(folder.resolve("seed-" + seed), 2, fixture.troubles::add);
      Path directory = checkpoints.directory(done);
      servers.getFirst().order(new TaskMessage.Save(done, directory.toString()));
      WrittenFile part = servers.getFirst().receive(MasterMessage.Saved.class).file();
      checkpoints.seal(
          directory,
          new CheckpointIndex(done, List.of(part), List.of(), JobIdentity.of(job), DataMark.NONE));
      return directory;
    }

    float[][] values() {
      var values = new ArrayList<float[]>();
      for (int partition = 0; partition < Toy.PARTITIONS; partition++) {
        FrameHeader pull = FrameKind.PULL.header(generation, partition, worker.task, done, 0);
        worker.send(servers.getFirst(), pull);
        values.add(worker.receive(FrameKind.VALUES).floats());
      }
      return values.toArray(float[][]::new);
    }

    @Override
    public void close() {
      fixture.close();
    }
  }

  /** The values of a checkpoint, as others read them. */
  private static float[][] saved(Path directory) throws IOException {
    var values = new ArrayList<float[]>();
    try (var reader = Checkpoints.read(directory).reader(Toy.LAYOUT, List.of())) {
      for (Partition partition : Toy.LAYOUT.partitions()) {
        var copy = new Replica(partition, false, 0, 0);
        reader.fill(copy);
        values.add(copy.values());
      }
    }
    return values.toArray(float[][]::new);
  }

  /** The check of each job of the law. */
  @FunctionalInterface
  private interface Law {
    void holds(TrainingJob job, long seed) throws IOException;
  }

  private static void everywhere(Synchrony.Kind kind, Law law) throws IOException {
    var synchrony = new Synchrony(kind, kind == Synchrony.Kind.SSP ? 3 : 0);
    long seed = 0;
    for (OptimizerSpec.Kind optimizer :
        EnumSet.complementOf(EnumSet.of(OptimizerSpec.Kind.NEWTON))) {
      for (double[] draws : DRAWS) {
        law.holds(Toy.job(synchrony, optimizer, draws[0], draws[1]), ++seed);
      }
    }
  }

  private float[][] neverStopped(TrainingJob job, long seed) {
    try (var run = new Run(job, 1, seed)) {
      run.assign(starts.getFirst(), 0);
      run.resume();
      run.pushUntil(PUSHES);
      return run.values();
    }
  }

  @Tag("seeds")
  @ParameterizedTest
  @EnumSource(
      value = Synchrony.Kind.class,
      names = {"BSP", "SSP", "ASP"})
  void aContinuedJobHasTheParametersOfAnUninterruptedOne(Synchrony.Kind kind) throws IOException {
    everywhere(
        kind,
        (job, seed) -> {
          int stop = 6 + new SplittableRandom(seed).nextInt(PUSHES - 6);
          Path saved;
          long told;
          try (var run = new Run(job, 1, seed)) {
            run.assign(starts.getFirst(), 0);
            run.resume();
            run.pushUntil(stop);
            run.halt();
            told = run.isLockstep() ? stop : stop - UNTOLD;
            run.assign(starts.getLast(), stop);
            saved = run.save();
            assertThat(saved(saved))
                .as("saved values are settled, as pulled ones are; %s", job)
                .isDeepEqualTo(run.values());
          }
          try (var run = new Run(job, 1, seed)) {
            run.done = stop;
            run.assign(new TaskMessage.Start.Restore(saved.toString()), told);
            run.resume();
            run.pushUntil(PUSHES);
            assertThat(run.values())
                .as("stopped at %d, %s, seed %d; %s", stop, job, seed, run.fixture.troubles)
                .isDeepEqualTo(neverStopped(job, seed));
          }
        });
  }

  @Tag("seeds")
  @ParameterizedTest
  @EnumSource(
      value = Synchrony.Kind.class,
      names = {"BSP", "SSP", "ASP"})
  void aPromotedFollowerHasTheParametersOfAnUninterruptedPrimary(Synchrony.Kind kind)
      throws IOException {
    everywhere(
        kind,
        (job, seed) -> {
          int death = 6 + new SplittableRandom(seed).nextInt(PUSHES - 6);
          try (var run = new Run(job, 2, seed)) {
            run.assign(starts.getFirst(), 0);
            run.resume();
            run.pushUntil(death);
            run.values();
            run.servers.removeFirst().die();
            run.halt();
            run.assign(
                kind == Synchrony.Kind.BSP ? new TaskMessage.Start.Commit() : starts.getLast(),
                death);
            run.resume();
            run.pushUntil(PUSHES);
            assertThat(run.values())
                .as("died at %d, %s, seed %d; %s", death, job, seed, run.fixture.troubles)
                .isDeepEqualTo(neverStopped(job, seed));
          }
        });
  }
}
