package dev.ductile.reproductions.training;

import dev.ductile.text.InputException;
import dev.ductile.text.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The folder of trained models: one that is kept, or a temporary one. */
public final class ModelFolder implements AutoCloseable {
  private final boolean kept;
  private Optional<Path> folder;

  private ModelFolder(boolean kept, Optional<Path> folder) {
    this.kept = kept;
    this.folder = folder;
  }

  /** This folder, or a temporary one until the end. */
  public static ModelFolder of(Optional<Path> kept) {
    return new ModelFolder(kept.isPresent(), kept.map(path -> path.toAbsolutePath().normalize()));
  }

  /** The file of a plan's model, whether or not it is there. */
  public Path file(TrainingPlan plan) {
    return opened().resolve(plan.fileName());
  }

  private Path opened() {
    try {
      Path opened = folder.isPresent() ? folder.get() : Files.createTempDirectory("ductile-models");
      folder = Optional.of(opened);
      return Files.createDirectories(opened);
    } catch (IOException problem) {
      throw new InputException(
          "no folder for models%s: %s"
              .formatted(folder.map(path -> " at " + path).orElse(""), TextFile.reason(problem)),
          problem);
    }
  }

  /** Removes a temporary folder. */
  @Override
  public void close() {
    if (kept || folder.isEmpty()) {
      return;
    }
    try (Stream<Path> files = Files.list(folder.get())) {
      List<Path> models = files.toList();
      for (Path model : models) {
        Files.deleteIfExists(model);
      }
      Files.deleteIfExists(folder.get());
    } catch (IOException _) {
      // A temporary folder that cannot be removed is left to the system.
    }
  }
}
