package dev.ductile.engines.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The processes of this machine as Linux shows them below {@code /proc} (proc(5)); absent on other
 * systems.
 *
 * @param folder {@code /proc}
 */
record ProcessTable(Path folder) {
  static final ProcessTable OF_MACHINE = new ProcessTable(Path.of("/proc"));

  /** Linux counts processor time for programs in this unit on all its current platforms. */
  private static final double TICKS_PER_SECOND = 100;

  private static final int MOST_PROCESSES = 100_000;
  private static final String MEMORY = "VmRSS:";
  private static final long KIBIBYTE = 1024;

  /** Places of numbers in a stat file, counted from the state, which follows the name. */
  private static final int SESSION = 3;

  private static final int FIRST_TIME = 11;
  private static final int LAST_TIME = 14;

  boolean exists() {
    return Files.isReadable(folder.resolve("self/stat"));
  }

  /** The use of each of these sessions that has a process, in one pass over all processes. */
  Map<Long, SessionUse> sessions(Set<Long> wanted) {
    Map<Long, SessionUse> found = new HashMap<>();
    if (wanted.isEmpty()) {
      return found;
    }
    int seen = 0;
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(folder, "[0-9]*")) {
      for (Path process : processes) {
        if (++seen > MOST_PROCESSES) {
          break;
        }
        add(process, wanted, found);
      }
    } catch (IOException | DirectoryIteratorException e) {
      return Map.of(); // the next pass may succeed
    }
    return found;
  }

  private static void add(Path process, Set<Long> wanted, Map<Long, SessionUse> found) {
    Optional<String[]> numbers = read(process.resolve("stat")).flatMap(ProcessTable::numbers);
    if (numbers.isPresent()) {
      long session = Long.parseLong(numbers.get()[SESSION]);
      if (wanted.contains(session)) {
        var use = new SessionUse(cpuSeconds(numbers.get()), memoryBytes(process));
        found.merge(session, use, SessionUse::plus);
      }
    }
  }

  /** The fields behind the name, which may contain blanks and parentheses. */
  private static Optional<String[]> numbers(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ");
    return fields.length > LAST_TIME ? Optional.of(fields) : Optional.empty();
  }

  /** User and system time of the process and of the children that it has waited for. */
  private static double cpuSeconds(String[] numbers) {
    long ticks = 0;
    for (int i = FIRST_TIME; i <= LAST_TIME; i++) {
      ticks += Long.parseLong(numbers[i]);
    }
    return ticks / TICKS_PER_SECOND;
  }

  /** A process that has ended and is not waited for has no memory. */
  private static long memoryBytes(Path process) {
    return read(process.resolve("status")).stream()
        .flatMap(String::lines)
        .filter(line -> line.startsWith(MEMORY))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * KIBIBYTE)
        .sum();
  }

  /** The text of a file; nothing if the process has ended meanwhile. */
  private static Optional<String> read(Path file) {
    try {
      return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
