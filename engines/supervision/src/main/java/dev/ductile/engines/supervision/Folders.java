package dev.ductile.engines.supervision;

import dev.ductile.api.JobId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;

/** The folders of an engine: one for each job. */
public record Folders(Path root) {
  private static final int LONGEST_NAME = 200;

  public Folders {
    root = root.toAbsolutePath().normalize();
  }

  /** The default working directory of a job. */
  public Path job(JobId job) {
    return root.resolve(safe(job.name()));
  }

  /** The checkpoints of a job, for its next generation. */
  Path checkpoints(JobId job) {
    return job(job).resolve("checkpoints");
  }

  /** The record of the job for a later engine. */
  Path record(JobId job) {
    return job(job).resolve("engine");
  }

  Path generation(JobId job, int generation) {
    return job(job).resolve("g" + generation);
  }

  Path log(JobId job, int generation, TaskPlacement placement) {
    return generation(job, generation).resolve(placement.name() + ".log");
  }

  /**
   * Whether a task of this generation was started, since each one writes a log from its start on.
   * An engine that was killed just before leaves a record of tasks and none of their logs.
   */
  boolean hasLogs(JobId job, int generation) {
    String[] logs = generation(job, generation).toFile().list();
    return logs != null && logs.length > 0;
  }

  void prepare(JobId job, int generation) throws IOException {
    Files.createDirectories(checkpoints(job));
    Files.createDirectories(generation(job, generation));
  }

  /** A file name for the name of a job: unique, and valid on every file system. */
  static String safe(String name) {
    var safe = new StringBuilder();
    for (byte each : name.getBytes(StandardCharsets.UTF_8)) {
      char character = (char) (each & 0xff);
      if (isPlain(character) && !(character == '.' && safe.isEmpty())) {
        safe.append(character);
      } else {
        safe.append("%%%02X".formatted((int) character));
      }
    }
    return safe.length() <= LONGEST_NAME ? safe.toString() : shortened(name, safe);
  }

  private static boolean isPlain(char character) {
    return (character >= 'a' && character <= 'z')
        || (character >= 'A' && character <= 'Z')
        || (character >= '0' && character <= '9')
        || character == '.'
        || character == '_'
        || character == '-';
  }

  private static String shortened(String name, StringBuilder safe) {
    var sum = new CRC32();
    sum.update(name.getBytes(StandardCharsets.UTF_8));
    return "%s~%08x%08x"
        .formatted(safe.substring(0, LONGEST_NAME), sum.getValue(), name.hashCode());
  }
}
