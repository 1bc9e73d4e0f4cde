package dev.ductile.runtime;

import dev.ductile.runtime.checkpoint.Checkpoints;
import dev.ductile.runtime.checkpoint.JobIdentity;
import dev.ductile.runtime.disk.FolderLock;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.job.UnrecoverableException;
import dev.ductile.runtime.master.Master;
import dev.ductile.runtime.master.coordinator.JobSetup;
import dev.ductile.runtime.master.journal.JournalEntry;
import dev.ductile.runtime.master.saving.Checkpoint;
import dev.ductile.runtime.parameters.PartitionLayout;
import dev.ductile.runtime.training.Models;
import dev.ductile.runtime.transport.Address;
import dev.ductile.runtime.transport.Background;
import dev.ductile.runtime.transport.SystemServices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A master with its inputs: the job, the journal of an earlier master, and the newest checkpoint.
 */
record Leader(Master master, Lines lines) {
  /** The longest wait for the first tasks of a job. */
  private static final Duration GATHERING = Duration.ofSeconds(20);

  /** The longest wait for earlier tasks to end whose engine has died. */
  private static final Duration HANDOVER = Duration.ofSeconds(5);

  private static final Duration LEAST_SILENCE = Duration.ofSeconds(2);

  private static final String JOURNAL = "journal-";
  private static final int MARK = 8;

  static Leader of(TrainingJob asked, Address listenAt, String token, Path folder, Lines lines)
      throws IOException {
    prepare(folder);
    TrainingJob job = asked.withDataVersion(SourceData.version(asked.data(), lines::warn));
    Path home = folder.toAbsolutePath().resolveSibling("").normalize();
    SystemServices platform = SystemServices.system(System::nanoTime);
    FolderLock lock = lock(home, folder, token);
    var archive = archive(job, folder, lock, platform.background(), lines);
    Path journal = journal(folder, token);
    Optional<JournalEntry> before = Master.before(journal);
    Optional<Checkpoint> newest = archive.begin(before.map(JournalEntry::data));
    keepOnly(tasks(folder, token));
    var setup = new JobSetup(job, sizes(job), folder.toString(), newest, before);
    var place = new Master.Place(listenAt, token, journal, GATHERING);
    var metrics = new Metrics(home, System::currentTimeMillis, lines::say);
    var master =
        new Master(
            place,
            setup,
            archive,
            new HeldOutValidator(job, lines::warn),
            platform,
            new StatusPrinter(lines, metrics, silence(job)));
    return new Leader(master, lines);
  }

  private static void prepare(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UnrecoverableException("the folder for checkpoints cannot be made: " + e, e);
    }
  }

  /** A disk that takes nothing at the start of a job has no room for it; later it may have. */
  private static FolderLock lock(Path home, Path folder, String token) throws IOException {
    try {
      return FolderLock.take(home, HANDOVER, System::nanoTime);
    } catch (FolderLock.HeldException e) {
      throw e;
    } catch (IOException e) {
      if (Files.exists(folder.resolve(JOURNAL + mark(token)))) {
        throw e;
      }
      throw new UnrecoverableException("the folder %s cannot be locked: %s".formatted(home, e), e);
    }
  }

  /** A master without any output for this long is stuck; a shorter time may be chance. */
  private static Duration silence(TrainingJob job) {
    Duration stall = job.faults().stall();
    return stall.compareTo(LEAST_SILENCE) > 0 ? stall : LEAST_SILENCE;
  }

  /** Runs the job to its end, and reports the reason if it has failed; returns the exit code. */
  int run() {
    int code = master.run();
    master.failure().ifPresent(lines::failed);
    return code;
  }

  void stop() {
    master.stop();
  }

  Address address() {
    return master.address();
  }

  private static Archive archive(
      TrainingJob job, Path folder, FolderLock lock, Background background, Lines lines) {
    return new Archive(
        new Checkpoints(folder, job.checkpoint().keep(), lines::warn),
        JobIdentity.of(job),
        new SourceData(job.data().source(), lines::warn),
        lock,
        background,
        lines::warn);
  }

  private static List<Long> sizes(TrainingJob job) {
    return job.size().isAllReduce()
        ? List.of(1L)
        : new PartitionLayout(Models.of(job).tensors()).sizes();
  }

  /**
   * The parent of the tasks' folders: a restarted task finds its splits there. Another token is
   * another run, possibly on other data.
   */
  static Path tasks(Path checkpoints, String token) {
    return checkpoints.toAbsolutePath().resolveSibling("tasks").resolve(mark(token)).normalize();
  }

  private static Path journal(Path folder, String token) throws IOException {
    Path own = folder.resolve(JOURNAL + mark(token));
    for (Path path : Folder.inside(folder)) {
      if (path.getFileName().toString().startsWith(JOURNAL) && !path.equals(own)) {
        Files.deleteIfExists(path);
      }
    }
    return own;
  }

  private static void keepOnly(Path tasks) throws IOException {
    for (Path path : Folder.inside(tasks.resolveSibling("."))) {
      if (!path.normalize().equals(tasks)) {
        Folder.remove(path);
      }
    }
  }

  /** Distinguishes runs, and is no secret. */
  private static String mark(String token) {
    return token.substring(0, MARK);
  }
}
