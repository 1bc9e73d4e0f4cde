package dev.ductile.runtime.master;

import dev.ductile.runtime.checkpoint.CheckpointException;
import dev.ductile.runtime.data.MalformedDataException;
import dev.ductile.runtime.master.coordinator.Clocks;
import dev.ductile.runtime.master.coordinator.JobCoordinator;
import dev.ductile.runtime.master.coordinator.JobSetup;
import dev.ductile.runtime.master.coordinator.Outbound;
import dev.ductile.runtime.master.journal.JournalEntry;
import dev.ductile.runtime.master.journal.JournalFile;
import dev.ductile.runtime.master.journal.JournalWriter;
import dev.ductile.runtime.master.report.JobListener;
import dev.ductile.runtime.master.saving.Checkpoint;
import dev.ductile.runtime.master.saving.CheckpointStore;
import dev.ductile.runtime.master.saving.Validation;
import dev.ductile.runtime.master.saving.Validator;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.transport.Address;
import dev.ductile.runtime.transport.Background;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.ConnectionLimits;
import dev.ductile.runtime.transport.FrameHeader;
import dev.ductile.runtime.transport.Greeting;
import dev.ductile.runtime.transport.Handler;
import dev.ductile.runtime.transport.Loop;
import dev.ductile.runtime.transport.Payload;
import dev.ductile.runtime.transport.SystemServices;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The process that controls a job: a {@link JobCoordinator} with sockets and files. */
public final class Master {
  private static final Duration TICK = Duration.ofMillis(20);

  /**
   * The number of ticks for which a task that never stops sending can keep others from being
   * judged.
   */
  private static final int MOST_UNREAD = 250;

  private final Loop loop;
  private final JournalWriter journal;
  private final CheckpointStore checkpointStore;
  private final Validator validator;
  private final JobListener listener;
  private final JobCoordinator coordinator;
  private final Address address;
  private final Map<Integer, Connection> links = new HashMap<>();
  private final Background.Queue seals;
  private int unread;
  private int linkCount;
  private int exitCode = JobCoordinator.FAILED;
  private Optional<String> failure = Optional.empty();

  /**
   * The addresses and files of a master.
   *
   * @param listenAt the address for tasks
   * @param token the job's secret
   * @param journal its journal, in an existing folder
   * @param gathering the longest wait for the first tasks
   */
  public record Place(Address listenAt, String token, Path journal, Duration gathering) {}

  /** A master that already listens and decides once it runs; its job holds out no examples. */
  public Master(
      Place place,
      JobSetup setup,
      CheckpointStore checkpointStore,
      SystemServices platform,
      JobListener listener)
      throws IOException {
    this(place, setup, checkpointStore, _ -> Optional.empty(), platform, listener);
  }

  /** A master that also evaluates checkpoints. */
  public Master(
      Place place,
      JobSetup setup,
      CheckpointStore checkpointStore,
      Validator validator,
      SystemServices platform,
      JobListener listener)
      throws IOException {
    this.checkpointStore = checkpointStore;
    this.validator = validator;
    this.listener = listener;
    loop = new Loop(platform, ConnectionLimits.DEFAULT, listener::happened);
    seals = platform.background().queue();
    journal =
        new JournalWriter(
            new JournalFile(place.journal()),
            platform.background().queue(),
            loop::execute,
            listener::happened);
    var clocks = new Clocks(loop::nanoTime, loop::realNanoTime);
    coordinator = new JobCoordinator(setup, place.gathering(), clocks, new Outside(), listener);
    address = loop.listen(place.listenAt(), new Greeting(place.token(), -1), Link::new);
    coordinator.begin();
    loop.execute(this::tick);
  }

  /** The journal entry of an earlier master of the same job. */
  public static Optional<JournalEntry> before(Path journal) throws IOException {
    return new JournalFile(journal).read();
  }

  public Address address() {
    return address;
  }

  /** Runs until the job is over; returns the exit code of the process. */
  public int run() {
    try (journal;
        seals) {
      loop.run();
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

  /** The reason why the job has failed, once {@link #run} has returned. */
  public Optional<String> failure() {
    return failure;
  }

  private void tick() {
    unread = loop.hasUnread() ? unread + 1 : 0;
    coordinator.tick(unread == 0 || unread > MOST_UNREAD);
    loop.after(TICK, this::tick);
  }

  /** Asks the job to save and to end; may be called from any thread. */
  public void stop() {
    loop.execute(coordinator::stop);
  }

  /** Ends like {@code kill -9}; may be called from any thread. */
  public void die() {
    loop.stop();
  }

  /** The connection of a task. */
  private final class Link implements Handler {
    private final int number = linkCount++;
    private boolean registered;

    @Override
    public void opened(Connection connection) {
      links.put(number, connection);
    }

    @Override
    public void frame(Connection connection, FrameHeader header, ByteBuffer payload) {
      MasterMessage message;
      try {
        message = read(header, payload);
      } catch (IllegalArgumentException e) {
        listener.happened("link %d is cut: %s".formatted(number, e.getMessage()));
        connection.close(String.valueOf(e.getMessage()));
        return;
      }
      try {
        hear(message);
      } catch (IllegalArgumentException e) { // a defect of the master, not of the sender
        throw new IllegalStateException("after link %d said %s".formatted(number, message), e);
      }
    }

    private MasterMessage read(FrameHeader header, ByteBuffer payload) {
      if (header.kind() != FrameKind.CONTROL.number()) {
        throw new IllegalArgumentException("a master takes no frame of kind " + header.kind());
      }
      MasterMessage message = MasterMessage.decode(payload);
      if (registered == message instanceof MasterMessage.Register) {
        throw new IllegalArgumentException(
            registered ? "it has registered already" : "it has not registered");
      }
      coordinator.check(message);
      return message;
    }

    private void hear(MasterMessage message) {
      switch (message) {
        case MasterMessage.Register register -> {
          registered = true;
          coordinator.arrived(number, register);
        }
        case MasterMessage.FromMember said -> coordinator.heard(number, said);
      }
    }

    @Override
    public void closed(Connection connection, String why) {
      if (links.remove(number) != null) {
        coordinator.closed(number, why);
      }
    }
  }

  private final class Outside implements Outbound {
    private Optional<TaskMessage> said = Optional.empty();
    private byte[] bytes = {};

    @Override
    public void send(int link, TaskMessage message) {
      Connection connection = links.get(link);
      if (connection != null) {
        connection.sendNow(FrameKind.CONTROL.header(0, -1, -1, 0, 0), payload(message));
      }
    }

    /** Encodes a message to many tasks once. */
    private Payload payload(TaskMessage message) {
      if (said.filter(message::equals).isEmpty()) {
        said = Optional.of(message);
        bytes = message.encode();
      }
      return Payload.of(bytes);
    }

    @Override
    public void cut(int link, String why) {
      Connection connection = links.remove(link);
      if (connection != null) {
        loop.after(TICK, () -> connection.close(why));
      }
    }

    @Override
    public void note(JournalEntry entry) {
      journal.write(entry);
    }

    @Override
    public void noteSoon(JournalEntry entry) {
      journal.writeSoon(entry, () -> coordinator.noted());
    }

    @Override
    public void seal(Checkpoint checkpoint) {
      seals.add(() -> {
        try {
          checkpointStore.seal(checkpoint);
          loop.execute(() -> coordinator.sealed(checkpoint));
        } catch (IOException | RuntimeException e) {
          loop.execute(() -> coordinator.unsealed(checkpoint, String.valueOf(e.getMessage())));
        }
      });
    }

    @Override
    public void look() {
      loop.background()
          .start(() -> {
            try {
              Optional<Checkpoint> found = checkpointStore.newest();
              loop.execute(() -> coordinator.looked(found));
            } catch (IOException | RuntimeException e) {
              boolean damaged = e instanceof CheckpointException;
              String why = "no checkpoint can be read: " + (damaged ? e.getMessage() : e);
              loop.execute(() -> coordinator.foundNothing(damaged, why));
            }
          });
    }

    @Override
    public void validate(Optional<Checkpoint> checkpoint) {
      loop.background()
          .start(() -> {
            try {
              Optional<Validation> found = validator.validate(checkpoint);
              loop.execute(() -> coordinator.validated(found));
            } catch (IOException | RuntimeException e) {
              boolean hopeless = e instanceof MalformedDataException;
              String why = hopeless ? String.valueOf(e.getMessage()) : e.toString();
              loop.execute(() -> coordinator.notValidated(hopeless, why));
            }
          });
    }

    @Override
    public void end(int code, String why) {
      exitCode = code;
      failure = code == 0 || code == JobCoordinator.STOPPED ? Optional.empty() : Optional.of(why);
      journal.remove();
      loop.stop();
    }
  }
}
