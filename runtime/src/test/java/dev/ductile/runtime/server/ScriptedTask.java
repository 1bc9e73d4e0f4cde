package dev.ductile.runtime.server;

import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.transport.Address;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.FrameHeader;
import dev.ductile.runtime.transport.Handler;
import dev.ductile.runtime.transport.Payload;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A worker or a server that a test controls frame by frame. */
final class ScriptedTask {
  final int task;
  final Member member;
  final BlockingQueue<ReceivedFrame> heard = new LinkedBlockingQueue<>();
  final Queue<String> losses = new ConcurrentLinkedQueue<>();
  private final ServerFixture fixture;
  private final Map<Integer, Connection> ways = new ConcurrentHashMap<>();

  /** A received frame and its connection. */
  record ReceivedFrame(Connection from, FrameHeader header, ByteBuffer payload) {
    FrameKind kind() {
      return FrameKind.of(header.kind());
    }

    float[] floats() {
      float[] floats = new float[payload.remaining() / Float.BYTES];
      payload.duplicate().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(floats);
      return floats;
    }
  }

  ScriptedTask(ServerFixture fixture, Role role) {
    this.fixture = fixture;
    task = fixture.newTask();
    Address tcp =
        fixture.ask(() ->
            fixture
                .loop()
                .listen(
                    new Address.Tcp("127.0.0.1", 0),
                    ServerFixture.greeting(-1),
                    ReceivedFrames::new));
    member =
        new Member(
            task, role, role.word() + "-" + task, "here", 1, Optional.empty(), tcp.toString());
  }

  void send(ServerFixture.StartedServer to, FrameHeader header, Payload payload) {
    fixture.ask(() -> {
      Connection way = ways.get(to.task);
      if (way == null || !way.isOpen()) {
        way = connect(to.member());
        ways.put(to.task, way);
      }
      way.send(header, payload);
      return way;
    });
  }

  private Connection connect(Member to) {
    Connection way =
        fixture
            .loop()
            .connect(Address.parse(to.tcp()), ServerFixture.greeting(task), new ReceivedFrames());
    way.peerIs(to.task());
    return way;
  }

  void send(ServerFixture.StartedServer to, FrameHeader header) {
    send(to, header, Payload.NONE);
  }

  /** Answers on the connection over which something came. */
  void answer(ReceivedFrame to, FrameHeader header) {
    fixture.ask(() -> {
      to.from().send(header);
      return to;
    });
  }

  void hangUp(ServerFixture.StartedServer on) {
    fixture.ask(() -> {
      Objects.requireNonNull(ways.get(on.task)).close("the line is cut");
      return on;
    });
  }

  /** The next frame, which has to be of this kind. */
  ReceivedFrame receive(FrameKind kind) {
    ReceivedFrame next = next(10_000);
    if (next.kind() != kind) {
      throw new AssertionError("heard %s, not %s".formatted(next, kind));
    }
    return next;
  }

  private ReceivedFrame next(long millis) {
    try {
      ReceivedFrame next = heard.poll(millis, TimeUnit.MILLISECONDS);
      if (next == null) {
        throw new AssertionError("nothing is heard; troubles: " + fixture.troubles);
      }
      return next;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private final class ReceivedFrames implements Handler {
    @Override
    public void opened(Connection connection) {}

    @Override
    public void frame(Connection connection, FrameHeader header, ByteBuffer payload) {
      ByteBuffer copy = ByteBuffer.allocate(payload.remaining()).put(payload).flip();
      heard.add(new ReceivedFrame(connection, header, copy));
    }

    @Override
    public void closed(Connection connection, String why) {
      losses.add(why);
    }
  }
}
