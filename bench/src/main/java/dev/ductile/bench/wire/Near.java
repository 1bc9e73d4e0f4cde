package dev.ductile.bench.wire;

import dev.ductile.runtime.transport.Address;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.ConnectionLimits;
import dev.ductile.runtime.transport.FrameHeader;
import dev.ductile.runtime.transport.Handler;
import dev.ductile.runtime.transport.Loop;
import dev.ductile.runtime.transport.Payload;
import dev.ductile.runtime.transport.SystemServices;
import java.nio.ByteBuffer;
import java.util.concurrent.SynchronousQueue;
import java.util.function.Consumer;

/** The near end of the frames: it pushes, pulls, and waits for the answers. */
final class Near implements Handler, AutoCloseable {
  static final int KEYED_FRAMES = 200;

  private static final Payload KEYED = PartitionedModel.keyed(7);

  private final PartitionedModel numbers = new PartitionedModel();
  private final Loop loop =
      new Loop(
          SystemServices.system(System::nanoTime), ConnectionLimits.DEFAULT, System.err::println);
  private final SynchronousQueue<String> done = new SynchronousQueue<>();
  private final Connection connection;
  private int missing;

  Near(Address far) throws InterruptedException {
    connection = loop.connect(far, PartitionedModel.GREETING, this);
    Thread.ofPlatform().name("loop").start(loop::run);
    await("opened");
  }

  void push() throws InterruptedException {
    does(
        to -> numbers.sendAll(to, PartitionedModel.PUSH),
        PartitionedModel.header(PartitionedModel.PUSHED, 0));
    await("pushed");
  }

  void pushKeyed() throws InterruptedException {
    does(this::sendKeyed, PartitionedModel.header(PartitionedModel.PUSHED, 0));
    await("pushed");
  }

  private void sendKeyed(Connection to) {
    for (int i = 0; i < KEYED_FRAMES; i++) {
      to.send(
          PartitionedModel.header(PartitionedModel.KEYED, i % PartitionedModel.partitions()),
          KEYED);
    }
  }

  void pull() throws InterruptedException {
    missing = PartitionedModel.partitions();
    for (int partition = 1; partition < PartitionedModel.partitions(); partition++) {
      FrameHeader header = PartitionedModel.header(PartitionedModel.PULL, partition);
      loop.execute(() -> connection.send(header));
    }
    does(_ -> {}, PartitionedModel.header(PartitionedModel.PULL, 0));
    await("pulled");
  }

  private void does(Consumer<Connection> action, FrameHeader last) {
    loop.execute(() -> {
      action.accept(connection);
      connection.send(last);
    });
  }

  private void await(String what) throws InterruptedException {
    String was = done.take();
    if (!was.equals(what)) {
      throw new IllegalStateException("%s instead of %s".formatted(was, what));
    }
  }

  private void tell(String what) {
    try {
      done.put(what);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void opened(Connection to) {
    tell("opened");
  }

  @Override
  public void frame(Connection from, FrameHeader header, ByteBuffer payload) {
    if (header.kind() == PartitionedModel.PUSHED) {
      tell("pushed");
    } else {
      numbers.set(header.partition(), payload);
      missing--;
      if (missing == 0) {
        tell("pulled");
      }
    }
  }

  @Override
  public void closed(Connection to, String why) {
    tell("closed: " + why);
  }

  @Override
  public void close() {
    loop.stop();
  }
}
