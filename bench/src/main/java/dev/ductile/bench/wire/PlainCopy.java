package dev.ductile.bench.wire;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * Bytes from the memory of one process through a socket into that of another and nothing else, in
 * the best shape that was found: blocking, direct buffers, as much at once as a cache holds, and
 * the same room in the kernel as the runtime takes.
 */
final class PlainCopy {
  private static final int AT_ONCE = 1 << 20;
  private static final int SOCKET_BYTES = 4 << 20;

  private final SocketChannel channel;
  private final ByteBuffer source;
  private final ByteBuffer target;

  PlainCopy(SocketChannel channel, int bytes) throws IOException {
    this.channel = channel;
    source = ByteBuffer.allocateDirect(bytes);
    target = ByteBuffer.allocateDirect(bytes);
    if (!channel.supportedOptions().contains(StandardSocketOptions.TCP_NODELAY)) {
      channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BYTES);
    }
  }

  void send() throws IOException {
    for (int from = 0; from < source.capacity(); from += AT_ONCE) {
      source.limit(Math.min(source.capacity(), from + AT_ONCE)).position(from);
      while (source.hasRemaining()) {
        channel.write(source);
      }
    }
  }

  void receive() throws IOException {
    for (int at = 0; at < target.capacity(); ) {
      target.limit(Math.min(target.capacity(), at + AT_ONCE)).position(at);
      int count = channel.read(target);
      if (count < 0) {
        throw new EOFException("%d bytes did not come".formatted(target.capacity() - at));
      }
      at += count;
    }
  }
}
