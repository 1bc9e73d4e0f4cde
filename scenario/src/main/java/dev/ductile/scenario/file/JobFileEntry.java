package dev.ductile.scenario.file;

import dev.ductile.api.Labels;
import dev.ductile.text.Entries;
import dev.ductile.text.Inline;
import dev.ductile.text.ReadAs;
import dev.ductile.text.Written;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A job for a server: its own keys, and those of jobs in scenarios. */
record JobFileEntry(@Inline OwnEntry own, @Inline KindEntry kind) {
  /** The kind of the file. */
  enum Word {
    JOB
  }

  /** The programs that Ductile knows how to start. */
  enum TaskRuntime {
    /** The command of the job, once for each task. */
    COMMAND,

    /** The command of the job, started by torchrun in each worker. */
    TORCHRUN,

    /** The training job of Ductile's own runtime that {@code train} names. */
    DUCTILE
  }

  /**
   * The keys that only a job file has.
   *
   * @param kind the kind of the file, for tools and messages; known by its keys if it is absent
   * @param name the name of the job; the name of the file if it is absent. If another job has had
   *     it, the server appends a number
   * @param labels values for people and their tools, such as the team; nothing reads them
   * @param after the jobs that must end before it may start, by name or id
   * @param array several jobs at once: their number, their indexes such as 1-8, or a list with the
   *     environment variables of each
   * @param work its work: a number of steps, or a group of keys; not known if it is absent
   * @param pause the expected pause of a change of its size; that of the server if it is absent
   * @param runtime how its tasks are started: ductile if it has the key train, else command
   * @param command the program and its arguments, without a shell; short for the command of {@code
   *     program}
   * @param train a training job of Ductile's own runtime: its file, or its keys
   * @param profile the earlier job whose measured speed it starts with; the newest one of the same
   *     owner, name and program if it is absent
   * @param hooks the web servers that are told of changes of the job
   */
  record OwnEntry(
      Optional<Word> kind,
      Optional<String> name,
      Optional<Labels> labels,
      Optional<List<AfterEntry>> after,
      Optional<ArrayEntry> array,
      Optional<WorkEntry> work,
      Optional<Duration> pause,
      Optional<TaskRuntime> runtime,
      Optional<@Entries(least = 1) List<String>> command,
      Optional<@ReadAs({String.class, Map.class}) Written> train,
      Optional<ProfileEntry> profile,
      Optional<List<HookEntry>> hooks) {}
}
