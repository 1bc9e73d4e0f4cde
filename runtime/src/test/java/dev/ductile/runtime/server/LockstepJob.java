package dev.ductile.runtime.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.membership.AssignmentTable;
import dev.ductile.runtime.membership.AssignmentTable.ReplicaHolders;
import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.TaskState;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.replication.Toy;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A job in lockstep: real servers, fake workers, and a master that decides by the protocol. */
final class LockstepJob {
  final ServerFixture fixture;
  final List<ServerFixture.StartedServer> servers = new ArrayList<>();
  final List<FakeWorker> workers = new ArrayList<>();
  private final SplittableRandom random;
  private int generation;
  private AssignmentTable table = AssignmentTable.EMPTY;
  private long step;

  LockstepJob(ServerFixture fixture, int servers, int workers, long seed) {
    this.fixture = fixture;
    random = new SplittableRandom(seed);
    for (int i = 0; i < servers; i++) {
      this.servers.add(fixture.server());
    }
    for (int i = 0; i < workers; i++) {
      this.workers.add(new FakeWorker(fixture, i));
    }
  }

  int generation() {
    return generation;
  }

  long step() {
    return step;
  }

  /** Every server has every partition, and they are primaries in turn. */
  AssignmentTable everywhere() {
    return new AssignmentTable(
        IntStream.range(0, Toy.PARTITIONS)
            .mapToObj(partition -> {
              int primary = servers.get(partition % servers.size()).task;
              return new ReplicaHolders(
                  primary, tasks().filter(task -> task != primary).boxed().toList());
            })
            .toList(),
        List.of());
  }

  private IntStream tasks() {
    return servers.stream().mapToInt(server -> server.task);
  }

  void begin(AssignmentTable first) {
    generation++;
    assign(0, new TaskMessage.Start.Fresh(), first);
  }

  void beginAt(long first, TaskMessage.Start start) {
    generation++;
    assign(first, start, everywhere());
  }

  /** One frame of one worker; returns whether any worker could send one. */
  boolean sendFrame() {
    int first = random.nextInt(workers.size());
    for (int i = 0; i < workers.size(); i++) {
      if (workers.get((first + i) % workers.size()).advance()) {
        return true;
      }
    }
    return false;
  }

  /** Trains until all workers are at a step. */
  void runUntil(long wanted) {
    long deadline = System.nanoTime() + 20_000_000_000L;
    while (workers.stream().anyMatch(worker -> !worker.isAt(wanted))) {
      workers.forEach(worker -> worker.stopAt(wanted));
      if (!sendFrame()) {
        LockSupport.parkNanos(100_000);
        assertThat(System.nanoTime()).as("time; %s", fixture.troubles).isLessThan(deadline);
      }
    }
  }

  void waitUntil(BooleanSupplier done) {
    long deadline = System.nanoTime() + 10_000_000_000L;
    while (!done.getAsBoolean()) {
      LockSupport.parkNanos(100_000);
      assertThat(System.nanoTime()).as("time; %s", fixture.troubles).isLessThan(deadline);
    }
  }

  /** Asks all tasks for their state, decides, and continues with another table. */
  void reconfigure(AssignmentTable next) {
    generation++;
    servers.forEach(server -> server.order(new TaskMessage.Halt(generation, 0)));
    decide(states(), next);
  }

  /** The same at a future step; returns the steps at which servers halted. */
  List<TaskState> reconfigureAt(long clock, AssignmentTable next) {
    generation++;
    servers.forEach(server -> server.order(new TaskMessage.Halt(generation, clock)));
    runUntil(clock);
    List<TaskState> states = states();
    decide(states, next);
    return states;
  }

  private List<TaskState> states() {
    return servers.stream().map(server -> halted(server)).map(MasterMessage.Halted::state).toList();
  }

  private MasterMessage.Halted halted(ServerFixture.StartedServer server) {
    MasterMessage.Halted halted = server.receive(MasterMessage.Halted.class);
    return halted.generation() == generation ? halted : halted(server);
  }

  private void decide(List<TaskState> states, AssignmentTable next) {
    List<TaskState.HeldReplica> held = states.stream().flatMap(one -> one.held().stream()).toList();
    long newest = held.stream().mapToLong(TaskState.HeldReplica::version).max().orElseThrow();
    boolean passed = workers.stream().anyMatch(worker -> worker.step() > newest);
    boolean prepared =
        IntStream.range(0, Toy.PARTITIONS)
            .allMatch(partition ->
                held.stream()
                    .anyMatch(one ->
                        one.partition() == partition && one.version() == newest && one.prepared()));
    assertThat(!passed || prepared).as("a worker resumed from %s", states).isTrue();
    boolean someBehind = held.stream().anyMatch(one -> one.version() < newest && one.prepared());
    if (prepared) {
      assign(newest + 1, new TaskMessage.Start.Commit(), next);
    } else if (someBehind) {
      assign(newest, new TaskMessage.Start.Commit(), next);
    } else {
      assign(newest, new TaskMessage.Start.Discard(), next);
    }
  }

  void assign(long next, TaskMessage.Start start, AssignmentTable nextTable) {
    step = next;
    table = nextTable;
    List<Member> roster =
        Stream.concat(
                servers.stream().map(ServerFixture.StartedServer::member),
                workers.stream().map(worker -> worker.actor.member))
            .toList();
    var message =
        new TaskMessage.Assign(generation, step, start, roster, table, List.of(), List.of());
    servers.forEach(server -> server.order(message));
    servers.forEach(server -> ready(server));
    workers.forEach(worker -> worker.assign(generation, step, table, servers));
    servers.forEach(server -> server.order(new TaskMessage.Resume(generation)));
  }

  private void ready(ServerFixture.StartedServer server) {
    while (server.receive(MasterMessage.Ready.class).generation() != generation) {
      // an answer to an earlier attempt
    }
  }

  /** All values as the primaries have them, from the next pull of the first fake worker. */
  List<float[]> values() {
    return workers.getFirst().valuesNow();
  }
}
