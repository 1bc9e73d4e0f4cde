package dev.ductile.engines.local;

import dev.ductile.engines.supervision.AgentCodec;
import dev.ductile.engines.supervision.AgentMessage;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * One end of the connection between a node agent and its client. A separate thread sends messages,
 * so a peer that does not read delays this process by a second at most.
 */
final class AgentConnection implements AutoCloseable {
  private static final int MOST_WAITING = 10_000;
  private static final long LONGEST_OFFER_MILLIS = 1000;

  /** Marks the end of the messages. */
  private static final ByteBuffer END = ByteBuffer.allocate(0);

  private final SocketChannel channel;
  private final DataInputStream in;
  private final BlockingQueue<ByteBuffer> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
  private final Thread writer;
  private volatile boolean broken;

  AgentConnection(SocketChannel channel) {
    this.channel = channel;
    this.in = new DataInputStream(new BufferedInputStream(Channels.newInputStream(channel)));
    this.writer = Thread.ofPlatform().daemon().name("agent-writer").start(this::write);
  }

  /** Sends a message soon; closes the connection instead if the peer reads too slowly. */
  void send(AgentMessage message) {
    if (broken) {
      return;
    }
    try {
      boolean taken =
          channel.isOpen()
              && waiting.offer(
                  AgentCodec.encode(message), LONGEST_OFFER_MILLIS, TimeUnit.MILLISECONDS);
      if (!taken) {
        close();
      }
    } catch (IOException e) {
      close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close();
    }
  }

  /** Sends a message, and then closes the connection. */
  void sendLast(AgentMessage message) {
    send(message);
    waiting.offer(END.duplicate());
  }

  /** Closes the connection when all messages are written, or after a second. */
  void finish() {
    waiting.offer(END.duplicate());
    try {
      writer.join(LONGEST_OFFER_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    close();
  }

  /**
   * Waits for the next message.
   *
   * @throws IOException if the connection has ended
   */
  AgentMessage receive() throws IOException {
    return AgentCodec.read(in);
  }

  private void write() {
    try {
      while (channel.isOpen()) {
        ByteBuffer next = waiting.take();
        if (next.capacity() == 0) {
          close();
          return;
        }
        while (next.hasRemaining()) {
          channel.write(next);
        }
      }
    } catch (IOException e) {
      broken = true; // messages that the peer sent before it left can still be read
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // the connection is unusable, as after a close
    }
    writer.interrupt();
  }
}
