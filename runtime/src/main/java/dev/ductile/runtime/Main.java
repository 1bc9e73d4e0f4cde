package dev.ductile.runtime;

import dev.ductile.runtime.checkpoint.CheckpointException;
import dev.ductile.runtime.disk.FolderLock;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.job.UnrecoverableException;
import dev.ductile.runtime.job.file.JobFile;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.process.Host;
import dev.ductile.runtime.process.Task;
import dev.ductile.runtime.process.TaskSetup;
import dev.ductile.text.InputException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A process of a training job: the program that an engine starts for each task, with its role in
 * the environment. Without an engine, it is the whole job in one process.
 */
public final class Main {
  private static final int FAILED = 1;
  private static final int MISUSED = 2;
  private static final String INLINE = "--inline";
  private static final String USAGE =
      "usage: @trainer (JOB.yaml | --inline JOB) [--in FOLDER] [--set KEY=VALUE]...";

  private final TrainingFile file;
  private final StopSignal signal;
  private final Lines lines;

  /**
   * The job and the settings that replace its values.
   *
   * @param source its file, or its name in messages
   * @param text the job, if it is in no file
   * @param folder the folder to which its paths are relative; empty for the folder of its file
   */
  private record TrainingFile(
      String source, Optional<String> text, Optional<Path> folder, List<String> settings) {
    static TrainingFile of(String... arguments) {
      boolean isInline = arguments.length > 1 && arguments[0].equals(INLINE);
      if (arguments.length == 0 || (arguments[0].startsWith("-") && !isInline)) {
        throw new Misuse(USAGE);
      }
      var settings = new ArrayList<String>();
      Optional<Path> folder = Optional.empty();
      for (int i = isInline ? 2 : 1; i < arguments.length; i += 2) {
        if (!arguments[i].matches("--set|--in") || i + 1 == arguments.length) {
          throw new Misuse("\"" + arguments[i] + "\" is not known; " + USAGE);
        }
        if (arguments[i].equals("--in")) {
          folder = Optional.of(Path.of(arguments[i + 1]));
        } else {
          settings.add(arguments[i + 1]);
        }
      }
      return isInline
          ? new TrainingFile("the training job", Optional.of(arguments[1]), folder, settings)
          : new TrainingFile(arguments[0], Optional.empty(), folder, settings);
    }

    TrainingJob read() {
      if (text.isPresent()) {
        return JobFile.parse(source, text.get(), folder.orElse(Path.of("")), settings);
      }
      Path path = Path.of(source);
      return folder.isPresent()
          ? JobFile.read(path, folder.get(), settings)
          : JobFile.read(path, settings);
    }
  }

  private Main(TrainingFile file, StopSignal signal, Lines lines) {
    this.file = file;
    this.signal = signal;
    this.lines = lines;
  }

  public static void main(String[] arguments) {
    StopSignal signal = StopSignal.install();
    var out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    signal.exit(run(arguments, System.getenv(), signal, new Lines(out)));
  }

  /** Runs a task, or a whole job if the environment names no task; returns the exit code. */
  static int run(
      String[] arguments, Map<String, String> environment, StopSignal signal, Lines lines) {
    boolean isTask = TaskEnvironment.areGiven(environment);
    try {
      var main = new Main(TrainingFile.of(arguments), signal, lines);
      return isTask
          ? main.asTask(TaskEnvironment.of(environment))
          : Alone.run(main.file.read(), lines, signal);
    } catch (InputException
        | Misuse
        | UnrecoverableException
        | CheckpointException
        | FolderLock.HeldException e) {
      return refused(String.valueOf(e.getMessage()), isTask, lines);
    } catch (IOException e) {
      return failed(sentence(e), isTask, lines);
    } catch (UncheckedIOException e) {
      return failed(String.valueOf(e.getMessage()), isTask, lines);
    } catch (RuntimeException | Error e) {
      // another thread of this process would keep it from ending
      e.printStackTrace();
      return FAILED;
    }
  }

  /** The job cannot succeed: the engine must not start it again, and the user reads the reason. */
  private static int refused(String why, boolean isTask, Lines lines) {
    if (isTask) {
      lines.failed(why);
      return UnrecoverableException.EXIT_CODE;
    }
    lines.say(why);
    return MISUSED;
  }

  /** Another start may succeed; if none does, the user reads the reason. */
  private static int failed(String why, boolean isTask, Lines lines) {
    if (isTask) {
      lines.failed(why);
    } else {
      lines.say(why);
    }
    return FAILED;
  }

  /** Some failures of files have no message but the name of the file. */
  private static String sentence(IOException e) {
    return e instanceof FileSystemException file && file.getReason() == null
        ? "%s: %s".formatted(file.getFile(), e.getClass().getSimpleName())
        : String.valueOf(e.getMessage());
  }

  private int asTask(TaskEnvironment around) throws IOException {
    if (around.role() == Role.MASTER) {
      Leader leader = leader(around);
      signal.whenAsked(leader::stop);
      return leader.run();
    }
    Path own =
        Files.createDirectories(
            Leader.tasks(around.checkpoints(), around.token()).resolve(around.name()));
    int code = run(task(around, own), around);
    removeWhatIsLeft(own);
    return code;
  }

  /** A thread that still reads data may write here; the next run of the job removes the rest. */
  private static void removeWhatIsLeft(Path own) {
    try {
      Folder.remove(own);
    } catch (IOException e) {
      // the task has done its work, so this is no failure of the task
    }
  }

  private int run(Task task, TaskEnvironment around) throws IOException {
    var obedience = new ShutdownHandling(task, around.master());
    if (around.hot()) {
      obedience.leave(signal);
    } else if (around.hasMaster()) {
      obedience.lead(leader(around), signal);
    } else {
      obedience.follow(signal);
    }
    return obedience.run();
  }

  private Task task(TaskEnvironment around, Path own) throws IOException {
    var setup =
        new TaskSetup(
            around.role(),
            around.name(),
            Host.identity(),
            around.token(),
            around.master(),
            own,
            around.host(),
            true);
    return around.role() == Role.SERVER
        ? TaskFactory.server(setup, lines::say)
        : TaskFactory.worker(setup, around.servers() == 0, lines, lines::say);
  }

  private TrainingJob sized(TaskEnvironment around) {
    try {
      return file.read().withSize(around.workers(), around.servers());
    } catch (IllegalArgumentException e) {
      throw new UnrecoverableException(
          "%s with %d workers and %d servers: %s"
              .formatted(file.source(), around.workers(), around.servers(), e.getMessage()),
          e);
    }
  }

  private Leader leader(TaskEnvironment around) throws IOException {
    TrainingJob job = sized(around);
    return Leader.of(job, around.master(), around.token(), around.checkpoints(), lines);
  }
}
