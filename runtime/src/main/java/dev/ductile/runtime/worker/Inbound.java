package dev.ductile.runtime.worker;

import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.FrameHeader;
import dev.ductile.runtime.transport.Loop;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** The splits that other workers have been asked for. Each arrives whole, or the request fails. */
final class Inbound {
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Loop loop;
  private final Function<Member, Connection> connect;
  private final BiConsumer<Integer, Arrival> came;
  private final BiConsumer<Integer, String> failed;
  private final Map<Integer, Arrival> arrivals = new HashMap<>();

  Inbound(
      Loop loop,
      Function<Member, Connection> connect,
      BiConsumer<Integer, Arrival> came,
      BiConsumer<Integer, String> failed) {
    this.loop = loop;
    this.connect = connect;
    this.came = came;
    this.failed = failed;
  }

  void ask(List<Integer> splits, Member peer) {
    for (int split : splits) {
      var arrival = new Arrival(peer.task());
      arrivals.put(split, arrival);
      connect.apply(peer).send(FrameKind.GET_SPLIT.header(0, split, -1, 0, 0));
      loop.after(PATIENCE, () -> look(split, arrival, 0));
    }
  }

  private void look(int split, Arrival arrival, long before) {
    if (arrivals.get(split) != arrival) {
      return;
    }
    if (arrival.bytes() == before) {
      giveUp(split, "nothing came from task %d for %s".formatted(arrival.from(), PATIENCE));
    } else {
      long now = arrival.bytes();
      loop.after(PATIENCE, () -> look(split, arrival, now));
    }
  }

  void take(Connection from, FrameHeader header, ByteBuffer payload) {
    int split = header.partition();
    Arrival arrival = arrivals.get(split);
    if (arrival == null || arrival.from() != from.peer()) {
      return;
    }
    if (header.extra() == Delivery.NOT_HERE) {
      giveUp(split, "task %d cannot send it".formatted(from.peer()));
    } else if (header.extra() == Delivery.LAST) {
      finish(split, arrival, header.clock(), payload);
    } else if (!arrival.take(header.clock(), payload)) {
      giveUp(split, "task %d sent a piece that does not fit".formatted(from.peer()));
    }
  }

  private void finish(int split, Arrival arrival, long offset, ByteBuffer payload) {
    if (arrival.isWhole(offset, payload)) {
      arrivals.remove(split);
      came.accept(split, arrival);
    } else {
      giveUp(split, "its checksum is wrong");
    }
  }

  void lost(int peer) {
    List<Integer> gone =
        arrivals.entrySet().stream()
            .filter(entry -> entry.getValue().from() == peer)
            .map(Map.Entry::getKey)
            .toList();
    gone.forEach(split -> giveUp(split, "the connection to task %d is over".formatted(peer)));
  }

  private void giveUp(int split, String why) {
    arrivals.remove(split);
    failed.accept(split, why);
  }
}
