package dev.ductile.bench.wire;

import dev.ductile.runtime.transport.Address;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.ConnectionLimits;
import dev.ductile.runtime.transport.FrameHeader;
import dev.ductile.runtime.transport.Handler;
import dev.ductile.runtime.transport.Loop;
import dev.ductile.runtime.transport.SystemServices;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;

/** The process at the far end: it has a model, and answers a plain copy with another. */
final class Far implements Handler {
  private final PartitionedModel numbers = new PartitionedModel();
  private final Loop loop =
      new Loop(
          SystemServices.system(System::nanoTime), ConnectionLimits.DEFAULT, System.err::println);

  private Far() {}

  /** Arguments: the addresses for frames and for the plain copy. */
  public static void main(String[] args) throws IOException {
    var far = new Far();
    Address plain = Address.parse(args[1]);
    boolean unix = plain instanceof Address.Unix;
    try (var server =
        unix ? ServerSocketChannel.open(StandardProtocolFamily.UNIX) : ServerSocketChannel.open()) {
      server.bind(plain.socket());
      Address frames =
          far.loop.listen(Address.parse(args[0]), PartitionedModel.GREETING, () -> far);
      System.out.println(frames);
      System.out.println(
          unix ? plain : new Address.Tcp("127.0.0.1", server.socket().getLocalPort()));
      Thread.ofPlatform().name("loop").start(far.loop::run);
      new PlainCopy(server.accept()).answer();
    } finally {
      far.loop.stop();
    }
  }

  @Override
  public void opened(Connection connection) {}

  @Override
  public void frame(Connection connection, FrameHeader header, ByteBuffer payload) {
    switch (header.kind()) {
      case PartitionedModel.PUSH -> numbers.add(header.partition(), payload);
      case PartitionedModel.KEYED -> numbers.addKeyed(header.partition(), payload);
      case PartitionedModel.PULL ->
          numbers.send(connection, PartitionedModel.VALUES, header.partition());
      case PartitionedModel.PUSHED -> connection.send(header);
      default -> throw new IllegalStateException("no such kind: " + header);
    }
  }

  @Override
  public void closed(Connection connection, String why) {}
}
