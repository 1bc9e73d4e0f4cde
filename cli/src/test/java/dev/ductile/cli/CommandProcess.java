package dev.ductile.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The command in a process of its own, with its own standard output and environment. */
record CommandProcess(Path folder, Map<String, String> environment) {
  private static final long PATIENCE_SECONDS = 60;

  /** The output and the exit status of a command. */
  record Answer(int status, String out, String err) {}

  Answer run(String... arguments) throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "out", ".txt");
    Path err = Files.createTempFile(folder, "err", ".txt");
    Process process = start(out, err, arguments);
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("%s took too long".formatted(List.of(arguments)));
      }
    } finally {
      process.destroyForcibly();
    }
    return new Answer(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  /** Starts the command in the background. */
  Process start(Path out, Path err, String... arguments) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("DUCTILE_"));
    builder.environment().put("TZ", "UTC");
    builder.environment().put("HOME", folder.toString());
    builder.environment().putAll(environment);
    return builder.start();
  }
}
