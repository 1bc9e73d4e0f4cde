package dev.ductile.runtime.server;

import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.process.JobMember;
import dev.ductile.runtime.process.Task;
import dev.ductile.runtime.process.TaskSetup;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.replication.Toy;
import dev.ductile.runtime.training.Model;
import dev.ductile.runtime.transport.Address;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.ConnectionLimits;
import dev.ductile.runtime.transport.FrameHeader;
import dev.ductile.runtime.transport.Greeting;
import dev.ductile.runtime.transport.Handler;
import dev.ductile.runtime.transport.Loop;
import dev.ductile.runtime.transport.Payload;
import dev.ductile.runtime.transport.SystemServices;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A master that the test controls, and real servers. */
final class ServerFixture implements AutoCloseable {
  static final String TOKEN = "0123456789abcdef".repeat(4);

  final TrainingJob job;
  private final Model model;
  final Queue<String> troubles = new ConcurrentLinkedQueue<>();
  private final Loop loop =
      new Loop(SystemServices.system(System::nanoTime), ConnectionLimits.DEFAULT, troubles::add);
  private final Thread thread = Thread.ofPlatform().name("scene").start(loop::run);
  private final Map<String, StartedServer> startedServers = new ConcurrentHashMap<>();
  private final Address address;
  private int nextTask;

  ServerFixture(TrainingJob job) {
    this(job, Toy.MODEL);
  }

  ServerFixture(TrainingJob job, Model model) {
    this.job = job;
    this.model = model;
    address =
        ask(() -> loop.listen(new Address.Tcp("127.0.0.1", 0), greeting(-1), () -> new Desk()));
  }

  static Greeting greeting(int task) {
    return new Greeting(TOKEN, task);
  }

  Loop loop() {
    return loop;
  }

  int newTask() {
    return nextTask++;
  }

  /** The result of a call on the loop's thread. */
  <T> T ask(Callable<T> question) {
    var answer = new CompletableFuture<T>();
    loop.execute(() -> {
      try {
        answer.complete(question.call());
      } catch (Exception e) {
        answer.completeExceptionally(e);
      }
    });
    return answer.orTimeout(10, TimeUnit.SECONDS).join();
  }

  /** Sends a frame in the name of another task, and then one of an unknown kind. */
  void sendAs(
      int task,
      StartedServer to,
      FrameHeader header,
      Payload payload,
      CompletableFuture<String> closed) {
    ask(() -> {
      Connection way =
          loop.connect(Address.parse(to.member().tcp()), greeting(task), new ClosedSignal(closed));
      way.send(header, payload);
      way.send(new FrameHeader(99, 1, 0, task, 0, 0));
      return way;
    });
  }

  /** Waits for the other end to hang up. */
  private record ClosedSignal(CompletableFuture<String> done) implements Handler {
    @Override
    public void opened(Connection connection) {}

    @Override
    public void frame(Connection connection, FrameHeader header, ByteBuffer payload) {}

    @Override
    public void closed(Connection connection, String why) {
      done.complete(why);
    }
  }

  /** A real server, which the master has welcomed. */
  StartedServer server() {
    var one = new StartedServer(newTask());
    startedServers.put(one.name(), one);
    one.start();
    one.registered.orTimeout(10, TimeUnit.SECONDS).join();
    return one;
  }

  /** A server as the master sees it. */
  final class StartedServer {
    final int task;
    final BlockingQueue<MasterMessage> said = new LinkedBlockingQueue<>();
    final CompletableFuture<Integer> exitCode = new CompletableFuture<>();
    private final CompletableFuture<Member> registered = new CompletableFuture<>();
    private final List<Connection> links = new ArrayList<>();
    private final Task process;

    StartedServer(int task) {
      this.task = task;
      var setup =
          new TaskSetup(
              Role.SERVER,
              name(),
              "here",
              TOKEN,
              address,
              Path.of(System.getProperty("java.io.tmpdir")),
              "127.0.0.1",
              task % 2 == 0);
      try {
        process =
            new Task(
                setup,
                SystemServices.system(System::nanoTime),
                troubles::add,
                around -> new JobMember(around, job -> PartitionServer.of(around, job, model)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    String name() {
      return "server-" + task;
    }

    void start() {
      Thread.ofPlatform().name(name()).start(() -> exitCode.complete(process.run()));
    }

    Member member() {
      return registered.join();
    }

    void leave() {
      process.leave();
    }

    /** As {@code kill -9} would. */
    void die() {
      process.die();
      exitCode.orTimeout(10, TimeUnit.SECONDS).join();
    }

    void order(TaskMessage message) {
      ask(() -> {
        links
            .getLast()
            .send(FrameKind.CONTROL.header(0, -1, -1, 0, 0), Payload.of(message.encode()));
        return message;
      });
    }

    /** The next message of a kind; others before it are passed over. */
    <T extends MasterMessage> T receive(Class<T> type) {
      try {
        for (MasterMessage next = poll(); ; next = poll()) {
          if (type.isInstance(next)) {
            return type.cast(next);
          }
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    private MasterMessage poll() throws InterruptedException {
      MasterMessage next = said.poll(10, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError(name() + " says nothing; troubles: " + troubles);
      }
      return next;
    }
  }

  /** A connection to the master. */
  private final class Desk implements Handler {
    @Override
    public void opened(Connection connection) {}

    @Override
    public void frame(Connection connection, FrameHeader header, ByteBuffer payload) {
      MasterMessage message = MasterMessage.decode(payload);
      if (message instanceof MasterMessage.Register register) {
        StartedServer one = Objects.requireNonNull(startedServers.get(register.member().name()));
        one.links.add(connection);
        connection.peerIs(one.task);
        var welcome = new TaskMessage.Welcome(one.task, job);
        connection.send(FrameKind.CONTROL.header(0, -1, -1, 0, 0), Payload.of(welcome.encode()));
        one.registered.complete(register.member().withTask(one.task));
      }
      Objects.requireNonNull(startedServers.get("server-" + connection.peer())).said.add(message);
    }

    @Override
    public void closed(Connection connection, String why) {}
  }

  @Override
  public void close() {
    startedServers.values().forEach(StartedServer::die);
    loop.stop();
    try {
      thread.join(10_000);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
