package dev.ductile.bench.wire;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * The baselines of frames. A plain copy sends bytes from the memory of one process to that of
 * another, in the fastest way that was found: blocking, with direct buffers that fit into a cache,
 * and with the kernel buffers of the runtime. A copy that adds sends floats from one array to
 * another, in which they are added or stored: the work of frames, in loops without frames.
 */
final class PlainCopy {
  private static final int AT_ONCE = 1 << 20;
  private static final int SOCKET_BYTES = 4 << 20;
  private static final byte BYTES = 0;
  private static final byte NUMBERS = 1;

  private final SocketChannel channel;
  private final ByteBuffer source = ByteBuffer.allocateDirect(PartitionedModel.BYTES);
  private final ByteBuffer target = ByteBuffer.allocateDirect(PartitionedModel.BYTES);
  private final ByteBuffer piece = ByteBuffer.allocateDirect(PartitionedModel.PARTITION_BYTES);
  private final ByteBuffer word = ByteBuffer.allocateDirect(1);
  private final PartitionedModel numbers = new PartitionedModel();

  PlainCopy(SocketChannel channel) throws IOException {
    this.channel = channel;
    if (!channel.supportedOptions().contains(StandardSocketOptions.TCP_NODELAY)) {
      channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BYTES);
    }
  }

  /** Copies a model to the far end and another back. */
  void copy() throws IOException {
    say(BYTES);
    send();
    receive();
  }

  /** Adds the values of an array to one at the far end, and stores that one here. */
  void add() throws IOException {
    say(NUMBERS);
    sendNumbers();
    for (int partition = 0; partition < PartitionedModel.partitions(); partition++) {
      numbers.set(partition, next());
    }
  }

  /** Answers the requests of the other end until it closes. */
  void answer() throws IOException {
    for (word.clear(); channel.read(word) > 0; word.clear()) {
      if (word.get(0) == BYTES) {
        receive();
        send();
      } else {
        for (int partition = 0; partition < PartitionedModel.partitions(); partition++) {
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
    for (int partition = 0; partition < PartitionedModel.partitions(); partition++) {
      numbers.write(partition, piece.clear());
      write(piece.flip());
    }
  }

  /** The values of a partition, when all are received. */
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
