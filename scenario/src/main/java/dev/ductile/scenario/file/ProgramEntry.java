package dev.ductile.scenario.file;

import dev.ductile.api.Program;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** What a task executes, as people write it. */
record ProgramEntry(
    List<String> command,
    Optional<Map<String, String>> env,
    Optional<String> directory,
    Optional<String> progress,
    Optional<Duration> grace,
    Optional<Duration> stall,
    OptionalInt restarts) {
  private static final String JSON_LINES = "json";

  ProgramEntry {
    if (command.isEmpty() || command.getFirst().isBlank()) {
      throw new IllegalArgumentException("command must begin with a program to run");
    }
    command.forEach(ProgramEntry::requirePassable);
    env.orElse(Map.of()).forEach(ProgramEntry::requireVariable);
    progress.filter(way -> !way.equals(JSON_LINES)).ifPresent(ProgramEntry::requireStepPattern);
  }

  Program program() {
    Program standard = Program.NONE;
    return new Program(
        command,
        env.orElse(Map.of()),
        directory.orElse(standard.directory()),
        progress.filter(way -> !way.equals(JSON_LINES)).orElse(""),
        grace.orElse(standard.grace()),
        stall.orElse(standard.stall()),
        restarts.orElse(standard.restarts()));
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
