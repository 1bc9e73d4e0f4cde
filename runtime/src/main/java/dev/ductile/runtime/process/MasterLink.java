package dev.ductile.runtime.process;

import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.protocol.ReconfigurationRehearsal;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.FrameHeader;
import dev.ductile.runtime.transport.Greeting;
import dev.ductile.runtime.transport.Handler;
import dev.ductile.runtime.transport.Loop;
import dev.ductile.runtime.transport.Payload;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.IntConsumer;

/** The connection to the master, made again when the master has died and come back. */
public final class MasterLink implements Handler {
  private static final Duration RETRY = Duration.ofMillis(50);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Loop loop;
  private final TaskSetup setup;
  private final Part part;
  private final IntConsumer named;
  private final Runnable givenUp;
  private Member self;
  private Connection connection;
  private long lostSince;
  private boolean lost = true;
  private boolean leaving;

  MasterLink(
      Loop loop, TaskSetup setup, Member self, Part part, IntConsumer named, Runnable givenUp) {
    this.loop = loop;
    this.setup = setup;
    this.self = self;
    this.part = part;
    this.named = named;
    this.givenUp = givenUp;
    this.lostSince = loop.nanoTime();
    this.connection = connect();
  }

  private Connection connect() {
    return loop.connect(setup.master(), new Greeting(setup.token(), self.task()), this);
  }

  /**
   * Messages that are sent while the master is away are lost; the master asks again when it is
   * back. Only the task itself knows that it leaves, so that message is repeated.
   */
  public void send(MasterMessage message) {
    leaving |= message instanceof MasterMessage.Leave;
    if (!lost) {
      Payload payload = Payload.of(message.encode());
      connection.sendNow(FrameKind.CONTROL.header(0, -1, self.task(), 0, 0), payload);
    }
  }

  /** The number that the master gave; -1 before. */
  public int task() {
    return self.task();
  }

  @Override
  public void opened(Connection to) {
    lost = false;
    send(new MasterMessage.Register(self, part.state()));
    if (leaving) {
      send(new MasterMessage.Leave());
    }
  }

  @Override
  public void frame(Connection from, FrameHeader header, ByteBuffer payload) {
    TaskMessage message = TaskMessage.decode(payload);
    if (message instanceof TaskMessage.Welcome welcome) {
      self = self.withTask(welcome.task());
      named.accept(welcome.task());
    }
    part.hear(message);
    if (message instanceof TaskMessage.Welcome) {
      ReconfigurationRehearsal.run(self);
    }
  }

  @Override
  public void closed(Connection to, String why) {
    if (!lost) {
      lost = true;
      lostSince = loop.nanoTime();
    }
    if (loop.nanoTime() - lostSince > PATIENCE.toNanos()) {
      givenUp.run();
    } else {
      loop.after(RETRY, () -> connection = connect());
    }
  }
}
