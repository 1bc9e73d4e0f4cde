package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The packaged command, started as a user starts it, in a folder of a test's own. */
final class Ductile {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path LAUNCHER = ROOT.resolve("cli/target/ductile-dist/ductile");

  /** A first start rehearses and trains once before it does what it is asked. */
  private static final long PATIENCE_SECONDS = 600;

  private final Path folder;
  private final Path launcher;

  /** What a command said, and how it ended. */
  record Answer(int status, String out, String err) {}

  Ductile(Path folder) {
    this(folder, LAUNCHER);
  }

  /** The command of another installation. */
  Ductile(Path folder, Path launcher) {
    this.folder = folder;
    this.launcher = launcher;
  }

  /** The folder that a user installs. */
  static Path installation() {
    return LAUNCHER.resolveSibling("");
  }

  static Path root() {
    return ROOT;
  }

  Answer run(String... arguments) {
    var command = new ArrayList<String>(List.of(launcher.toString()));
    command.addAll(List.of(arguments));
    return answer(new ProcessBuilder(command));
  }

  /** Starts it and lets it run; what it says goes to files in the folder. */
  Process start(String name, String... arguments) throws IOException {
    var command = new ArrayList<String>(List.of(launcher.toString()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectOutput(folder.resolve(name + ".out").toFile())
        .redirectError(folder.resolve(name + ".err").toFile())
        .start();
  }

  /** Runs a line of shell in which {@code ductile} is the command. */
  Answer shell(String line) {
    String script = "ductile() { '%s' \"$@\"; }\n%s".formatted(launcher, line);
    return answer(new ProcessBuilder("sh", "-c", script));
  }

  private Answer answer(ProcessBuilder builder) {
    assertThat(launcher).as("the distribution, which the package phase makes").exists();
    try {
      Path out = Files.createTempFile(folder, "out", ".txt");
      Path err = Files.createTempFile(folder, "err", ".txt");
      Process process =
          builder
              .directory(folder.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroy();
        throw new AssertionError("%s took too long".formatted(builder.command()));
      }
      var answer = new Answer(process.exitValue(), text(out), text(err));
      Files.delete(out);
      Files.delete(err);
      return answer;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}
