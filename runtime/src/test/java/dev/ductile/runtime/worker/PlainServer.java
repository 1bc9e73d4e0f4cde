package dev.ductile.runtime.worker;

import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.membership.TaskState.Cursor;
import dev.ductile.runtime.parameters.Partition;
import dev.ductile.runtime.parameters.PartitionLayout;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.FrameHeader;
import dev.ductile.runtime.transport.Handler;
import dev.ductile.runtime.transport.Payload;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A minimal server without followers; it subtracts each gradient. */
final class PlainServer implements Handler {
  private static final Payload NO_TIME = Payload.of(new byte[Integer.BYTES]);

  final int task;
  final Map<Integer, float[]> values = new TreeMap<>();
  final Map<Integer, Map<Integer, Long>> marks = new HashMap<>();
  final Map<Integer, Map<Integer, Long>> safe = new HashMap<>();
  final List<FrameHeader> heard = new ArrayList<>();
  private final TrainingJob job;
  private final PartitionLayout layout;
  private final Map<Integer, Connection> workers = new HashMap<>();
  private final Map<Integer, Given> given = new HashMap<>();
  private final Set<Integer> committed = new HashSet<>();
  private List<Runnable> held = new ArrayList<>();
  private final Set<Connection> deaf = new HashSet<>();
  private Set<Integer> roster = Set.of();
  private int generation;
  long version;

  /** The push of one worker in a step. */
  private static final class Given {
    final Map<Integer, float[]> sums = new HashMap<>();
    int source;
    long clock = -1;
    int examples;
    boolean whole;
  }

  PlainServer(int task, TrainingJob job, PartitionLayout layout) {
    this.task = task;
    this.job = job;
    this.layout = layout;
  }

  private boolean isLockstep() {
    return job.synchrony().kind().isLockstep();
  }

  /** A generation begins; uncommitted pushes are dropped. */
  void begin(int next, Set<Integer> workersOfIt) {
    generation = next;
    roster = workersOfIt;
    workers.keySet().retainAll(workersOfIt);
    given.clear();
    committed.clear();
    held.clear();
  }

  /** Whether the step could be committed here. */
  boolean isPrepared() {
    return given.keySet().containsAll(roster) && given.values().stream().allMatch(g -> g.whole);
  }

  Cursor cursor(int split) {
    long sure = Long.MAX_VALUE;
    for (var mark : safe.values()) {
      sure = Math.min(sure, mark.getOrDefault(split, 0L));
    }
    long next = 0;
    for (var mark : marks.values()) {
      next = Math.max(next, mark.getOrDefault(split, 0L));
    }
    return new Cursor(split, sure, next);
  }

  void cut() {
    List.copyOf(workers.values()).forEach(connection -> connection.close("cut"));
    workers.clear();
  }

  /** Simulates a network that drops all frames on the open connections and reported no error. */
  void goDeaf() {
    deaf.addAll(workers.values());
    workers.clear();
  }

  @Override
  public void opened(Connection connection) {}

  @Override
  public void closed(Connection connection, String why) {}

  @Override
  public void frame(Connection from, FrameHeader header, ByteBuffer payload) {
    if (header.generation() != generation || deaf.contains(from)) {
      return;
    }
    heard.add(header);
    int worker = from.peer();
    workers.put(worker, from);
    switch (FrameKind.of(header.kind())) {
      case PULL -> pull(worker, header, ints(payload, payload.remaining() / 4));
      case PUSH -> push(worker, header, all(header), floats(payload));
      case PUSH_KEYED -> push(worker, header, ints(payload, header.extra()), floats(payload));
      case PUSHED -> pushed(worker, header);
      case COMMIT -> commit(worker, header.clock());
      default -> throw new IllegalArgumentException("unexpected " + header);
    }
  }

  private int[] all(FrameHeader header) {
    int[] keys = new int[layout.partitions().get(header.partition()).rows()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = i;
    }
    return keys;
  }

  private static int[] ints(ByteBuffer payload, int count) {
    int[] keys = new int[count];
    for (int i = 0; i < count; i++) {
      keys[i] = payload.getInt();
    }
    return keys;
  }

  private static float[] floats(ByteBuffer payload) {
    float[] numbers = new float[payload.remaining() / Float.BYTES];
    payload.slice().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(numbers);
    return numbers;
  }

  private void pull(int worker, FrameHeader header, int... keys) {
    if (isLockstep() && header.clock() > version) {
      held.add(() -> pull(worker, header, keys));
      return;
    }
    float[] mine = mine(header.partition());
    int[] wanted = keys.length == 0 ? all(header) : keys;
    float[] answer = new float[wanted.length];
    for (int i = 0; i < wanted.length; i++) {
      answer[i] = mine[wanted[i]];
    }
    send(
        worker,
        FrameKind.VALUES,
        header.partition(),
        header.clock(),
        Payload.of(answer, 0, answer.length));
  }

  private void send(int worker, FrameKind kind, int partition, long clock, Payload payload) {
    Connection to = workers.get(worker);
    if (to != null) {
      to.send(kind.header(generation, partition, task, clock, 0), payload);
    }
  }

  private void push(int worker, FrameHeader header, int[] keys, float... numbers) {
    if (committed.contains(worker)) {
      held.add(() -> push(worker, header, keys, numbers));
      return;
    }
    float[] sums = new float[layout.partitions().get(header.partition()).floats()];
    for (int i = 0; i < keys.length; i++) {
      sums[keys[i]] = numbers[i];
    }
    if (isLockstep()) {
      given.computeIfAbsent(worker, _ -> new Given()).sums.put(header.partition(), sums);
      return;
    }
    var mark = marks.computeIfAbsent(header.partition(), _ -> new HashMap<>());
    if (mark.getOrDefault(header.source(), 0L) < header.clock()) {
      mark.put(header.source(), header.clock());
      subtract(header.partition(), sums);
    }
  }

  private float[] mine(int partition) {
    return Optional.ofNullable(values.get(partition)).orElseThrow();
  }

  private void subtract(int partition, float... sums) {
    float[] mine = mine(partition);
    for (int i = 0; i < sums.length; i++) {
      mine[i] -= sums[i];
    }
  }

  private void pushed(int worker, FrameHeader header) {
    if (!isLockstep()) {
      pass(header.source(), header.clock());
      send(worker, FrameKind.PREPARED, -1, header.clock(), NO_TIME);
      return;
    }
    if (committed.contains(worker)) {
      held.add(() -> pushed(worker, header));
      return;
    }
    boolean first = header.extra() > 0 && given.values().stream().noneMatch(g -> g.examples > 0);
    Given mine = given.computeIfAbsent(worker, _ -> new Given());
    boolean repeated = mine.whole;
    mine.whole = true;
    mine.examples = header.extra();
    mine.source = header.source();
    mine.clock = header.clock();
    if (isPrepared()) {
      (repeated ? Set.of(worker) : roster)
          .forEach(each -> send(each, FrameKind.PREPARED, -1, version, NO_TIME));
    } else if (first && job.synchrony().kind() == Synchrony.Kind.A_BSP) {
      roster.stream()
          .filter(each -> each != worker)
          .forEach(each -> send(each, FrameKind.HURRY, -1, version, Payload.NONE));
    }
  }

  private void pass(int split, long clock) {
    for (int partition : values.keySet()) {
      safe.computeIfAbsent(partition, _ -> new HashMap<>()).merge(split, clock, Math::max);
    }
  }

  private void commit(int worker, long clock) {
    if (clock == version
        && isPrepared()
        && committed.add(worker)
        && committed.containsAll(roster)) {
      apply();
    }
  }

  /** The step is committed. */
  void apply() {
    for (Given each : given.values()) {
      each.sums.forEach(this::subtract);
      if (!job.readsBySteps() && each.source >= 0) {
        pass(each.source, each.clock);
      }
    }
    version++;
    given.clear();
    committed.clear();
    List<Runnable> now = held;
    held = new ArrayList<>();
    now.forEach(Runnable::run);
  }

  /** How often each example was learnt from, as far as this server knows. */
  void countInto(float[] counts) {
    for (Partition partition : layout.partitions()) {
      float[] mine = values.get(partition.id());
      if (mine != null) {
        for (int i = 0; i < mine.length; i++) {
          if ((partition.firstRow() + i) % CountingModel.STRIDE == 0) {
            counts[(partition.firstRow() + i) / CountingModel.STRIDE] = mine[i];
          }
        }
      }
    }
  }
}
