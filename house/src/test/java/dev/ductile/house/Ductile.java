package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The packaged command, started as a user starts it, in the folder of a test. */
final class Ductile {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path LAUNCHER = ROOT.resolve("cli/target/ductile-dist/ductile");

  /** The first start makes the start-up caches before it runs its command. */
  private static final long PATIENCE_SECONDS = 600;

  /** A command ends before optimised code pays for its compilation. */
  private static final String QUICK_START = "-XX:TieredStopAtLevel=1";

  private final Path folder;
  private final Path launcher;

  /**
   * The first start of the distribution makes its start-up caches. Tests that run at the same time
   * wait for it here; otherwise each of them would make the caches.
   */
  private static final class FirstStart {
    static final int STATUS = firstStart();

    private static int firstStart() {
      try {
        Process process =
            new ProcessBuilder(LAUNCHER.toString(), "--version")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
          return process.exitValue();
        }
        process.destroy();
        throw new AssertionError("the first start took too long");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted", e);
      }
    }
  }

  /** The output and the exit status of a command. */
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
    return answer(command);
  }

  /** Starts the command in the background; its output goes to files in the folder. */
  Process start(String name, String... arguments) throws IOException {
    var command = new ArrayList<String>(List.of(launcher.toString()));
    command.addAll(List.of(arguments));
    return prepared(command)
        .redirectOutput(folder.resolve(name + ".out").toFile())
        .redirectError(folder.resolve(name + ".err").toFile())
        .start();
  }

  /**
   * The command with which the launcher starts Java, but with another main class. The launcher
   * starts a Java that prints its arguments.
   */
  static List<String> java(Path folder, Class<?> main, String argument) throws IOException {
    Path home = Path.of(System.getProperty("java.home"));
    Path printing = Files.createDirectories(folder.resolve("java/bin")).resolve("java");
    Files.writeString(printing, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    assertThat(printing.toFile().setExecutable(true)).isTrue();
    Files.copy(home.resolve("release"), folder.resolve("java/release"));
    String printed =
        new Ductile(folder).shell("JAVA_HOME='%s/java' ductile".formatted(folder)).out();
    var command = new ArrayList<String>(List.of(home.resolve("bin/java").toString()));
    printed.lines().forEach(command::add);
    assertThat(command.removeLast()).isEqualTo("dev.ductile.cli.Main");
    Path classes = Path.of(main.getProtectionDomain().getCodeSource().getLocation().getPath());
    command.add(command.removeLast() + ":" + classes);
    command.addAll(List.of(main.getName(), argument));
    return command;
  }

  /** Runs a line of shell in which {@code ductile} is the command. */
  Answer shell(String line) {
    String script = "ductile() { '%s' \"$@\"; }\n%s".formatted(launcher, line);
    return answer(List.of("sh", "-c", script));
  }

  private ProcessBuilder prepared(List<String> command) {
    assertThat(launcher).as("the distribution, which the package phase makes").exists();
    if (launcher.equals(LAUNCHER)) {
      assertThat(FirstStart.STATUS).as("status of the first start").isZero();
    }
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("DUCTILE_JAVA_OPTS", QUICK_START);
    return builder;
  }

  private Answer answer(List<String> command) {
    try {
      Path out = Files.createTempFile(folder, "out", ".txt");
      Path err = Files.createTempFile(folder, "err", ".txt");
      Process process =
          prepared(command).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroy();
        throw new AssertionError("%s took too long".formatted(command));
      }
      var answer = new Answer(process.exitValue(), text(out), text(err));
      Files.delete(out);
      Files.delete(err);
      return answer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}
