package dev.ductile.engines.supervision;

import dev.ductile.api.Program;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A launcher's check of a program before a job is started. */
@FunctionalInterface
public interface LaunchCheck {
  /**
   * Why the program can never be started, in one line.
   *
   * @param folder the job's folder, against which relative paths are resolved
   * @param environment variables that every task has
   */
  Optional<String> problem(Program program, Path folder, Map<String, String> environment);
}
