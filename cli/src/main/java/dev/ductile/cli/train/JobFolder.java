package dev.ductile.cli.train;

import dev.ductile.runtime.disk.FolderLock;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The folder of a job, with the checkpoints and logs of its last run. */
public record JobFolder(Path jobFolder) {
  private static final String CHECKPOINTS = "checkpoints";

  /** Tables of another version get a number. */
  private static final String TABLES = "(metrics|regroups|validation)(-\\d+)?\\.csv";

  private static final String MODEL = ".safetensors";

  /** The last file of a checkpoint: a folder without it is incomplete. */
  private static final String INDEX = "index.json";

  /** Damaged checkpoints have other names. */
  private static final String STEP = "step-\\d+";

  /**
   * Deletes the logs of the last run, and also its checkpoints if {@code fresh}. Changes nothing
   * and fails while processes of an earlier run still use this folder.
   */
  public void prepare(boolean fresh) throws IOException {
    if (!Files.isDirectory(jobFolder)) {
      return;
    }
    try (var _ = FolderLock.take(jobFolder)) {
      clear(fresh);
    } catch (FolderLock.HeldException e) {
      throw new InputException(String.valueOf(e.getMessage()), e);
    }
  }

  private void clear(boolean fresh) throws IOException {
    try (Stream<Path> inside = Files.list(jobFolder)) {
      for (Path path : inside.toList()) {
        String name = path.getFileName().toString();
        if (name.matches("g[0-9]+") || (fresh && isSaved(name))) {
          delete(path);
        }
      }
    }
  }

  private static boolean isSaved(String name) {
    return name.equals(CHECKPOINTS) || name.matches(TABLES);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** The folder of the newest complete model, or its file if it has only one. */
  public Optional<Path> newest() {
    Path checkpoints = jobFolder.resolve(CHECKPOINTS);
    if (!Files.isDirectory(checkpoints)) {
      return Optional.empty();
    }
    try (Stream<Path> folders = Files.list(checkpoints)) {
      return folders
          .filter(folder -> folder.getFileName().toString().matches(STEP))
          .filter(folder -> Files.isRegularFile(folder.resolve(INDEX)))
          .max(Comparator.comparing(folder -> age(folder.resolve(INDEX))))
          .map(JobFolder::onlyFile);
    } catch (IOException e) {
      throw new InputException("%s cannot be read: %s".formatted(checkpoints, e.getMessage()), e);
    }
  }

  private static Path onlyFile(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> models = files.filter(file -> file.toString().endsWith(MODEL)).toList();
      return models.size() == 1 ? models.getFirst() : folder;
    } catch (IOException _) {
      return folder;
    }
  }

  private static FileTime age(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException _) {
      return FileTime.fromMillis(0);
    }
  }
}
