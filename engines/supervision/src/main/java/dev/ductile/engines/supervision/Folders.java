package dev.ductile.engines.supervision;

import dev.ductile.api.JobId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;

/** Where an engine keeps what its jobs write: a folder for each job. */
public record Folders(Path root) {
  private static final int LONGEST_NAME = 200;

  public Folders {
    root = root.toAbsolutePath().normalize();
  }

  /** The working directory of a job that names none. */
  public Path job(JobId job) {
    return root.resolve(safe(job.name()));
  }

  /** Where the tasks of a job save what its next generation needs. */
  Path checkpoints(JobId job) {
    return job(job).resolve("checkpoints");
  }

  /** What the engine writes down of the job. */
  Path record(JobId job) {
    return job(job).resolve("engine");
  }

  Path generation(JobId job, int generation) {
    return job(job).resolve("g" + generation);
  }

  Path log(JobId job, int generation, TaskPlacement placement) {
    return generation(job, generation).resolve(placement.name() + ".log");
  }

  void prepare(JobId job, int generation) throws IOException {
    Files.createDirectories(checkpoints(job));
    Files.createDirectories(generation(job, generation));
  }

  /** A file name that no other job's name becomes, and that no file system misreads. */
  static String safe(String name) {
    var safe = new StringBuilder();
    for (byte each : name.getBytes(StandardCharsets.UTF_8)) {
      char request = (char) (each & 0xff);
      if (isPlain(request) && !(request == '.' && safe.isEmpty())) {
        safe.append(request);
      } else {
        safe.append("%%%02X".formatted((int) request));
      }
    }
    return safe.length() <= LONGEST_NAME ? safe.toString() : shortened(name, safe);
  }

  private static boolean isPlain(char request) {
    return (request >= 'a' && request <= 'z')
        || (request >= 'A' && request <= 'Z')
        || (request >= '0' && request <= '9')
        || request == '.'
        || request == '_'
        || request == '-';
  }

  private static String shortened(String name, StringBuilder safe) {
    var sum = new CRC32();
    sum.update(name.getBytes(StandardCharsets.UTF_8));
    return "%s~%08x%08x"
        .formatted(safe.substring(0, LONGEST_NAME), sum.getValue(), name.hashCode());
  }
}
