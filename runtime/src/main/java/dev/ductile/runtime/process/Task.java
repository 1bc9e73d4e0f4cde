package dev.ductile.runtime.process;

import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.transport.Address;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.ConnectionLimits;
import dev.ductile.runtime.transport.FrameHeader;
import dev.ductile.runtime.transport.Greeting;
import dev.ductile.runtime.transport.Handler;
import dev.ductile.runtime.transport.Loop;
import dev.ductile.runtime.transport.SystemServices;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A whole server or worker: its event loop, its listening sockets and the connection to the master.
 */
public final class Task {
  /** The process was asked to stop, and has. */
  public static final int STOPPED = 143;

  /** The master has been away for too long. */
  public static final int ALONE = 4;

  private final Loop loop;
  private final Peers peers;
  private final MasterLink master;
  private final Part part;
  private final Consumer<String> notes;
  private Optional<Path> folder = Optional.empty();
  private int exitCode = ALONE;

  /** The parts of its task that a part may use. */
  public interface Context {
    Loop loop();

    Peers peers();

    MasterLink master();

    TaskSetup setup();

    /** Ends the process; the reason of an exit code other than 0 and {@link #STOPPED} is noted. */
    void end(int exitCode, String why);
  }

  /**
   * A task that already listens, and greets the master once it runs.
   *
   * @param notes takes messages about strangers, one of each kind, and the reason of a failure
   * @param maker makes the part; it may use the context only when it is called
   */
  public Task(
      TaskSetup setup,
      SystemServices platform,
      Consumer<String> notes,
      Function<Context, Part> maker)
      throws IOException {
    this.notes = notes;
    loop = new Loop(platform, ConnectionLimits.DEFAULT, notes);
    peers = new Peers(loop, setup, new IncomingConnection());
    part = maker.apply(new Inside(setup));
    master =
        new MasterLink(
            loop,
            setup,
            listen(setup, platform.pid()),
            part,
            peers::iAm,
            () -> end(ALONE, "its master was away for too long"));
  }

  private Member listen(TaskSetup setup, long pid) throws IOException {
    var greeting = new Greeting(setup.token(), -1);
    Optional<String> unix = setup.unixSockets() ? listenNearby(greeting) : Optional.empty();
    Address tcp =
        loop.listen(new Address.Tcp(setup.listenAt(), 0), greeting, IncomingConnection::new);
    return new Member(-1, setup.role(), setup.name(), setup.host(), pid, unix, tcp.toString());
  }

  /** A long path or a full disk is no reason not to start, because TCP always works. */
  private Optional<String> listenNearby(Greeting greeting) {
    try {
      Path home = TemporaryFolder.make("task");
      folder = Optional.of(home);
      String socket = home.resolve("s").toString();
      loop.listen(new Address.Unix(socket), greeting, IncomingConnection::new);
      return Optional.of(socket);
    } catch (IOException | UnsupportedOperationException e) {
      notes.accept("no Unix-domain socket: " + e);
      return Optional.empty();
    }
  }

  /** Runs until the task is over; returns the exit code of the process. */
  public int run() {
    try {
      loop.run();
    } finally {
      folder.map(Path::toFile).ifPresent(File::delete);
    }
    return exitCode;
  }

  /** The event loop of {@link #run}; a simulation takes its turns instead. */
  public Loop loop() {
    return loop;
  }

  /** The exit code of the process, known when the loop has stopped. */
  public int exitCode() {
    return exitCode;
  }

  /** Asks it to leave in order; may be called from any thread. */
  public void leave() {
    loop.execute(part::leave);
  }

  /** Ends like {@code kill -9}, without a message to any process. May be called from any thread. */
  public void die() {
    loop.stop();
  }

  private void end(int code, String why) {
    exitCode = code;
    if (code != 0 && code != STOPPED) {
      notes.accept(why);
    }
    loop.stop();
  }

  private final class IncomingConnection implements Handler {
    @Override
    public void opened(Connection connection) {}

    @Override
    public void frame(Connection connection, FrameHeader header, ByteBuffer payload) {
      part.frame(connection, header, payload);
    }

    @Override
    public void closed(Connection connection, String why) {
      part.lost(connection.peer(), why);
    }
  }

  private final class Inside implements Context {
    private final TaskSetup setup;

    Inside(TaskSetup setup) {
      this.setup = setup;
    }

    @Override
    public Loop loop() {
      return loop;
    }

    @Override
    public Peers peers() {
      return peers;
    }

    @Override
    public MasterLink master() {
      return master;
    }

    @Override
    public TaskSetup setup() {
      return setup;
    }

    @Override
    public void end(int code, String why) {
      Task.this.end(code, why);
    }
  }
}
