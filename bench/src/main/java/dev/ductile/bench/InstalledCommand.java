package dev.ductile.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The {@code ductile} command of this source folder, which builds itself on its first start. */
public final class InstalledCommand {
  private static final long LONGEST_BUILD_MINUTES = 10;

  private InstalledCommand() {}

  /** Starts the command once, so that no measured start includes its build. */
  public static void prepare(Path command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command.toString(), "--version")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    boolean ended = process.waitFor(LONGEST_BUILD_MINUTES, TimeUnit.MINUTES);
    if (!ended || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException(
          "%s --version %s; build it with: mvn -Dquick package"
              .formatted(
                  command,
                  ended
                      ? "ended with " + process.exitValue()
                      : "did not end within %d minutes".formatted(LONGEST_BUILD_MINUTES)));
    }
  }
}
