package dev.ductile.runtime.transport;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/**
 * A stream of frames to another process, used on the loop's thread only. The process that connects
 * sends the job's token first, and the other one answers with it. Until then no other frame is sent
 * or read.
 */
public final class Connection {
  /** The kind of a {@link Greeting}; protocols above begin at 1. */
  static final int HELLO = 0;

  /** The number of bytes that are read before other connections have their turn. */
  private static final int TURN = 2 << 20;

  private final Loop loop;

  /** The key of its socket; empty if there was none left. */
  private final Optional<SelectionKey> key;

  private final Greeting greeting;
  private final long deadline;
  private final ReceiveBuffer inbox;
  private final SendQueue outbox;
  private Handler handler;
  private State state;
  private int interest;
  private int peer = -1;

  private enum State {
    /** This process has connected and sent its greeting. */
    CALLING,
    /** The other end has answered this process's connection. */
    ANSWERED,
    /** The other end has connected. */
    CALLED,
    /** Both ends are authenticated. */
    OPEN,
    CLOSED
  }

  private Connection(
      Loop loop, Optional<SelectionKey> key, State state, Greeting greeting, Handler handler) {
    this.loop = loop;
    this.key = key;
    this.state = state;
    this.greeting = greeting;
    this.handler = handler;
    deadline = loop.nanoTime() + loop.limits().greeting().toNanos();
    inbox = new ReceiveBuffer(loop.buffers());
    outbox = new SendQueue(loop.buffers(), loop::execute);
    interest = key.map(SelectionKey::interestOps).orElse(0);
  }

  static Connection calling(Loop loop, SelectionKey key, Greeting greeting, Handler handler) {
    return new Connection(loop, Optional.of(key), State.CALLING, greeting, handler);
  }

  static Connection called(Loop loop, SelectionKey key, Greeting greeting, Handler handler) {
    return new Connection(loop, Optional.of(key), State.CALLED, greeting, handler);
  }

  /** A connection for which there is no socket: it closes soon. */
  static Connection stillborn(Loop loop, Greeting greeting, Handler handler, String why) {
    var connection = new Connection(loop, Optional.empty(), State.CALLING, greeting, handler);
    connection.close(why);
    return connection;
  }

  private SocketChannel channel() {
    return (SocketChannel) key.orElseThrow().channel();
  }

  /** The task at the other end; -1 while it is not known. */
  public int peer() {
    return peer;
  }

  /** The master has given the other end a number. */
  public void peerIs(int task) {
    peer = task;
  }

  public boolean isOpen() {
    return state != State.CLOSED;
  }

  /** Whether the other end has answered and is authenticated. */
  public boolean isProved() {
    return state == State.OPEN;
  }

  /** The number of bytes that wait to be written; senders of much data keep it small. */
  public long waitingBytes() {
    return outbox.bytes();
  }

  /** Sends a frame soon; a closed connection drops it. */
  public void send(FrameHeader header, Payload payload) {
    loop.checkThread();
    if (header.kind() == HELLO) {
      throw new IllegalStateException("greetings are the wire's own: " + header);
    }
    if (payload.bytes() > loop.limits().frameBytes()) {
      throw new IllegalStateException(
          "a payload of %d bytes, more than %d: %s"
              .formatted(payload.bytes(), loop.limits().frameBytes(), header));
    }
    if (!isOpen()) {
      return;
    }
    outbox.add(header, payload);
    if (outbox.bytes() > loop.limits().queueBytes()) {
      refuse("it does not read its frames: %d bytes wait", outbox.bytes());
      return;
    }
    loop.wantsFlush(this);
  }

  /** Sends a frame without waiting for the end of the turn, because other processes wait for it. */
  public void sendNow(FrameHeader header, Payload payload) {
    send(header, payload);
    flush();
  }

  public void send(FrameHeader header) {
    send(header, Payload.NONE);
  }

  /**
   * Runs the action once the socket has taken all frames sent so far: the moment to send more, or
   * to measure how long sending took. If the connection closes before, only {@link Handler#closed}
   * is called.
   */
  public void whenSent(Runnable action) {
    loop.checkThread();
    if (isOpen()) {
      outbox.mark(action);
      loop.wantsFlush(this);
    }
  }

  /** Closes it at once; bytes that wait to be written are lost. */
  public void close(String why) {
    loop.checkThread();
    if (!isOpen()) {
      return;
    }
    silence();
    loop.execute(() -> handler.closed(this, why));
  }

  /** Closes it without calling the handler. */
  void silence() {
    state = State.CLOSED;
    inbox.clear();
    outbox.clear();
    loop.forget(this);
    try {
      if (key.isPresent()) {
        channel().close();
      }
    } catch (IOException e) {
      // it is gone in either case
    }
  }

  /** Closes it because the other end did something that no process of this job does. */
  void refuse(String why, Object... values) {
    if (isOpen()) {
      String told = why.formatted(values);
      loop.note(why, "refused %s: %s".formatted(where(), told));
      close(told);
    }
  }

  private String where() {
    if (peer >= 0) {
      return "task " + peer;
    }
    try {
      return "a connection from '" + channel().getRemoteAddress() + "'";
    } catch (IOException e) {
      return "a connection";
    }
  }

  /** Replaces the handler. */
  void handledBy(Handler other) {
    handler = other;
  }

  boolean isLate(long now) {
    return now - deadline >= 0;
  }

  /** The other end has answered, or cannot be reached. */
  void connected() {
    try {
      if (state == State.CALLING && channel().finishConnect()) {
        if (hasReachedItself()) {
          close("no process listens there: it has reached itself");
          return;
        }
        state = State.ANSWERED;
        greet();
        flush();
      }
    } catch (IOException e) {
      close(Loop.reason(e));
    }
  }

  /**
   * A process that connects to a free port of this host may be given that very port as its own. TCP
   * then connects it to itself, and no other process can listen there.
   */
  private boolean hasReachedItself() throws IOException {
    return channel().getRemoteAddress().equals(channel().getLocalAddress());
  }

  private void greet() {
    outbox.greet(
        new FrameHeader(HELLO, 0, -1, greeting.task(), 0, 0), Payload.of(greeting.bytes()));
    loop.wantsFlush(this);
  }

  /** Reads received bytes, within bounds, and delivers the frames. */
  void readable() {
    try {
      int read = 0;
      do {
        int count = inbox.read(channel(), state == State.OPEN ? Buffers.COMMON : Buffers.SMALL);
        if (count < 0) {
          close("the other end closed it");
          return;
        }
        read += count;
        deliver();
      } while (isOpen() && inbox.expectsMore() && read < TURN);
      if (isOpen() && read >= TURN) {
        loop.unread = true;
      }
      inbox.rest();
    } catch (IOException e) {
      close(Loop.reason(e));
    }
  }

  private void deliver() {
    while (isOpen() && hasFrame()) {
      if (state == State.OPEN) {
        hear();
      } else if (isFriend()) {
        welcome();
      }
    }
  }

  private boolean hasFrame() {
    long claim = inbox.claim();
    int most = state == State.OPEN ? loop.limits().frameBytes() : ConnectionLimits.STRANGER_BYTES;
    if (claim > most) {
      refuse("a frame of %d bytes, more than %d", claim, most);
      return false;
    }
    return claim >= 0 && inbox.has((int) claim);
  }

  private void hear() {
    try {
      FrameHeader header = inbox.header();
      ByteBuffer payload = inbox.payload(header.length());
      if (header.kind() == HELLO) {
        refuse("it greets twice");
      } else {
        handler.frame(this, header, payload);
      }
    } catch (IllegalArgumentException | BufferUnderflowException e) {
      refuse("its frame is invalid: %s", Loop.reason(e));
    }
  }

  private boolean isFriend() {
    try {
      FrameHeader header = inbox.header();
      ByteBuffer payload = inbox.payload(header.length());
      if (header.kind() == HELLO && greeting.sameJob(payload)) {
        return isExpected(Greeting.task(payload));
      }
      refuse("it does not belong to this job");
    } catch (IllegalArgumentException e) {
      refuse("it does not speak as this job does: %s", Loop.reason(e));
    }
    return false;
  }

  private boolean isExpected(int said) {
    if (peer >= 0 && said >= 0 && said != peer) {
      refuse("task %d answers for task %d", said, peer);
      return false;
    }
    peer = Math.max(peer, said);
    return true;
  }

  private void welcome() {
    if (state == State.CALLED) {
      greet();
    }
    state = State.OPEN;
    outbox.open();
    loop.wantsFlush(this);
    loop.proved(this);
    handler.opened(this);
  }

  /** Writes as much as the socket takes. */
  void flush() {
    try {
      if (isOpen() && state != State.CALLING) {
        boolean done = outbox.write(channel());
        watch(done ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
      }
    } catch (IOException e) {
      close(Loop.reason(e));
    }
  }

  /** Changes the selector's interest only if it differs, because that costs a system call. */
  private void watch(int wanted) {
    if (isOpen() && interest != wanted) {
      interest = wanted;
      key.orElseThrow().interestOps(wanted);
    }
  }
}
