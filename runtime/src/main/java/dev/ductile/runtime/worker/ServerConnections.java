package dev.ductile.runtime.worker;

import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.process.Task;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.transport.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * The connections of a worker to the servers of its generation. A lost or silent server is tried
 * again for a limited time, and then reported to the master.
 */
final class ServerConnections {
  private final Task.Context around;
  private final Duration answer;
  private final Supplier<Set<Integer>> pending;
  private final IntConsumer resend;
  private final ServerRetries retries;
  private final Silence silence;
  private WorkerView view = WorkerView.NONE;

  /**
   * Connections to no server yet.
   *
   * @param answer the time in which a server has to answer
   * @param pending the servers that owe an answer, lost ones included
   * @param resend sends again all frames that a server may have missed
   */
  ServerConnections(
      Task.Context around, Duration answer, Supplier<Set<Integer>> pending, IntConsumer resend) {
    this.around = around;
    this.answer = answer;
    this.pending = pending;
    this.resend = resend;
    this.retries = new ServerRetries(around.loop(), answer, this::reach, this::suspect);
    this.silence = new Silence(around.loop(), answer, this::awaited, this::to, this::isSilent);
  }

  /** Connects to the servers of another generation. */
  void assign(WorkerView next, List<Member> roster) {
    view = next;
    retries.forget();
    around.peers().keep(roster);
    next.servers().values().forEach(around.peers()::to);
  }

  /** The servers that were not just lost: to these all frames are sent again, in order. */
  List<Integer> reachable() {
    return view.servers().keySet().stream()
        .filter(server -> !retries.isWaitingFor(server))
        .toList();
  }

  Connection to(int server) {
    return around.peers().to(view.server(server));
  }

  /** The worker begins to wait for answers. */
  void await() {
    silence.begin();
  }

  void answered(int server) {
    retries.reached(server);
    silence.heard(server);
  }

  /** A connection is closed. */
  void lost(int peer, String why) {
    if (view.servers().containsKey(peer)) {
      retries.lost(peer, why);
    }
  }

  private List<Integer> awaited() {
    Set<Integer> owing = pending.get();
    return reachable().stream().filter(owing::contains).toList();
  }

  /** The connection was good once; if no other can be made, the time to give up begins now. */
  private void isSilent(int server) {
    retries.reached(server);
    around.peers().drop(server, "nothing has come or gone for " + answer);
  }

  private void reach(int server) {
    if (view.servers().containsKey(server)) {
      resend.accept(server);
    }
  }

  private void suspect(int server, String why) {
    around.master().send(new MasterMessage.Suspect(server, why));
  }
}
