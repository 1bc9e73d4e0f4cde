package dev.ductile.runtime.process;

import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.transport.Address;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.Greeting;
import dev.ductile.runtime.transport.Handler;
import dev.ductile.runtime.transport.Loop;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The connections that this task has opened to others, by their numbers. */
public final class Peers {
  private final Loop loop;
  private final TaskSetup setup;
  private final Handler handler;
  private final Map<Integer, Connection> open = new HashMap<>();
  private Greeting greeting;

  Peers(Loop loop, TaskSetup setup, Handler handler) {
    this.loop = loop;
    this.setup = setup;
    this.handler = handler;
    this.greeting = new Greeting(setup.token(), -1);
  }

  void iAm(int task) {
    greeting = greeting.withTask(task);
  }

  /** The connection to a member, opened if there is none; frames wait until it is up. */
  public Connection to(Member member) {
    Connection known = open.get(member.task());
    if (known != null && known.isOpen()) {
      return known;
    }
    Connection fresh = loop.connect(address(member), greeting, handler);
    fresh.peerIs(member.task());
    open.put(member.task(), fresh);
    return fresh;
  }

  private Address address(Member member) {
    boolean near = setup.unixSockets() && member.host().equals(setup.host());
    return Address.parse(
        near && member.unix().isPresent() ? "unix:" + member.unix().get() : member.tcp());
  }

  /** Closes the connections to tasks that are no members any more. */
  public void keep(List<Member> members) {
    Set<Integer> others = new HashSet<>(open.keySet());
    members.forEach(member -> others.remove(member.task()));
    others.forEach(task -> drop(task, "it does not take part any more"));
  }

  /** Closes a connection that seems broken; the next use opens a new one. */
  public void drop(int task, String why) {
    Connection known = open.remove(task);
    if (known != null) {
      known.close(why);
    }
  }
}
