package dev.ductile.runtime.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Queue;

/** One stream of frames to another process; all of it belongs to the loop's thread. */
public final class Connection {
  /** The kind of a {@link Greeting}; protocols above begin at 1. */
  static final int HELLO = 0;

  private static final int BUFFER = 512 * 1024;

  private final Loop loop;
  private final SocketChannel channel;
  private final SelectionKey key;
  private final Greeting greeting;
  private final Handler handler;
  private final Queue<Outgoing> waiting = new ArrayDeque<>();
  private ByteBuffer in = ByteBuffer.allocateDirect(4 * 1024);
  private ByteBuffer out = ByteBuffer.allocateDirect(4 * 1024);
  private long waitingBytes;
  private int peer = -1;
  private boolean proved;
  private boolean open = true;

  private record Outgoing(Header header, Payload payload) {
    int bytes() {
      return Header.BYTES + payload.bytes();
    }
  }

  Connection(
      Loop loop, SocketChannel channel, SelectionKey key, Greeting greeting, Handler handler) {
    this.loop = loop;
    this.channel = channel;
    this.key = key;
    this.greeting = greeting;
    this.handler = handler;
    loop.after(loop.limits().greeting(), () -> expect(proved, "it did not say who it is in time"));
  }

  /** The task at the other end; -1 while that is not known. */
  public int peer() {
    return peer;
  }

  /** The master has given the other end a number. */
  public void peerIs(int task) {
    peer = task;
  }

  public boolean isOpen() {
    return open;
  }

  /** How many bytes wait to be written; senders of much data keep it small. */
  public long waitingBytes() {
    return waitingBytes + out.position();
  }

  public void send(Header header, Payload payload) {
    if (!open) {
      return;
    }
    waiting.add(new Outgoing(header, payload));
    waitingBytes += Header.BYTES + payload.bytes();
    if (waitingBytes > loop.limits().queueBytes()) {
      close("it does not read what it is sent");
      return;
    }
    loop.wantsFlush(this);
  }

  public void send(Header header) {
    send(header, Payload.NONE);
  }

  public void close(String why) {
    if (!open) {
      return;
    }
    open = false;
    waiting.clear();
    key.cancel();
    try {
      channel.close();
    } catch (IOException e) {
      // it is gone either way
    }
    loop.forget(this);
    handler.closed(this, why);
  }

  void greet() {
    send(new Header(HELLO, 0, -1, greeting.task(), 0, 0), Payload.of(greeting.bytes()));
  }

  void connected() {
    try {
      if (channel.finishConnect()) {
        key.interestOps(SelectionKey.OP_READ);
        greet();
      }
    } catch (IOException e) {
      close(String.valueOf(e.getMessage()));
    }
  }

  void readable() {
    try {
      int count = channel.read(in);
      if (count < 0) {
        close("the other end closed it");
        return;
      }
      in.flip();
      while (open && hasFrame()) {
        deliver();
      }
      in.compact();
    } catch (IOException e) {
      close(String.valueOf(e.getMessage()));
    }
  }

  private boolean hasFrame() {
    if (in.remaining() < Integer.BYTES) {
      return false;
    }
    int length = in.getInt(in.position());
    int most = proved ? loop.limits().frameBytes() : Limits.STRANGER_BYTES;
    if (length < 0 || length > most) {
      close("a frame of %d bytes, more than %d".formatted(length & 0xFFFF_FFFFL, most));
      return false;
    }
    int needed = Header.BYTES + length;
    if (in.capacity() < needed) {
      in = grown(in, needed);
    }
    return in.remaining() >= needed;
  }

  private static ByteBuffer grown(ByteBuffer old, int needed) {
    var larger = ByteBuffer.allocateDirect(Math.max(BUFFER, needed + Header.BYTES));
    larger.put(old).flip();
    return larger;
  }

  private void deliver() {
    Header header = Header.read(in);
    ByteBuffer payload = in.slice(in.position(), header.length());
    in.position(in.position() + header.length());
    if (proved) {
      handler.frame(this, header, payload);
    } else {
      prove(header, payload);
    }
  }

  private void prove(Header header, ByteBuffer payload) {
    if (header.kind() != HELLO || !greeting.sameJob(payload)) {
      close("it does not belong to this job");
      return;
    }
    peer = Greeting.task(payload);
    proved = true;
    handler.opened(this);
  }

  private void expect(boolean fulfilled, String complaint) {
    if (!fulfilled) {
      close(complaint);
    }
  }

  /** Writes what the socket takes. */
  void flush() {
    try {
      while (open && fill()) {
        out.flip();
        channel.write(out);
        out.compact();
        if (out.position() > 0) {
          break;
        }
      }
      if (open && channel.isConnected()) {
        key.interestOps(
            out.position() > 0 || !waiting.isEmpty()
                ? SelectionKey.OP_READ | SelectionKey.OP_WRITE
                : SelectionKey.OP_READ);
      }
    } catch (IOException e) {
      close(String.valueOf(e.getMessage()));
    }
  }

  /** Moves frames into the buffer; whether there is anything to write. */
  private boolean fill() {
    if (!channel.isConnected()) {
      return false;
    }
    for (Outgoing next = waiting.peek(); next != null; next = waiting.peek()) {
      if (out.remaining() < next.bytes()) {
        if (out.position() > 0 && out.capacity() >= BUFFER) {
          break;
        }
        out.flip();
        out = grown(out, next.bytes() + out.remaining()).compact();
      }
      waiting.remove();
      waitingBytes -= next.bytes();
      next.header().withLength(next.payload().bytes()).write(out);
      next.payload().writeTo(out);
    }
    return out.position() > 0;
  }
}
