package dev.ductile.runtime.simulation;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;

/** One end of a connection in memory. */
final class MemorySocket extends SocketChannel implements MemorySelector.Ready {
  /** The end of a stream, in the place of bytes. */
  static final byte[] END = {};

  /** The limit of bytes under way or unread. */
  private static final int WINDOW = 256 << 10;

  private final SimulatedProcess process;
  private final MemoryNetwork network;
  private final InetSocketAddress local;
  private final Deque<byte[]> underWay = new ArrayDeque<>();
  private final Deque<ByteBuffer> arrived = new ArrayDeque<>();
  private Optional<InetSocketAddress> remote = Optional.empty();
  private Optional<MemorySocket> peer = Optional.empty();
  private State state = State.NEW;
  private int outstanding;
  private boolean ended;
  private long lineFreeAt;
  private long arrivesAt;

  private enum State {
    NEW,
    CALLING,
    REFUSED,
    /** The other end's system has answered, and the process has not noticed. */
    ANSWERED,
    CONNECTED,
    RESET
  }

  MemorySocket(SelectorProvider provider, SimulatedProcess process, MemoryNetwork network) {
    super(provider);
    this.process = process;
    this.network = network;
    local = InetSocketAddress.createUnresolved(process.host(), network.freePort());
    network.opened(this);
  }

  SimulatedProcess process() {
    return process;
  }

  InetSocketAddress localAddress() {
    return local;
  }

  /** The other end of a socket that a listener has let in. */
  void remote(InetSocketAddress address) {
    remote = Optional.of(address);
    state = State.CONNECTED;
  }

  boolean isBetween(String host) {
    return remote.filter(address -> address.getHostString().equals(host)).isPresent();
  }

  // ---- the network's side

  long lineFreeAt() {
    return lineFreeAt;
  }

  void lineFreeAt(long moment) {
    lineFreeAt = moment;
  }

  long arrivesAt() {
    return arrivesAt;
  }

  void arrivesAt(long moment) {
    arrivesAt = moment;
  }

  void connected(MemorySocket other) {
    peer = Optional.of(other);
    if (state == State.CALLING) {
      state = State.ANSWERED;
      process.wake();
    }
  }

  void refused() {
    if (state == State.CALLING) {
      state = State.REFUSED;
      process.wake();
    }
  }

  void expect(byte[] payload) {
    underWay.add(payload);
  }

  /** The next bytes are here. */
  void deliver() {
    byte[] next = underWay.poll();
    if (next == null || state == State.RESET) {
      return;
    }
    if (next.length == 0) {
      ended = true;
    } else {
      arrived.add(ByteBuffer.wrap(next));
    }
  }

  /** The connection is cut. */
  void reset() {
    state = State.RESET;
    underWay.clear();
    arrived.clear();
    process.wake();
    peer.filter(other -> other.state != State.RESET).ifPresent(MemorySocket::reset);
  }

  /** The process has died. */
  void abandoned(boolean silently) {
    if (!silently) {
      peer.ifPresent(other -> network.end(this, other));
    }
  }

  @Override
  public int ready() {
    boolean connect = state == State.ANSWERED || state == State.REFUSED;
    boolean over = state == State.RESET || ended;
    return MemoryNetwork.operation(connect || state == State.RESET, SelectionKey.OP_CONNECT)
        | MemoryNetwork.operation(over || !arrived.isEmpty(), SelectionKey.OP_READ)
        | MemoryNetwork.operation(over || outstanding < WINDOW, SelectionKey.OP_WRITE);
  }

  // ---- the process's side

  @Override
  public boolean connect(SocketAddress address) {
    var to = (InetSocketAddress) address;
    var named = InetSocketAddress.createUnresolved(to.getHostString(), to.getPort());
    remote = Optional.of(named);
    state = State.CALLING;
    network.connect(this, named);
    return false;
  }

  @Override
  public boolean finishConnect() throws IOException {
    if (state == State.REFUSED) {
      throw new ConnectException("Connection refused");
    }
    requireNotReset();
    if (state == State.ANSWERED) {
      state = State.CONNECTED;
    }
    return state == State.CONNECTED;
  }

  private void requireNotReset() throws IOException {
    if (state == State.RESET) {
      throw new IOException("Connection reset");
    }
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    requireNotReset();
    int before = into.position();
    for (ByteBuffer next = arrived.peek(); next != null && into.hasRemaining(); ) {
      int count = Math.min(next.remaining(), into.remaining());
      into.put(next.slice(next.position(), count));
      next.position(next.position() + count);
      if (!next.hasRemaining()) {
        arrived.remove();
        next = arrived.peek();
      }
    }
    int count = into.position() - before;
    if (count > 0) {
      peer.ifPresent(other -> other.acknowledged(count));
    }
    return count == 0 && ended && into.hasRemaining() ? -1 : count;
  }

  private void acknowledged(int count) {
    boolean full = outstanding >= WINDOW;
    outstanding -= count;
    if (full) {
      process.wake();
    }
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    requireNotReset();
    if (ended) {
      throw new IOException("Broken pipe");
    }
    int count = Math.min(from.remaining(), WINDOW - outstanding);
    if (count > 0) {
      byte[] bytes = new byte[count];
      from.get(bytes);
      outstanding += count;
      peer.ifPresent(other -> network.transmit(this, other, bytes));
    }
    return count;
  }

  @Override
  protected void implCloseSelectableChannel() {
    network.closed(this);
    if (state != State.RESET) {
      peer.ifPresent(other -> network.end(this, other));
    }
  }

  @Override
  public SocketAddress getRemoteAddress() {
    return remote.orElseThrow();
  }

  @Override
  public SocketAddress getLocalAddress() {
    return local;
  }

  @Override
  public boolean isConnected() {
    return state == State.CONNECTED;
  }

  @Override
  public boolean isConnectionPending() {
    return state == State.CALLING;
  }

  @Override
  public <T> SocketChannel setOption(SocketOption<T> name, T value) {
    return this;
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    return Set.of(StandardSocketOptions.TCP_NODELAY);
  }

  @Override
  protected void implConfigureBlocking(boolean block) {
    // it never blocks
  }

  @Override
  public long read(ByteBuffer[] buffers, int offset, int length) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long write(ByteBuffer[] buffers, int offset, int length) {
    throw new UnsupportedOperationException();
  }

  @Override
  public <T> T getOption(SocketOption<T> name) {
    throw new UnsupportedOperationException();
  }

  @Override
  public SocketChannel bind(SocketAddress address) {
    throw new UnsupportedOperationException();
  }

  @Override
  public SocketChannel shutdownInput() {
    throw new UnsupportedOperationException();
  }

  @Override
  public SocketChannel shutdownOutput() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket socket() {
    throw new UnsupportedOperationException();
  }
}
