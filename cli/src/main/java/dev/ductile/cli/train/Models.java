package dev.ductile.cli.train;

import dev.ductile.scenario.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a job leaves on disk between two runs: checkpoints, with the model in them, and logs. */
public record Models(Path jobFolder) {
  private static final String CHECKPOINTS = "checkpoints";
  private static final String MODEL = ".safetensors";
  private static final int DEEPEST = 4;

  /** Makes room for the logs of another run, and where it is to begin anew, for all of it. */
  public void prepare(boolean fresh) throws IOException {
    if (!Files.isDirectory(jobFolder)) {
      return;
    }
    try (Stream<Path> inside = Files.list(jobFolder)) {
      for (Path path : inside.toList()) {
        String name = path.getFileName().toString();
        if (name.matches("g[0-9]+") || (fresh && name.equals(CHECKPOINTS))) {
          delete(path);
        }
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** The folder with the newest whole model, or the file where it is one. */
  public Optional<Path> newest() {
    Path checkpoints = jobFolder.resolve(CHECKPOINTS);
    if (!Files.isDirectory(checkpoints)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.walk(checkpoints, DEEPEST)) {
      List<Path> models = files.filter(file -> file.toString().endsWith(MODEL)).toList();
      return models.stream()
          .max(Comparator.comparing(Models::age))
          .map(file -> alone(file, models) ? file : file.getParent());
    } catch (IOException e) {
      throw new InputException("%s cannot be read: %s".formatted(checkpoints, e.getMessage()), e);
    }
  }

  private static boolean alone(Path file, List<Path> models) {
    return models.stream().noneMatch(other -> !other.equals(file) && isBeside(other, file));
  }

  private static boolean isBeside(Path one, Path other) {
    return one.resolveSibling(other.getFileName()).equals(other);
  }

  private static FileTime age(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException _) {
      return FileTime.fromMillis(0);
    }
  }
}
