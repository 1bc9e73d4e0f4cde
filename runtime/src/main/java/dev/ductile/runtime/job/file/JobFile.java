package dev.ductile.runtime.job.file;

import dev.ductile.runtime.job.DataSpec;
import dev.ductile.runtime.job.FaultSpec;
import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.job.ValidationSpec;
import dev.ductile.text.Document;
import dev.ductile.text.FileKind;
import dev.ductile.text.Mistakes;
import dev.ductile.text.Scalars;
import dev.ductile.text.Setting;
import dev.ductile.text.Written;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads a training job from a file of YAML or JSON. */
public final class JobFile {
  private static final Setting.Form SETTING =
      new Setting.Form(
          "optimizer.learningRate=0.1",
          Map.of("model", "kind", "optimizer", "kind", "data", "file", "batch", "examples"));

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
    return of(Document.read(file), Optional.of(fileName(file)), folder, settings);
  }

  /**
   * The job of a document.
   *
   * @param fileName the name of a job that does not name itself
   * @param folder the folder to which its paths are relative
   */
  private static TrainingJob of(
      Document document, Optional<String> fileName, Path folder, List<String> settings) {
    Written root = Setting.on(document, settings, SETTING).root();
    FileKind.TRAINING_JOB.require(root);
    return new JobFile(fileName, folder, root).job();
  }

  /** The job in a document; relative paths start in the folder of the file. */
  public static TrainingJob of(Document document, Path file) {
    Path beside = file.toAbsolutePath().getParent();
    return of(
        document,
        Optional.of(fileName(file)),
        beside == null ? file.toAbsolutePath() : beside,
        List.of());
  }

  /**
   * Reads a job that is in no file, such as standard input. It has no name but the one in its text.
   *
   * @param source its name in messages
   * @param folder the folder to which its paths are relative
   */
  public static TrainingJob parse(String source, String text, Path folder, List<String> settings) {
    return of(Document.of(source, text), Optional.empty(), folder, settings);
  }

  /** Every part is read, also if another one has mistakes. */
  private TrainingJob job() {
    var mistakes = new Mistakes();
    Optional<JobEntry> bound =
        mistakes.tried(() -> JobTypeReaders.BINDER.record(JobEntry.class, root));
    Optional<DataEntry> set = part("data", DataEntry.class, mistakes);
    Optional<DataSpec> data =
        set.flatMap(entry -> made("data", mistakes, () -> entry.spec(folder)));
    int classes = set.map(DataEntry::classes).orElse(2);
    Optional<ModelSpec> model =
        part("model", ModelEntry.class, mistakes)
            .flatMap(entry -> made("model", mistakes, () -> entry.spec(classes)));
    Optional<OptimizerSpec> optimizer = model.flatMap(spec -> optimizer(spec.kind(), mistakes));
    Optional<ValidationSpec> validation =
        part("validation", ValidationEntry.class, mistakes)
            .flatMap(entry -> made("validation", mistakes, () -> entry.spec(folder)));
    mistakes.check(this::requireName);
    var _ =
        mistakes.tried(() ->
            root.made(
                () -> JobEntry.size(number("workers"), number("servers"), number("replication"))));
    mistakes.throwAny();
    return job(
        bound.orElseThrow(),
        data.orElseThrow(),
        model.orElseThrow(),
        optimizer.orElseThrow(),
        validation);
  }

  /** Empty also for a value that is no number, which is a mistake already. */
  private Optional<Integer> number(String key) {
    return root.get(key)
        .filter(written -> written.node().isIntegralNumber() && written.node().canConvertToInt())
        .map(written -> written.node().intValue());
  }

  private void requireName() {
    Optional<String> name = root.get("job").map(Scalars::text).or(() -> fileName);
    if (name.isEmpty()) {
      throw root.breaks("the job needs a name, such as job: digits (or --name digits)");
    }
    var _ =
        root.made(() -> {
          TrainingJob.requireName(name.get());
          return name;
        });
  }

  private TrainingJob job(
      JobEntry entry,
      DataSpec data,
      ModelSpec model,
      OptimizerSpec optimizer,
      Optional<ValidationSpec> validation) {
    return root.made(() ->
        new TrainingJob(
            entry.job().or(() -> fileName).orElseThrow(),
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
            validation));
  }

  private <T> Optional<T> part(String key, Class<T> type, Mistakes mistakes) {
    return root.get(key)
        .flatMap(written -> mistakes.tried(() -> JobTypeReaders.BINDER.read(type, written)));
  }

  private <T> Optional<T> made(String key, Mistakes mistakes, Supplier<T> spec) {
    return mistakes.tried(() -> root.need(key).made(spec));
  }

  private Optional<OptimizerSpec> optimizer(ModelSpec.Kind model, Mistakes mistakes) {
    return root.get("optimizer").isEmpty()
        ? Optional.of(OptimizerEntry.of(OptimizerEntry.usual(model)).spec(model))
        : part("optimizer", OptimizerEntry.class, mistakes)
            .flatMap(entry -> made("optimizer", mistakes, () -> entry.spec(model)));
  }

  private static String fileName(Path file) {
    String last = String.valueOf(file.getFileName());
    int dot = last.indexOf('.');
    return dot > 0 ? last.substring(0, dot) : last;
  }
}
