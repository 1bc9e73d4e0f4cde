package dev.ductile.runtime.job.file;

import dev.ductile.runtime.job.BatchSpec;
import dev.ductile.runtime.job.BatchSpec.RateRule;
import dev.ductile.runtime.job.CheckpointSpec;
import dev.ductile.runtime.job.FaultSpec;
import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.SizeSpec;
import dev.ductile.runtime.job.StopRule;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.job.TrainingJob;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a training job from a file of YAML. */
public final class JobFile {
  private static final int DEFAULT_BATCH = 256;
  private static final int DEFAULT_EPOCHS = 10;

  /** Of a method that closes in at a constant ratio, where the tenth pass is not yet near. */
  private static final int DEFAULT_PASSES = 30;

  private static final int DEFAULT_WORKERS = 2;
  private static final Duration DEFAULT_CHECKPOINT = Duration.ofSeconds(30);
  private static final int KEPT_CHECKPOINTS = 2;
  private static final Pattern SSP = Pattern.compile("ssp\\(([0-9]{1,6})\\)");

  /** The name of a job that gives itself none; empty where its text has no file name either. */
  private final Optional<String> fileName;

  /** Where relative paths start. */
  private final Path folder;

  private final Entry root;

  private JobFile(Optional<String> fileName, Path folder, Entry root) {
    this.fileName = fileName;
    this.folder = folder;
    this.root = root;
  }

  public static TrainingJob read(Path file) {
    return read(file, List.of());
  }

  /**
   * Reads it with some values of a command line over those of the file.
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
   * @param folder where they start
   */
  public static TrainingJob read(Path file, Path folder, List<String> settings) {
    Entry root = Document.read(file);
    return new JobFile(Optional.of(fileName(file)), folder, changed(root, settings)).job();
  }

  /**
   * Reads a job that is in no file, such as standard input. It has no name but the one it says.
   *
   * @param source how messages call it
   * @param folder where its relative paths start
   */
  public static TrainingJob parse(String source, String text, Path folder, List<String> settings) {
    Entry root = Document.parse(source, text);
    return new JobFile(Optional.empty(), folder, changed(root, settings)).job();
  }

  private static Entry changed(Entry root, List<String> settings) {
    Entry changed = root;
    for (String setting : settings) {
      changed = Setting.on(changed, setting);
    }
    return changed;
  }

  private TrainingJob job() {
    root.only(
        "job",
        "model",
        "data",
        "optimizer",
        "synchrony",
        "batch",
        "stop",
        "workers",
        "servers",
        "replication",
        "checkpoint",
        "faults",
        "seed",
        "validation");
    String name = root.get("job").map(Entry::text).or(() -> fileName).orElseThrow(this::nameless);
    Entry data = root.need("data");
    ModelSpec model = ModelEntry.read(root.need("model"), DataEntry.classes(data));
    OptimizerSpec optimizer = OptimizerEntry.read(root.get("optimizer"), model.kind());
    boolean all = optimizer.kind().takesAllExamples();
    return root.made(() ->
        new TrainingJob(
            name,
            model,
            DataEntry.read(data, folder),
            optimizer,
            root.get("synchrony").map(JobFile::synchrony).orElse(Synchrony.BSP),
            root.get("batch")
                .map(JobFile::batch)
                .orElse(all ? BatchSpec.ALL : new BatchSpec(DEFAULT_BATCH, false, RateRule.NONE)),
            stop(all ? DEFAULT_PASSES : DEFAULT_EPOCHS),
            size(),
            checkpoint(),
            faults(),
            root.get("seed").map(seed -> seed.longWhole(Long.MIN_VALUE)).orElse(1L),
            root.get("validation").map(written -> ValidationEntry.read(written, folder))));
  }

  private JobFileException nameless() {
    return root.wrong("needs a name, such as job: digits (or --name digits)");
  }

  private static String fileName(Path file) {
    String last = String.valueOf(file.getFileName());
    int dot = last.indexOf('.');
    return dot > 0 ? last.substring(0, dot) : last;
  }

  private static Synchrony synchrony(Entry entry) {
    Matcher stale = SSP.matcher(entry.text());
    if (stale.matches()) {
      return new Synchrony(Synchrony.Kind.SSP, Integer.parseInt(stale.group(1)));
    }
    if (entry.text().equals("ssp")) {
      throw entry.wrong("needs how many steps the fastest may be ahead: ssp(3)");
    }
    return new Synchrony(entry.word(Synchrony.Kind.class), 0);
  }

  private static BatchSpec batch(Entry entry) {
    if (!entry.isGroup()) {
      return new BatchSpec(entry.whole(1), false, RateRule.NONE);
    }
    entry.only("examples", "perWorker", "rate");
    Optional<Entry> all = entry.get("examples");
    Optional<Entry> each = entry.get("perWorker");
    if (all.isPresent() == each.isPresent()) {
      throw entry.wrong("takes one of examples (of all workers together) and perWorker");
    }
    RateRule rate = entry.get("rate").map(rule -> rule.word(RateRule.class)).orElse(RateRule.NONE);
    if (each.isEmpty() && rate != RateRule.NONE) {
      throw entry
          .need("rate")
          .wrong("is for batch.perWorker: a batch of all workers together never grows");
    }
    return new BatchSpec(all.or(() -> each).orElseThrow().whole(1), each.isPresent(), rate);
  }

  private StopRule stop(int epochsIfNone) {
    Optional<Entry> written = root.get("stop");
    if (written.isEmpty()) {
      return new StopRule(Optional.of(epochsIfNone), Optional.empty(), Optional.empty());
    }
    Entry entry = written.get().only("epochs", "steps", "loss");
    return entry.made(() ->
        new StopRule(
            entry.get("epochs").map(most -> most.whole(1)),
            entry.get("steps").map(steps -> steps.longWhole(1)),
            entry.get("loss").map(Entry::number)));
  }

  private SizeSpec size() {
    int workers = root.get("workers").map(number -> number.whole(1)).orElse(DEFAULT_WORKERS);
    Optional<Entry> copies = root.get("replication");
    int replication = copies.map(number -> number.whole(1)).orElse(1);
    int servers = root.get("servers").map(number -> number.whole(0)).orElse(replication);
    if (replication > Math.max(1, servers)) {
      throw copies
          .orElseThrow()
          .wrong("of %d needs as many servers, not %d".formatted(replication, servers));
    }
    return root.made(() -> new SizeSpec(workers, servers, replication));
  }

  private CheckpointSpec checkpoint() {
    Optional<Entry> written = root.get("checkpoint");
    if (written.isEmpty()) {
      return new CheckpointSpec(
          Optional.of(DEFAULT_CHECKPOINT), Optional.empty(), KEPT_CHECKPOINTS);
    }
    Entry entry = written.get().only("every", "everySteps", "keep");
    return entry.made(() ->
        new CheckpointSpec(
            entry.get("every").map(Entry::duration),
            entry.get("everySteps").map(steps -> steps.longWhole(1)),
            entry.get("keep").map(keep -> keep.whole(1)).orElse(KEPT_CHECKPOINTS)));
  }

  private FaultSpec faults() {
    Optional<Entry> written = root.get("faults");
    if (written.isEmpty()) {
      return FaultSpec.DEFAULT;
    }
    Entry entry = written.get().only("stall", "answer", "slow");
    return entry.made(() ->
        new FaultSpec(
            entry.get("stall").map(Entry::duration).orElse(FaultSpec.DEFAULT.stall()),
            entry.get("answer").map(Entry::duration).orElse(FaultSpec.DEFAULT.answer()),
            entry.get("slow").map(Entry::number).orElse(FaultSpec.DEFAULT.slow())));
  }
}
