package dev.ductile.engines.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The capabilities of Linux that a process needs to run tasks as other users. */
final class Capabilities {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String EFFECTIVE = "CapEff:";
  private static final int HEXADECIMAL = 16;

  /** Names by their bits, as in capabilities(7). */
  private static final Map<Integer, String> NEEDED =
      new TreeMap<>(
          Map.of(0, "CAP_CHOWN", 3, "CAP_FOWNER", 5, "CAP_KILL", 6, "CAP_SETGID", 7, "CAP_SETUID"));

  private Capabilities() {}

  /**
   * Requires all of them, and the programs that use them.
   *
   * @throws IOException with the missing ones and the next step
   */
  static void require() throws IOException {
    List<String> missing = missing(effective(Files.readAllLines(STATUS)));
    if (!missing.isEmpty()) {
      throw new IOException(
          "runAs: the server may not run jobs as other users: it lacks %s; start it as root, or remove runAs from the server file"
              .formatted(String.join(", ", missing)));
    }
    requireProgram("setpriv", "util-linux");
    requireProgram("getent", "libc-bin");
  }

  static List<String> missing(long effective) {
    var missing = new ArrayList<String>();
    NEEDED.forEach((bit, name) -> {
      if ((effective >> bit & 1) == 0) {
        missing.add(name);
      }
    });
    return missing;
  }

  private static long effective(List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith(EFFECTIVE))
        .map(
            line -> Long.parseUnsignedLong(line.substring(EFFECTIVE.length()).strip(), HEXADECIMAL))
        .findFirst()
        .orElse(0L);
  }

  private static void requireProgram(String name, String source) throws IOException {
    try {
      Process process =
          new ProcessBuilder(name, "--version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      process.waitFor();
    } catch (IOException e) {
      throw new IOException(
          "runAs: needs the program %s (Debian: %s): %s".formatted(name, source, e.getMessage()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while %s was looked for".formatted(name), e);
    }
  }
}
