package dev.ductile.bench.testbed;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** One end of a TCP connection for messages of a known size. */
final class Connection {
  private static final int BUFFER = 1 << 18;

  private final SocketChannel channel;
  private final long bytes;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);

  Connection(SocketChannel channel, long bytes) throws IOException {
    this.channel = channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    this.bytes = bytes;
  }

  void send() throws IOException {
    for (long left = bytes; left > 0; ) {
      left -= channel.write(room(left));
    }
  }

  void receive() throws IOException {
    for (long left = bytes; left > 0; ) {
      int arrived = channel.read(room(left));
      if (arrived < 0) {
        throw new EOFException("%d of %d bytes did not come".formatted(left, bytes));
      }
      left -= arrived;
    }
  }

  private ByteBuffer room(long left) {
    return buffer.clear().limit((int) Math.min(left, BUFFER));
  }
}
