package dev.ductile.bench.wire;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * Bytes from the memory of one process through a socket into that of another and nothing else, in
 * the best shape that was found: blocking, direct buffers, as much at once as a cache holds, and
 * the same room in the kernel as the runtime takes. Or, as a second peer, numbers out of an array
 * into another, where they are added or put: what frames do, in bare loops without frames.
 */
final class PlainCopy {
  private static final int AT_ONCE = 1 << 20;
  private static final int SOCKET_BYTES = 4 << 20;
  private static final byte BYTES = 0;
  private static final byte NUMBERS = 1;

  private final SocketChannel channel;
  private final ByteBuffer source = ByteBuffer.allocateDirect(Numbers.BYTES);
  private final ByteBuffer target = ByteBuffer.allocateDirect(Numbers.BYTES);
  private final ByteBuffer piece = ByteBuffer.allocateDirect(Numbers.PARTITION_BYTES);
  private final ByteBuffer word = ByteBuffer.allocateDirect(1);
  private final Numbers numbers = new Numbers();

  PlainCopy(SocketChannel channel) throws IOException {
    this.channel = channel;
    if (!channel.supportedOptions().contains(StandardSocketOptions.TCP_NODELAY)) {
      channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BYTES);
    }
  }

  /** Copies a model there and another back. */
  void copy() throws IOException {
    say(BYTES);
    send();
    receive();
  }

  /** Has the numbers of an array added to another there, and puts those of that one here. */
  void add() throws IOException {
    say(NUMBERS);
    sendNumbers();
    for (int partition = 0; partition < Numbers.partitions(); partition++) {
      numbers.set(partition, next());
    }
  }

  /** Does what the other end wants, until that closes. */
  void answer() throws IOException {
    for (word.clear(); channel.read(word) > 0; word.clear()) {
      if (word.get(0) == BYTES) {
        receive();
        send();
      } else {
        for (int partition = 0; partition < Numbers.partitions(); partition++) {
          numbers.add(partition, next());
        }
        sendNumbers();
      }
    }
  }

  private void say(byte what) throws IOException {
    write(word.clear().put(what).flip());
  }

  private void send() throws IOException {
    for (int from = 0; from < source.capacity(); from += AT_ONCE) {
      write(source.limit(Math.min(source.capacity(), from + AT_ONCE)).position(from));
    }
  }

  private void receive() throws IOException {
    for (int at = 0; at < target.capacity(); at = target.position()) {
      target.limit(Math.min(target.capacity(), at + AT_ONCE)).position(at);
      read(target);
    }
  }

  private void sendNumbers() throws IOException {
    for (int partition = 0; partition < Numbers.partitions(); partition++) {
      numbers.write(partition, piece.clear());
      write(piece.flip());
    }
  }

  /** The numbers of a partition, when all have come. */
  private ByteBuffer next() throws IOException {
    piece.clear();
    while (piece.hasRemaining()) {
      read(piece);
    }
    return piece.flip();
  }

  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  private void read(ByteBuffer into) throws IOException {
    if (channel.read(into) < 0) {
      throw new EOFException("%d bytes did not come".formatted(into.remaining()));
    }
  }
}
