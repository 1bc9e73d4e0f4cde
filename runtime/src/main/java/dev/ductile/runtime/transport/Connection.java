package dev.ductile.runtime.transport;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/**
 * One stream of frames to another process; all of it belongs to the loop's thread. Who has called
 * shows the job's token first, the other answers with it; until then nothing else is sent or read.
 */
public final class Connection {
  /** The kind of a {@link Greeting}; protocols above begin at 1. */
  static final int HELLO = 0;

  /** So much is read before others have their turn. */
  private static final int TURN = 2 << 20;

  private final Loop loop;

  /** Of its socket; empty if there was none left. */
  private final Optional<SelectionKey> key;

  private final Greeting greeting;
  private final long deadline;
  private final Inbox inbox;
  private final Outbox outbox;
  private Handler handler;
  private State state;
  private int interest;
  private int peer = -1;

  private enum State {
    /** We have called. */
    CALLING,
    /** The other has answered, and we have said who we are. */
    ANSWERED,
    /** Somebody has called us. */
    CALLED,
    /** Both have proved themselves. */
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
    inbox = new Inbox(loop.buffers());
    outbox = new Outbox(loop.buffers(), loop::execute);
    interest = key.map(SelectionKey::interestOps).orElse(0);
  }

  static Connection calling(Loop loop, SelectionKey key, Greeting greeting, Handler handler) {
    return new Connection(loop, Optional.of(key), State.CALLING, greeting, handler);
  }

  static Connection called(Loop loop, SelectionKey key, Greeting greeting, Handler handler) {
    return new Connection(loop, Optional.of(key), State.CALLED, greeting, handler);
  }

  /** One for which there is no socket: it closes soon. */
  static Connection stillborn(Loop loop, Greeting greeting, Handler handler, String why) {
    var connection = new Connection(loop, Optional.empty(), State.CALLING, greeting, handler);
    connection.close(why);
    return connection;
  }

  private SocketChannel channel() {
    return (SocketChannel) key.orElseThrow().channel();
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
    return state != State.CLOSED;
  }

  /** Whether the other end has answered, and proved itself. */
  public boolean isProved() {
    return state == State.OPEN;
  }

  /** How many bytes wait to be written; senders of much data keep it small. */
  public long waitingBytes() {
    return outbox.bytes();
  }

  /** Sends a frame, soon; into a connection that is closed it falls. */
  public void send(Header header, Payload payload) {
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
      refuse("it does not read what it is sent: %d bytes wait", outbox.bytes());
      return;
    }
    loop.wantsFlush(this);
  }

  /** The same, and without waiting for the end of the turn: what others stand still for. */
  public void sendNow(Header header, Payload payload) {
    send(header, payload);
    flush();
  }

  public void send(Header header) {
    send(header, Payload.NONE);
  }

  /**
   * Runs it once the socket has taken all that was sent so far: the moment to send more, or to say
   * how long sending took. Of a connection that closes before, {@link Handler#closed} tells
   * instead.
   */
  public void whenSent(Runnable action) {
    loop.checkThread();
    if (isOpen()) {
      outbox.mark(action);
      loop.wantsFlush(this);
    }
  }

  /** Ends it at once; what waits to be written is lost. */
  public void close(String why) {
    loop.checkThread();
    if (!isOpen()) {
      return;
    }
    silence();
    loop.execute(() -> handler.closed(this, why));
  }

  /** Ends it, and tells nobody. */
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
      // it is gone either way
    }
  }

  /** Ends it because the other end did what nobody of this job does. */
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

  /** Another handler hears of it from now on. */
  void handledBy(Handler other) {
    handler = other;
  }

  boolean isLate(long now) {
    return now - deadline >= 0;
  }

  /** The other end has answered, or can not be reached. */
  void connected() {
    try {
      if (state == State.CALLING && channel().finishConnect()) {
        if (hasReachedItself()) {
          close("nobody listens there: it has reached itself");
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
   * Whoever calls a free port of this host may be given that very port, and then TCP connects him
   * to himself; and nobody else can listen there.
   */
  private boolean hasReachedItself() throws IOException {
    return channel().getRemoteAddress().equals(channel().getLocalAddress());
  }

  private void greet() {
    outbox.greet(new Header(HELLO, 0, -1, greeting.task(), 0, 0), Payload.of(greeting.bytes()));
    loop.wantsFlush(this);
  }

  /** Reads what has come, within bounds, and delivers it. */
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
    int most = state == State.OPEN ? loop.limits().frameBytes() : Limits.STRANGER_BYTES;
    if (claim > most) {
      refuse("a frame of %d bytes, more than %d", claim, most);
      return false;
    }
    return claim >= 0 && inbox.has((int) claim);
  }

  private void hear() {
    try {
      Header header = inbox.header();
      ByteBuffer payload = inbox.payload(header.length());
      if (header.kind() == HELLO) {
        refuse("it greets twice");
      } else {
        handler.frame(this, header, payload);
      }
    } catch (IllegalArgumentException | BufferUnderflowException e) {
      refuse("what it says makes no sense: %s", Loop.reason(e));
    }
  }

  private boolean isFriend() {
    try {
      Header header = inbox.header();
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

  /** Writes what the socket takes. */
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

  /** Changes what the selector looks for, which costs a system call, only where it differs. */
  private void watch(int wanted) {
    if (isOpen() && interest != wanted) {
      interest = wanted;
      key.orElseThrow().interestOps(wanted);
    }
  }
}
