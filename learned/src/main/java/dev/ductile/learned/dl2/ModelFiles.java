package dev.ductile.learned.dl2;

import dev.ductile.learned.model.ModelFile;
import dev.ductile.learned.model.UnusableModelException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.Optional;

/** The models of one policy that were read last. A file that has changed is read again. */
public final class ModelFiles {
  private static final int MOST = 8;

  private final ModelForm form;
  private final LinkedHashMap<Path, Read> files = new LinkedHashMap<>(MOST, 0.75f, true);

  /** No file has been read. */
  public ModelFiles(ModelForm form) {
    this.form = form;
  }

  private record Version(long size, FileTime modified) {}

  private record Read(Version version, Dl2Model model) {}

  /**
   * The model in a file.
   *
   * @throws UnusableModelException if the file is no sound model of the policy
   */
  public synchronized Dl2Model read(Path file) {
    Path path = file.toAbsolutePath().normalize();
    Optional<Version> version = version(path);
    Read known = files.get(path);
    if (known != null && version.equals(Optional.of(known.version()))) {
      return known.model();
    }
    files.remove(path);
    Dl2Model model = Dl2Model.of(file.toString(), ModelFile.read(file), form);
    if (files.size() >= MOST) {
      files.pollFirstEntry();
    }
    version.ifPresent(one -> files.put(path, new Read(one, model)));
    return model;
  }

  /** Refuses settings of a policy without a model, or with one that cannot be used. */
  public void require(Optional<Path> model) {
    if (model.isEmpty()) {
      throw new IllegalArgumentException(
          "%s needs a trained model: model=FILE; train one with ductile learn imitate%s --teacher drf --scenario SCENARIO -o FILE"
              .formatted(
                  form.policy(),
                  form.policy().equals(Dl2Model.NAME) ? "" : " --policy " + form.policy()));
    }
    try {
      read(model.get());
    } catch (UnusableModelException problem) {
      throw new IllegalArgumentException("model is unusable: " + problem.getMessage(), problem);
    }
  }

  /** Absent if the file cannot be found; reading it says why. */
  private static Optional<Version> version(Path path) {
    try {
      return Optional.of(new Version(Files.size(path), Files.getLastModifiedTime(path)));
    } catch (IOException _) {
      return Optional.empty();
    }
  }
}
