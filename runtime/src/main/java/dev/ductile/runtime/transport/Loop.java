package dev.ductile.runtime.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The event loop of a process: its one thread reads, writes, waits and computes. All methods but
 * {@link #execute} and {@link #stop} are for that thread alone. In each turn every connection is
 * served up to a bound, so that none can keep the others waiting.
 */
public final class Loop implements AutoCloseable {
  /** Tasks and timers run in one turn; the others run in the next. */
  private static final int TURN = 1_024;

  /** The kernel's buffer of a Unix-domain connection; the default is too small. */
  private static final int SOCKET_BYTES = 4 << 20;

  /** Kinds of refusals that are reported. */
  private static final int MOST_NOTES = 64;

  private final SystemServices platform;
  private final AwakeClock clock;
  private final ConnectionLimits limits;
  private final Consumer<String> notes;
  private final Selector selector;
  private final Buffers buffers = new Buffers();
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final Timers timers = new Timers();
  private final List<Acceptor> acceptors = new ArrayList<>();
  private final Set<Connection> connections = new LinkedHashSet<>();
  private final Set<Connection> strangers = new LinkedHashSet<>();
  private final Set<Connection> calls = new LinkedHashSet<>();
  private final Set<Connection> toFlush = new LinkedHashSet<>();
  private final Set<String> noted = new HashSet<>();
  private Optional<Thread> runner = Optional.empty();
  private BooleanSupplier work = () -> false;
  private volatile boolean stopped;
  private boolean busy;

  /** Whether a connection has more to read than one turn allows. */
  boolean unread;

  /** Makes the handler of each accepted connection that is authenticated. */
  @FunctionalInterface
  public interface HandlerFactory {
    Handler create();
  }

  /** A loop that does not report refused connections. */
  public Loop(SystemServices platform, ConnectionLimits limits) {
    this(platform, limits, _ -> {});
  }

  /**
   * A loop that begins when {@link #run} is called.
   *
   * @param notes takes the first refusal of each kind: a stranger must not fill a disk
   */
  public Loop(SystemServices platform, ConnectionLimits limits, Consumer<String> notes) {
    this.platform = platform;
    this.clock = new AwakeClock(platform.nanos());
    this.limits = limits;
    this.notes = notes;
    try {
      selector = platform.network().openSelector();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The time of all timers and timeouts; it does not advance while the process is suspended. */
  public long nanoTime() {
    return clock.now();
  }

  /**
   * The time by which pauses and steps are measured; it advances while the process is suspended.
   */
  public long realNanoTime() {
    return platform.nanos().getAsLong();
  }

  /** Whether more was received than one turn may read: an answer may be unread. */
  public boolean hasUnread() {
    return unread;
  }

  /** Runs work that may block. */
  public Background background() {
    return platform.background();
  }

  ConnectionLimits limits() {
    return limits;
  }

  Buffers buffers() {
    return buffers;
  }

  /** Runs the task on the loop's thread, soon; may be called from any thread. */
  public void execute(Runnable task) {
    tasks.add(task);
    if (!isRunner()) {
      selector.wakeup();
    }
  }

  public void after(Duration delay, Runnable action) {
    checkThread();
    timers.add(nanoTime() + delay.toNanos(), action);
  }

  /** Sets a slice of a few milliseconds for turns without input; it returns if there is more. */
  public void work(BooleanSupplier slice) {
    checkThread();
    work = slice;
  }

  /**
   * Listens, and returns the address: a port of 0 is replaced by the one that was free. A
   * Unix-domain socket is deleted when the loop ends.
   */
  public Address listen(Address wanted, Greeting greeting, HandlerFactory handlers)
      throws IOException {
    checkThread();
    var acceptor = new Acceptor(this, selector, wanted, greeting, handlers);
    acceptors.add(acceptor);
    return acceptor.address();
  }

  /**
   * Begins to connect; the handler is told the result. Frames sent meanwhile wait until the other
   * end is authenticated. A host name is looked up now, so an address is better.
   */
  public Connection connect(Address address, Greeting greeting, Handler handler) {
    checkThread();
    try {
      boolean unix = address instanceof Address.Unix;
      return call(
          unix
              ? platform.network().openSocketChannel(StandardProtocolFamily.UNIX)
              : platform.network().openSocketChannel(),
          address,
          greeting,
          handler);
    } catch (IOException e) {
      String why = "no socket for %s: %s".formatted(address, reason(e));
      note("no socket", why);
      return Connection.stillborn(this, greeting, handler, why);
    }
  }

  private Connection call(
      SocketChannel channel, Address address, Greeting greeting, Handler handler)
      throws IOException {
    try {
      prepare(channel);
      SelectionKey key = channel.register(selector, SelectionKey.OP_CONNECT);
      var connection = keep(key, Connection.calling(this, key, greeting, handler));
      calls.add(connection);
      begin(connection, channel, address);
      return connection;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private void begin(Connection connection, SocketChannel channel, Address address) {
    try {
      if (channel.connect(address.socket())) {
        execute(connection::connected);
      }
    } catch (IOException | IllegalArgumentException e) {
      connection.close("cannot reach %s: %s".formatted(address, reason(e)));
    }
  }

  /** A connection was accepted; the oldest unauthenticated one may be closed for it. */
  void admit(SocketChannel channel, Greeting greeting, Handler handler) throws IOException {
    if (connections.size() >= limits.connections()) {
      note("connections", "refused a connection: there are %d".formatted(connections.size()));
      channel.close();
      return;
    }
    if (strangers.size() >= limits.strangers()) {
      strangers.iterator().next().refuse("it was not authenticated before others came");
    }
    prepare(channel);
    SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
    strangers.add(keep(key, Connection.called(this, key, greeting, handler)));
  }

  private Connection keep(SelectionKey key, Connection connection) {
    key.attach(connection);
    connections.add(connection);
    return connection;
  }

  /**
   * TCP sizes its own buffers well, but waits for more to send unless it is told otherwise;
   * Unix-domain sockets begin with buffers smaller than a partition.
   */
  private static void prepare(SocketChannel channel) throws IOException {
    channel.configureBlocking(false);
    if (channel.supportedOptions().contains(StandardSocketOptions.TCP_NODELAY)) {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    } else {
      channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BYTES);
    }
  }

  void wantsFlush(Connection connection) {
    toFlush.add(connection);
  }

  void proved(Connection connection) {
    strangers.remove(connection);
    calls.remove(connection);
  }

  void forget(Connection connection) {
    proved(connection);
    connections.remove(connection);
    toFlush.remove(connection);
  }

  /** Reports something that strangers can cause, once. */
  void note(String kind, String text) {
    if (noted.size() < MOST_NOTES && noted.add(kind)) {
      notes.accept(text + " (said once)");
    }
  }

  /** The message of an exception, or its name. */
  static String reason(Exception e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
  }

  void checkThread() {
    if (runner.isPresent() && !isRunner()) {
      throw new IllegalStateException(
          "this belongs to %s, not to %s".formatted(runner.get(), Thread.currentThread()));
    }
  }

  private boolean isRunner() {
    return runner.isPresent() && runner.get().equals(Thread.currentThread());
  }

  /** Runs until {@link #stop}, then closes everything. */
  public void run() {
    try {
      while (turn()) {
        // one after the other
      }
    } finally {
      close();
    }
  }

  /**
   * Does one turn on the caller's thread; returns false after {@link #stop}, when nothing is left
   * to do but to {@link #close}. A simulation calls it instead of {@link #run}.
   */
  public boolean turn() {
    runner = Optional.of(Thread.currentThread());
    if (!stopped) {
      serveAll();
      busy = !stopped && work.getAsBoolean();
    }
    if (stopped) {
      flush();
    }
    return !stopped;
  }

  private void serveAll() {
    flush();
    select();
    dismiss(strangers);
    dismiss(calls);
    runTasks();
    timers.run(nanoTime(), TURN);
    flush();
  }

  private void select() {
    try {
      long millis = rest();
      unread = false;
      if (millis == 0) {
        selector.selectNow(Loop::serve);
      } else {
        selector.select(Loop::serve, millis);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The milliseconds that it may sleep without input. */
  public long rest() {
    boolean rests = !busy && !stopped && tasks.isEmpty() && toFlush.isEmpty();
    return clock.sleeps(rests ? patience() : 0);
  }

  private long patience() {
    OptionalLong next = timers.next();
    long most = strangers.isEmpty() && calls.isEmpty() ? 1_000 : 50;
    return next.isEmpty()
        ? most
        : Math.clamp((next.getAsLong() - nanoTime()) / 1_000_000 + 1, 1, most);
  }

  private static void serve(SelectionKey key) {
    if (key.attachment() instanceof Acceptor acceptor) {
      acceptor.accept();
      return;
    }
    var connection = (Connection) key.attachment();
    if (key.isValid() && key.isConnectable()) {
      connection.connected();
    }
    if (key.isValid() && key.isReadable()) {
      connection.readable();
    }
    if (key.isValid() && key.isWritable()) {
      connection.flush();
    }
  }

  /** Closes the connections that were not authenticated in time; the oldest are first. */
  private void dismiss(Set<Connection> unproved) {
    long now = nanoTime();
    while (!unproved.isEmpty() && unproved.iterator().next().isLate(now)) {
      unproved.iterator().next().refuse("it was not authenticated in time");
    }
  }

  private void runTasks() {
    for (int i = 0; i < TURN; i++) {
      Runnable task = tasks.poll();
      if (task == null) {
        return;
      }
      task.run();
    }
  }

  private void flush() {
    for (int round = 0; round < 8 && !toFlush.isEmpty(); round++) {
      List<Connection> now = List.copyOf(toFlush);
      toFlush.clear();
      now.forEach(Connection::flush);
    }
  }

  /**
   * Ends {@link #run} after this turn; frames sent before go out as far as sockets take them at
   * once. May be called from any thread.
   */
  public void stop() {
    stopped = true;
    selector.wakeup();
  }

  /** Closes everything without calling any handler. */
  @Override
  public void close() {
    List.copyOf(connections).forEach(Connection::silence);
    acceptors.forEach(Acceptor::close);
    acceptors.clear();
    try {
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
