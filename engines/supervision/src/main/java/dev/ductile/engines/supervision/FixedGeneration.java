package dev.ductile.engines.supervision;

import dev.ductile.api.Allocation;
import dev.ductile.api.JobSpec;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Tasks that begin together and end together. */
final class FixedGeneration extends Generation {
  private final Allocation where;
  private Optional<Addresses.Lease> addresses = Optional.empty();
  private final Hush hush;
  private final List<Task> tasks = new ArrayList<>();

  FixedGeneration(Terms terms, Allocation where, Machine machine) {
    super(terms, machine);
    this.where = where;
    this.hush = new Hush(terms.spec().id(), machine.attention(), machine.notes());
  }

  /** Tasks of an earlier engine. */
  FixedGeneration(Terms terms, Machine machine, FoundGeneration found) {
    this(terms, found.where(), machine);
    addresses = Optional.of(machine.platform().addresses().leased(found.lease()));
    var launch = new Launch(terms, machine);
    for (DurableLauncher.Found each : found.tasks()) {
      Seat seat = FoundGeneration.seat(each);
      tasks.add(found.follow(launch.task(each.spec().id(), seat, ear(seat))));
    }
  }

  @Override
  void start() throws IOException {
    Addresses.Lease lease = machine().platform().addresses().lease(Layout.nodesOfAddresses(where));
    addresses = Optional.of(lease);
    var layout = Layout.of(where, lease.addresses());
    var contract = new Contract(terms(), layout);
    List<Launch.Start> orders =
        layout.seats().stream()
            .map(seat ->
                new Launch.Start(
                    seat,
                    1,
                    contract.environment(seat, machine().environment()),
                    lease.addresses(),
                    ear(seat)))
            .toList();
    lease.free();
    tasks.addAll(new Launch(terms(), machine()).start(orders));
  }

  private Consumer<TaskEvent.Line> ear(Seat seat) {
    boolean reports = seat.role() == Role.WORKER && seat.index() == 0;
    return reports ? line -> machine().ear().accept(terms().spec().id(), line.text()) : line -> {};
  }

  @Override
  Allocation where() {
    return where;
  }

  @Override
  List<Task> tasks() {
    return tasks;
  }

  @Override
  List<Reading> readings() {
    return workers().map(Task::reading).toList();
  }

  @Override
  void report(Track track) {
    track.look(readings());
  }

  @Override
  boolean hasBegun(Track track) {
    return track.step() >= 0;
  }

  @Override
  boolean follow(JobSpec spec, Allocation target) {
    return false;
  }

  @Override
  Optional<Arrival> arrival() {
    return Optional.empty();
  }

  @Override
  Optional<Verdict> verdict(Track track) {
    if (isDone()) {
      return Optional.of(new Verdict(new Ending.Done(), program().grace()));
    }
    return casualty()
        .map(this::verdictOn)
        .or(() ->
            Watchdog.bark(
                    program().stall(), track, workers(), machine().now(), machine().attention())
                .map(Generation::hung));
  }

  @Override
  boolean isDone() {
    return !tasks.isEmpty() && workers().allMatch(task -> task.exitCode().orElse(-1) == 0);
  }

  @Override
  boolean stoppedInOrder() {
    return !wasKilled()
        && tasks.stream()
            .allMatch(task -> {
              int code = task.exitCode().orElse(-1);
              return code == 0 || code == STOPPED;
            });
  }

  @Override
  void tend(Instant now) {
    tasks.forEach(task -> task.look(now, patience()));
    tasks.stream()
        .filter(task -> task.isUp() && task.reading().within().isPresent())
        .findFirst()
        .ifPresent(master -> hush.look(master, now));
  }

  @Override
  void ask() {
    tasks.stream().filter(Task::isUp).forEach(Task::ask);
  }

  @Override
  void seeOff(Instant now) {}

  @Override
  void close() {
    tasks.forEach(machine()::dismiss);
    addresses.ifPresent(Addresses.Lease::close);
    machine().room().give(where, terms().spec().demand());
  }

  /** The first task that has ended although nobody asked it to, and not because it was done. */
  private Optional<Task> casualty() {
    return tasks.stream()
        .filter(task -> task.exitCode().orElse(0) != 0)
        .min(Comparator.comparing(Task::endedAt));
  }

  private Stream<Task> workers() {
    return tasks.stream().filter(task -> task.seat().role() == Role.WORKER);
  }
}
