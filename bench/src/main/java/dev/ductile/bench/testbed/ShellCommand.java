package dev.ductile.bench.testbed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A short command of the system. */
final class ShellCommand {
  private static final int MOST_SECONDS = 10;

  private ShellCommand() {}

  /** Runs the command and returns its output. A command that fails or does not end is an error. */
  static String run(List<String> words) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    process.getOutputStream().close();
    if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException(
          "%s: did not end in %d s".formatted(String.join(" ", words), MOST_SECONDS));
    }
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.exitValue() != 0) {
      throw new IOException("%s: %s".formatted(String.join(" ", words), said.strip()));
    }
    return said;
  }
}
