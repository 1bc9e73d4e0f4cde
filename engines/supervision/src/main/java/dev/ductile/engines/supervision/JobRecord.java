package dev.ductile.engines.supervision;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * The record of a job that an engine writes for the engine that takes the job over.
 *
 * @param running whether tasks of the job were started whose end is not reported
 * @param generations how many generations the job has had
 * @param crashes how often it has crashed
 * @param safeSteps steps that are saved
 */
record JobRecord(boolean running, int generations, int crashes, double safeSteps) {
  static final JobRecord NONE = new JobRecord(false, 0, 0, 0);

  private static final int FIELDS = 4;

  /** The record in this file; none if there is no readable one. */
  static Optional<JobRecord> read(Path file) {
    try {
      String[] fields = Files.readString(file).strip().split(" ", -1);
      return fields.length == FIELDS
          ? Optional.of(
              new JobRecord(
                  Boolean.parseBoolean(fields[0]),
                  Integer.parseInt(fields[1]),
                  Integer.parseInt(fields[2]),
                  Double.parseDouble(fields[3])))
          : Optional.empty();
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Replaces the file by this record, whole or not at all; a job that never ran has no folder. */
  void write(Path file) throws IOException {
    Files.createDirectories(file.resolveSibling(""));
    Path next = file.resolveSibling(file.getFileName() + ".next");
    Files.writeString(next, "%s %d %d %s\n".formatted(running, generations, crashes, safeSteps));
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
