package dev.ductile.scenario.file;

import dev.ductile.api.Program;
import dev.ductile.text.Entries;
import dev.ductile.text.NumberBounds;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The program that each task executes.
 *
 * @param command the program and its arguments, without a shell
 * @param env environment variables in addition to those of the process contract
 * @param directory the working directory, relative to the folder of the scenario file; that folder
 *     if it is absent
 * @param progress how the program reports its progress: json (the default), or a regular expression
 *     with a group (?&lt;step&gt;...)
 * @param grace the time to write a checkpoint after a request to stop; 30s if it is absent
 * @param stall the time without a further step after which the program counts as hung; 10m if it is
 *     absent
 * @param restarts restarts after failures; 3 if it is absent
 */
record ProgramEntry(
    @Entries(least = 1) List<String> command,
    Optional<Map<String, String>> env,
    Optional<String> directory,
    Optional<String> progress,
    Optional<Duration> grace,
    Optional<Duration> stall,
    @NumberBounds(least = 0) OptionalInt restarts) {
  private static final String JSON_LINES = "json";

  ProgramEntry {
    if (command.isEmpty() || command.getFirst().isBlank()) {
      throw new IllegalArgumentException("command must begin with a program to run");
    }
    command.forEach(ProgramEntry::requirePassable);
    env.orElse(Map.of()).forEach(ProgramEntry::requireVariable);
    progress.filter(way -> !way.equals(JSON_LINES)).ifPresent(ProgramEntry::requireStepPattern);
  }

  /** The program with its reaction to failures, and the secrets of its tasks. */
  Program program(RetryEntry retry, List<SecretEntry> secrets) {
    Program standard = Program.NONE;
    int most = restarts.orElse(retry.restarts().orElse(standard.restarts()));
    return new Program(
        command,
        env.orElse(Map.of()),
        directory.orElse(standard.directory()),
        progress.filter(way -> !way.equals(JSON_LINES)).orElse(""),
        grace.orElse(standard.grace()),
        stall.orElse(standard.stall()),
        most,
        retry.fatal(List.of()),
        variables(secrets));
  }

  private Map<String, String> variables(List<SecretEntry> secrets) {
    var variables = new TreeMap<String, String>();
    for (SecretEntry secret : secrets) {
      if (env.orElse(Map.of()).containsKey(secret.name())
          || variables.put(secret.name(), secret.stored()) != null) {
        throw new IllegalArgumentException(
            "secrets gives a second value to the variable %s".formatted(secret.name()));
      }
    }
    return variables;
  }

  private static void requireVariable(String name, String value) {
    if (name.isEmpty() || name.indexOf('=') >= 0) {
      throw new IllegalArgumentException("\"%s\" cannot name a variable".formatted(name));
    }
    requirePassable(name);
    requirePassable(value);
  }

  private static void requirePassable(String text) {
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a zero byte cannot be passed to a program");
    }
  }

  private static void requireStepPattern(String pattern) {
    try {
      var groups = Pattern.compile(pattern.replace("(?P<", "(?<")).namedGroups();
      if (!groups.containsKey("step")) {
        throw new IllegalArgumentException(
            "progress must be json, or a regular expression with a group (?<step>...), not \"%s\""
                .formatted(pattern));
      }
    } catch (PatternSyntaxException problem) {
      throw new IllegalArgumentException(
          "progress is not a regular expression: %s near %d in \"%s\""
              .formatted(problem.getDescription(), problem.getIndex(), pattern),
          problem);
    }
  }
}
