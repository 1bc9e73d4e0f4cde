package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** A server in a process of its own, which answers. */
record LiveServer(Process process) implements AutoCloseable {
  private static final int MOST_POLLS = 600;

  /**
   * Starts a server with further options.
   *
   * @param data its data folder, below the folder of the commands
   */
  static LiveServer start(CommandProcess ductile, String data, String... options)
      throws IOException, InterruptedException {
    Path address = ductile.folder().resolve(data).resolve("address");
    Files.deleteIfExists(address);
    var arguments = new ArrayList<>(List.of("server", "--port", "0", "--data", data));
    arguments.addAll(List.of(options));
    Process process =
        ductile.start(
            ductile.folder().resolve(data + ".out"),
            ductile.folder().resolve(data + ".err"),
            arguments.toArray(String[]::new));
    for (int i = 0; i < MOST_POLLS && !Files.exists(address); i++) {
      assertThat(process.waitFor(100, TimeUnit.MILLISECONDS)).as("the server ended").isFalse();
    }
    assertThat(address).exists();
    return new LiveServer(process);
  }

  @Override
  public void close() {
    process.destroy();
    try {
      var _ = process.onExit().orTimeout(30, TimeUnit.SECONDS).join();
    } catch (CompletionException late) {
      process.destroyForcibly();
      throw new AssertionError("the server did not stop", late);
    }
  }
}
