package dev.ductile.runtime.server;

import dev.ductile.runtime.membership.AssignmentTable;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.parameters.Partition;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.replication.Toy;
import dev.ductile.runtime.transport.FrameHeader;
import dev.ductile.runtime.transport.Payload;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** A worker in lockstep that sends one frame at each call. */
final class FakeWorker {
  static final int EXAMPLES = 4;

  final ScriptedTask actor;
  private final int number;
  private final Queue<Runnable> toSend = new ArrayDeque<>();
  private final Map<Integer, float[]> values = new TreeMap<>();
  private final Set<Integer> prepared = new HashSet<>();
  private List<ServerFixture.StartedServer> servers = List.of();
  private AssignmentTable table = AssignmentTable.EMPTY;
  private int generation;
  private long step;
  private long last = Long.MAX_VALUE;
  private boolean pushing;
  private boolean pulled;

  FakeWorker(ServerFixture fixture, int number) {
    this.number = number;
    actor = new ScriptedTask(fixture, Role.WORKER);
  }

  long step() {
    return step;
  }

  /** Whether it has reached that step and has sent all frames before it. */
  boolean isAt(long wanted) {
    return step >= wanted && toSend.isEmpty();
  }

  void stopAt(long wanted) {
    last = wanted;
  }

  void assign(
      int next, long nextStep, AssignmentTable nextTable, List<ServerFixture.StartedServer> all) {
    generation = next;
    step = nextStep;
    table = nextTable;
    Set<Integer> primaries =
        table.partitions().stream()
            .map(AssignmentTable.ReplicaHolders::primary)
            .collect(Collectors.toSet());
    servers = all.stream().filter(server -> primaries.contains(server.task)).toList();
    toSend.clear();
    begin();
  }

  private void begin() {
    values.clear();
    prepared.clear();
    pushing = false;
    pulled = false;
  }

  private ServerFixture.StartedServer primary(int partition) {
    int task = table.partitions().get(partition).primary();
    return servers.stream().filter(server -> server.task == task).findFirst().orElseThrow();
  }

  private FrameHeader header(FrameKind kind, int partition, int extra) {
    return kind.header(generation, partition, actor.task, step, extra);
  }

  /** Sends the next frame, if there is one to be sent by now. */
  boolean advance() {
    receive();
    if (!toSend.isEmpty()) {
      toSend.remove().run();
      return true;
    }
    if (step >= last) {
      return false;
    }
    if (!pulled) {
      pull();
      return true;
    }
    if (!pushing && values.size() == Toy.PARTITIONS) {
      push();
      return true;
    }
    if (pushing && prepared.size() == servers.size()) {
      commit();
      return true;
    }
    return false;
  }

  private void pull() {
    pulled = true;
    for (int partition = 0; partition < Toy.PARTITIONS; partition++) {
      FrameHeader header = header(FrameKind.PULL, partition, 0);
      ServerFixture.StartedServer to = primary(partition);
      toSend.add(() -> actor.send(to, header));
    }
  }

  private void push() {
    pushing = true;
    for (Partition partition : Toy.LAYOUT.partitions()) {
      ServerFixture.StartedServer to = primary(partition.id());
      float[] gradient =
          gradient(partition, Objects.requireNonNull(values.get(partition.id())), number, step);
      if (partition.id() == 0) {
        int[] keys = keys(number, step);
        FrameHeader header = header(FrameKind.PUSH_KEYED, 0, keys.length);
        toSend.add(() -> actor.send(to, header, keyed(keys, gradient, partition.width())));
      } else {
        FrameHeader header = header(FrameKind.PUSH, partition.id(), 0);
        toSend.add(() -> actor.send(to, header, Payload.of(gradient, 0, gradient.length)));
      }
    }
    FrameHeader header = header(FrameKind.PUSHED, -1, EXAMPLES);
    servers.forEach(to -> toSend.add(() -> actor.send(to, header)));
  }

  private void commit() {
    FrameHeader header = header(FrameKind.COMMIT, -1, 0);
    servers.forEach(to -> toSend.add(() -> actor.send(to, header)));
    step++;
    begin();
  }

  private void receive() {
    for (ScriptedTask.ReceivedFrame next = actor.heard.poll();
        next != null;
        next = actor.heard.poll()) {
      FrameHeader header = next.header();
      if (header.generation() == generation && header.clock() == step) {
        if (next.kind() == FrameKind.VALUES) {
          values.put(header.partition(), next.floats());
        } else if (next.kind() == FrameKind.PREPARED) {
          prepared.add(header.source());
        }
      }
    }
  }

  /** All values at the next step, of which nothing is sent but the pulls. */
  List<float[]> valuesNow() {
    last = Long.MAX_VALUE;
    long deadline = System.nanoTime() + 10_000_000_000L;
    while (values.size() < Toy.PARTITIONS) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("only %s came of step %d".formatted(values.keySet(), step));
      }
      if (!toSend.isEmpty() || !pulled) {
        advance();
      }
      receive();
      LockSupport.parkNanos(100_000);
    }
    return List.copyOf(values.values());
  }

  static Payload keyed(int[] keys, float[] gradient, int width) {
    var bytes = ByteBuffer.allocate(keys.length * (1 + width) * 4);
    for (int key : keys) {
      bytes.putInt(key);
    }
    var floats = bytes.slice().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
    for (int key : keys) {
      floats.put(gradient, key * width, width);
    }
    return Payload.of(bytes.array());
  }

  /** The rows of the keyed tensor that a worker's examples of a step touch. */
  static int[] keys(int worker, long step) {
    return new int[] {(int) ((step + worker) % 6), (int) ((step + worker + 3) % 6)};
  }

  static float[] gradient(Partition partition, float[] values, int worker, long step) {
    float[] gradient = new float[partition.floats()];
    for (int i = 0; i < gradient.length; i++) {
      gradient[i] = 0.3f * values[i] + (worker + 1) * (i + 1) * 0.1f - (step % 3) * 0.2f;
    }
    return gradient;
  }
}
