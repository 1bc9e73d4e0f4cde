package dev.ductile.cli;

import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.job.file.JobFile;
import dev.ductile.runtime.process.TemporaryFolder;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The job file of a command. A stream, such as standard input ({@code -}), can be read only once,
 * and the processes of a job read its file, so they get a copy. Paths in a stream are relative to
 * the working directory.
 */
final class JobInput implements AutoCloseable {
  private static final int MOST_BYTES = 1 << 20;
  private static final Path HERE = Path.of("").toAbsolutePath();

  private final Path file;
  private final String source;
  private final Optional<String> text;
  private Optional<Path> copy = Optional.empty();

  private JobInput(Path file, String source, Optional<String> text) {
    this.file = file;
    this.source = source;
    this.text = text;
  }

  static JobInput of(Path file) {
    InputFile input = InputFile.of(file);
    return new JobInput(
        file, input.toString(), input.isStream() ? Optional.of(text(input)) : Optional.empty());
  }

  private static String text(InputFile input) {
    try (InputStream in = input.bytes()) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new InputException(input + ": is larger than a job can be (1 MiB)");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new InputException("%s: %s".formatted(input, e.getMessage()), e);
    }
  }

  boolean isStream() {
    return text.isPresent();
  }

  TrainingJob read(List<String> settings) {
    return text.isPresent()
        ? JobFile.parse(source, text.get(), HERE, settings)
        : JobFile.read(file, settings);
  }

  /** The arguments of the job's processes: the file, and the job's name if the file is a stream. */
  List<String> arguments(TrainingJob job, List<String> settings) throws IOException {
    var arguments = new ArrayList<String>();
    if (text.isPresent()) {
      arguments.addAll(List.of(copied(text.get()).toString(), "--in", HERE.toString()));
      arguments.addAll(List.of("--set", "job=" + job.name()));
    } else {
      arguments.add(file.toAbsolutePath().toString());
    }
    for (String setting : settings) {
      arguments.addAll(List.of("--set", setting));
    }
    return List.copyOf(arguments);
  }

  private Path copied(String content) throws IOException {
    Path folder = TemporaryFolder.make("job");
    copy = Optional.of(folder);
    return Files.writeString(folder.resolve("job.yaml"), content);
  }

  @Override
  public void close() throws IOException {
    if (copy.isPresent()) {
      TemporaryFolder.remove(copy.get());
    }
  }
}
