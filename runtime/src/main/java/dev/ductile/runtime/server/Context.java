package dev.ductile.runtime.server;

import dev.ductile.runtime.learn.Rates;
import dev.ductile.runtime.protocol.Kind;
import dev.ductile.runtime.protocol.Message;
import dev.ductile.runtime.state.Copy;
import dev.ductile.runtime.task.Task;
import dev.ductile.runtime.wire.Connection;
import dev.ductile.runtime.wire.Header;
import dev.ductile.runtime.wire.Payload;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** What all parts of a server see: its copies, the generation, and the ways to the others. */
final class Context {
  private final Task.Surroundings around;
  private final Stock stock;
  private final Consumer<String> listener;
  private final Map<Integer, Connection> workers = new HashMap<>();
  private Membership members;
  private Waits waits;
  private int generation;
  private int lastPart;
  private long step;

  Context(Task.Surroundings around, Stock stock, Consumer<String> listener) {
    this.around = around;
    this.stock = stock;
    this.listener = listener;
    members = Membership.none(self());
    waits = new Waits(around.loop()::realNanoTime);
  }

  Task.Surroundings around() {
    return around;
  }

  Stock stock() {
    return stock;
  }

  int self() {
    return around.master().task();
  }

  Membership members() {
    return members;
  }

  /** How long this generation's workers wait. */
  Waits waits() {
    return waits;
  }

  int generation() {
    return generation;
  }

  /** The last generation that it has taken part in, be it as a newcomer; 0 for none. */
  int lastPart() {
    return lastPart;
  }

  /** The step that comes next, where all make steps together. */
  long step() {
    return step;
  }

  void stepDone() {
    step++;
  }

  /** By how much this generation's workers raise the learning rate. */
  float rateFactor() {
    int now = Math.max(1, members.workers().size());
    return Rates.factor(stock.job().batch(), now, stock.job().size().workers());
  }

  boolean isLockstep() {
    return stock.job().synchrony().kind().isLockstep();
  }

  void tell(Message message) {
    around.master().send(message);
  }

  /** Something went wrong that the job can live with. */
  void trouble(String what) {
    listener.accept(what);
  }

  /** Nobody takes part until the next generation is known. */
  void leaveFor(int next) {
    generation = next;
    members = Membership.none(self());
    begin();
  }

  /** It has no part in that generation, but gets copies there. */
  void followIn(int next) {
    leaveFor(next);
    lastPart = next;
  }

  void enter(int next, long nextStep, Membership nextMembers) {
    generation = next;
    lastPart = next;
    step = nextStep;
    members = nextMembers;
    begin();
  }

  private void begin() {
    workers.clear();
    waits = new Waits(around.loop()::realNanoTime);
  }

  /** A worker is reached on the connection that it has opened. */
  void heardFrom(int worker, Connection connection) {
    workers.put(worker, connection);
  }

  void send(int worker, Header header, Payload payload) {
    Connection connection = workers.get(worker);
    if (connection != null) {
      connection.send(header, payload);
    }
  }

  void send(int worker, Header header) {
    send(worker, header, Payload.NONE);
  }

  Header header(Kind kind, int partition, long clock, int extra) {
    return kind.header(generation, partition, self(), clock, extra);
  }

  /** A copy of which this server is the primary. */
  Copy led(int partition) {
    requireLed(partition);
    return stock.find(partition).orElseThrow();
  }

  /** Refuses a partition of which this server is not the primary. */
  void requireLed(int partition) {
    if (!members.leads(partition)) {
      throw new IllegalArgumentException(
          "task %d is not the primary of partition %d in generation %d"
              .formatted(self(), partition, generation));
    }
  }
}
