package dev.ductile.runtime.worker;

import dev.ductile.runtime.learn.Parameters;
import dev.ductile.runtime.protocol.Kind;
import dev.ductile.runtime.wire.Connection;
import dev.ductile.runtime.wire.Header;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The parameters that a step has asked for, and which of them have not come yet. */
final class Pulls {
  private final Parameters parameters;
  private final Map<Integer, Span> pending = new LinkedHashMap<>();
  private Membership membership = Membership.NONE;
  private long clock;

  Pulls(Parameters parameters) {
    this.parameters = parameters;
  }

  void begin(Membership now, long step, List<Span> wanted) {
    membership = now;
    clock = step;
    pending.clear();
    wanted.forEach(span -> pending.put(span.partition().id(), span));
  }

  /** Asks a server for what it has not answered yet. */
  void ask(int server, Connection to) {
    for (Span span : pending.values()) {
      int id = span.partition().id();
      if (membership.primaries().get(id) == server) {
        Header header = Kind.PULL.header(membership.generation(), id, membership.self(), clock, 0);
        to.send(header, span.question());
      }
    }
  }

  /** Takes an answer; one that is not waited for is passed over. */
  void take(Header header, ByteBuffer payload) {
    Span span = pending.get(header.partition());
    if (span != null) {
      span.take(payload, parameters.tensor(span.partition().tensor()));
      pending.remove(header.partition());
    }
  }

  /** Servers that have not answered all. */
  Set<Integer> awaited() {
    return pending.keySet().stream().map(membership.primaries()::get).collect(Collectors.toSet());
  }

  boolean isDone() {
    return pending.isEmpty();
  }
}
