package dev.ductile.runtime.job.file;

import dev.ductile.runtime.job.DataSpec;
import dev.ductile.runtime.job.FaultSpec;
import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.text.Document;
import dev.ductile.text.Written;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads a training job from a file of YAML or JSON. */
public final class JobFile {
  /** The name of a job that does not name itself; empty if its text has no file name either. */
  private final Optional<String> fileName;

  /** The folder to which paths are relative. */
  private final Path folder;

  private final Written root;

  private JobFile(Optional<String> fileName, Path folder, Written root) {
    this.fileName = fileName;
    this.folder = folder;
    this.root = root;
  }

  public static TrainingJob read(Path file) {
    return read(file, List.of());
  }

  /**
   * Reads a file, with some values of a command line in place of the file's.
   *
   * @param settings each {@code key=value}, such as {@code optimizer.learningRate=0.1}
   */
  public static TrainingJob read(Path file, List<String> settings) {
    Path beside = file.toAbsolutePath().getParent();
    return read(file, beside == null ? file.toAbsolutePath() : beside, settings);
  }

  /**
   * Reads a file whose relative paths are not relative to its own folder.
   *
   * @param folder the folder to which they are relative
   */
  public static TrainingJob read(Path file, Path folder, List<String> settings) {
    Document document = Setting.on(Document.read(file), settings);
    return new JobFile(Optional.of(fileName(file)), folder, document.root()).job();
  }

  /**
   * Reads a job that is in no file, such as standard input. It has no name but the one in its text.
   *
   * @param source its name in messages
   * @param folder the folder to which its paths are relative
   */
  public static TrainingJob parse(String source, String text, Path folder, List<String> settings) {
    Document document = Setting.on(Document.of(source, text), settings);
    return new JobFile(Optional.empty(), folder, document.root()).job();
  }

  private TrainingJob job() {
    JobEntry entry = JobTypeReaders.BINDER.record(JobEntry.class, root);
    String name =
        entry
            .job()
            .or(() -> fileName)
            .orElseThrow(
                () -> root.breaks("the job needs a name, such as job: digits (or --name digits)"));
    DataSpec data = root.need("data").made(() -> entry.data().spec(folder));
    ModelSpec model = root.need("model").made(() -> entry.model().spec(entry.data().classes()));
    OptimizerSpec optimizer = optimizer(entry, model.kind());
    return root.made(() ->
        new TrainingJob(
            name,
            model,
            data,
            optimizer,
            entry.synchrony().orElse(Synchrony.BSP),
            entry.batch().map(BatchEntry::spec).orElse(BatchEntry.usual(optimizer.kind())),
            entry.stop(optimizer.kind()),
            entry.size(),
            entry.checkpoints(),
            entry.faults().orElse(FaultSpec.DEFAULT),
            entry.seed().orElse(1L),
            entry.validation().map(by -> root.need("validation").made(() -> by.spec(folder)))));
  }

  private OptimizerSpec optimizer(JobEntry entry, ModelSpec.Kind model) {
    return entry
        .optimizer()
        .map(written -> root.need("optimizer").made(() -> written.spec(model)))
        .orElseGet(() -> OptimizerEntry.of(OptimizerEntry.usual(model)).spec(model));
  }

  private static String fileName(Path file) {
    String last = String.valueOf(file.getFileName());
    int dot = last.indexOf('.');
    return dot > 0 ? last.substring(0, dot) : last;
  }
}
