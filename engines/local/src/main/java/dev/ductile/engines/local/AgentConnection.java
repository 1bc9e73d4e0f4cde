package dev.ductile.engines.local;

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
 * One end of the connection between a node agent and its client. Messages are sent by a thread of
 * its own, so that a peer that does not read cannot stop this process for more than a second.
 */
final class AgentConnection implements AutoCloseable {
  private static final int MOST_WAITING = 10_000;
  private static final long LONGEST_OFFER_MILLIS = 1000;

  /** Behind the last message. */
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

  /** Sends it soon; closes the connection instead where the peer reads too slowly. */
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

  /** Sends it, and then closes the connection. */
  void sendLast(AgentMessage message) {
    send(message);
    waiting.offer(END.duplicate());
  }

  /** Closes the connection when what was sent is written, or soon after. */
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
      broken = true; // what the peer had sent before it left can still be read
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // it is closed already, as good as
    }
    writer.interrupt();
  }
}
