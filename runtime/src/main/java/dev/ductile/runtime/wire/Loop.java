package dev.ductile.runtime.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The one thread of a process that reads, writes, waits and computes. All but {@link #execute} and
 * {@link #stop} is for that thread alone.
 */
public final class Loop implements AutoCloseable {
  private final LongSupplier nanos;
  private final Limits limits;
  private final Selector selector;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final PriorityQueue<Timer> timers = new PriorityQueue<>();
  private final Set<Connection> toFlush = new LinkedHashSet<>();
  private final Set<Connection> connections = new LinkedHashSet<>();
  private BooleanSupplier work = () -> false;
  private volatile boolean stopped;
  private long timerCount;

  /** Something to be done later. */
  private record Timer(long at, long order, Runnable action) implements Comparable<Timer> {
    @Override
    public int compareTo(Timer other) {
      int byTime = Long.compare(at, other.at);
      return byTime == 0 ? Long.compare(order, other.order) : byTime;
    }
  }

  /** Makes the handler of each connection that comes in. */
  @FunctionalInterface
  public interface Doorman {
    Handler admit();
  }

  /**
   * A loop that begins when {@link #run} is called.
   *
   * @param nanos a clock that never goes back, such as {@code System::nanoTime}
   */
  public Loop(LongSupplier nanos, Limits limits) {
    this.nanos = nanos;
    this.limits = limits;
    try {
      selector = Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public long nanoTime() {
    return nanos.getAsLong();
  }

  Limits limits() {
    return limits;
  }

  /** Runs it on the loop's thread, soon; may be called from any thread. */
  public void execute(Runnable task) {
    tasks.add(task);
    selector.wakeup();
  }

  public void after(Duration delay, Runnable action) {
    timers.add(new Timer(nanoTime() + delay.toNanos(), timerCount++, action));
  }

  /**
   * What is done when nothing has come in: one slice of a few milliseconds; it says whether there
   * is more to do.
   */
  public void work(BooleanSupplier slice) {
    work = slice;
  }

  /** Listens, and says where: a port of 0 is replaced by the one that was free. */
  public Address listen(Address wanted, Greeting greeting, Doorman doorman) throws IOException {
    boolean unix = wanted instanceof Address.Unix;
    var server =
        unix ? ServerSocketChannel.open(StandardProtocolFamily.UNIX) : ServerSocketChannel.open();
    server.bind(wanted.socket());
    server.configureBlocking(false);
    Runnable accept = () -> accept(server, greeting, doorman);
    server.register(selector, SelectionKey.OP_ACCEPT, accept);
    return wanted instanceof Address.Tcp(String host, int _)
        ? new Address.Tcp(host, server.socket().getLocalPort())
        : wanted;
  }

  /** Begins to connect; the handler is told how that ends. */
  public Connection connect(Address address, Greeting greeting, Handler handler) {
    try {
      boolean unix = address instanceof Address.Unix;
      var channel = unix ? SocketChannel.open(StandardProtocolFamily.UNIX) : SocketChannel.open();
      channel.configureBlocking(false);
      var connection = register(channel, SelectionKey.OP_CONNECT, greeting, handler);
      try {
        if (channel.connect(address.socket())) {
          execute(connection::connected);
        }
      } catch (IOException | RuntimeException e) {
        execute(() -> connection.close(String.valueOf(e.getMessage())));
      }
      return connection;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accept(ServerSocketChannel server, Greeting greeting, Doorman doorman) {
    try {
      SocketChannel channel = server.accept();
      if (channel == null) {
        return;
      }
      if (connections.size() >= limits.connections()) {
        channel.close();
        return;
      }
      channel.configureBlocking(false);
      register(channel, SelectionKey.OP_READ, greeting, doorman.admit()).greet();
    } catch (IOException e) {
      // that one is gone; the next may come
    }
  }

  private Connection register(
      SocketChannel channel, int interest, Greeting greeting, Handler handler) throws IOException {
    if (!(channel.getLocalAddress() instanceof java.net.UnixDomainSocketAddress)) {
      channel.setOption(StandardSocketOptions.SO_SNDBUF, 1 << 20);
    }
    SelectionKey key = channel.register(selector, interest);
    var connection = new Connection(this, channel, key, greeting, handler);
    key.attach(connection);
    connections.add(connection);
    return connection;
  }

  void wantsFlush(Connection connection) {
    toFlush.add(connection);
  }

  void forget(Connection connection) {
    connections.remove(connection);
    toFlush.remove(connection);
  }

  /** Runs until {@link #stop}, then closes everything. */
  public void run() {
    boolean busy = false;
    while (!stopped) {
      busy = turn(busy);
    }
    close();
  }

  private boolean turn(boolean busy) {
    flush();
    select(busy);
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
    for (var next = timers.peek(); next != null && next.at() <= nanoTime(); next = timers.peek()) {
      timers.remove();
      next.action().run();
    }
    flush();
    return work.getAsBoolean();
  }

  private void select(boolean busy) {
    try {
      if (busy || !tasks.isEmpty()) {
        selector.selectNow();
      } else {
        selector.select(untilNextTimer());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<SelectionKey> ready = new ArrayList<>(selector.selectedKeys());
    selector.selectedKeys().clear();
    for (SelectionKey key : ready) {
      serve(key);
    }
  }

  private long untilNextTimer() {
    Timer next = timers.peek();
    return next == null ? 1_000 : Math.clamp((next.at() - nanoTime()) / 1_000_000 + 1, 1, 1_000);
  }

  private static void serve(SelectionKey key) {
    if (!key.isValid()) {
      return;
    }
    if (!(key.attachment() instanceof Connection connection)) {
      ((Runnable) key.attachment()).run();
      return;
    }
    if (key.isConnectable()) {
      connection.connected();
    }
    if (key.isValid() && key.isReadable()) {
      connection.readable();
    }
    if (key.isValid() && key.isWritable()) {
      connection.flush();
    }
  }

  private void flush() {
    for (int round = 0; round < 8 && !toFlush.isEmpty(); round++) {
      List<Connection> now = List.copyOf(toFlush);
      toFlush.clear();
      now.forEach(Connection::flush);
    }
  }

  /** Ends {@link #run}; may be called from any thread. */
  public void stop() {
    stopped = true;
    selector.wakeup();
  }

  @Override
  public void close() {
    List.copyOf(connections).forEach(connection -> connection.close("this process ends"));
    try {
      for (SelectionKey key : selector.keys()) {
        key.channel().close();
      }
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
