package dev.ductile.runtime.checkpoint;

import dev.ductile.runtime.data.Dialect;
import dev.ductile.runtime.data.HeldOut;
import dev.ductile.runtime.data.Sources;
import dev.ductile.runtime.disk.DamagedFileException;
import dev.ductile.runtime.job.DataSpec;
import dev.ductile.runtime.job.DataSpec.Format;
import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.job.ValidationSpec;
import dev.ductile.runtime.parameters.PartitionLayout;
import dev.ductile.runtime.parameters.Tensor;
import dev.ductile.runtime.training.Models;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A trained model: its kind, the format of its data, its parameters, and its provenance.
 *
 * @param format the format of its training data
 * @param provenance further metadata for users: the job, its step, its data
 */
public record SavedModel(
    ModelSpec spec,
    int features,
    Format format,
    Dialect dialect,
    Map<String, String> provenance,
    List<ModelFile.Table> tables) {
  private static final String KIND = "ductile-model-1";
  private static final String HELD_OUT = "held_out";

  /** A running job may delete a checkpoint while it is read, and has a newer one then. */
  private static final int TRIES = 50;

  public SavedModel {
    provenance = Map.copyOf(provenance);
    tables = List.copyOf(tables);
    List<Tensor> wanted = tensors(spec, features);
    List<Tensor> found = tables.stream().map(ModelFile.Table::tensor).toList();
    if (!found.equals(wanted)) {
      throw new IllegalArgumentException(
          "a %s of %d features has %s, not %s".formatted(spec.kind(), features, wanted, found));
    }
  }

  /**
   * The newest undamaged checkpoint of a job, which may be running; empty if there is none.
   *
   * @param warnings takes messages about later ones that are damaged
   * @throws IOException if it cannot be read, or is of a job with other settings
   */
  public static Optional<SavedModel> newest(
      TrainingJob job, Path checkpoints, Consumer<String> warnings) throws IOException {
    var folder = new Checkpoints(checkpoints, 1, warnings);
    for (int left = TRIES; ; left--) {
      try {
        Optional<Checkpoints.Found> found = folder.newestBesideItsJob();
        return found.isEmpty() ? Optional.empty() : Optional.of(of(job, found.get()));
      } catch (DamagedFileException deleted) {
        if (left == 1) {
          throw deleted;
        }
      }
    }
  }

  private static SavedModel of(TrainingJob job, Checkpoints.Found found) throws IOException {
    return of(job, found, Sources.dialect(job));
  }

  /**
   * The model in a checkpoint of a job.
   *
   * @param dialect of the job's data
   * @throws IOException if it cannot be read, or is of a job with other settings
   */
  static SavedModel of(TrainingJob job, Checkpoints.Found found, Dialect dialect)
      throws IOException {
    List<String> others = JobIdentity.of(job).differences(found.index().job());
    if (!others.isEmpty()) {
      throw new IOException(
          "%s: is of a job with other settings: %s"
              .formatted(found.directory(), String.join("; ", others)));
    }
    var layout = new PartitionLayout(Models.of(job).tensors());
    List<Tensor> model = tensors(job.model(), job.data().features());
    return new SavedModel(
        job.model(),
        job.data().features(),
        format(job.data().source()),
        dialect,
        provenance(job, found.index().step()),
        ModelFile.merged(found, layout, model));
  }

  private static List<Tensor> tensors(ModelSpec spec, int features) {
    return Models.predictor(spec, features).tensors();
  }

  private static Format format(DataSpec.Source source) {
    return switch (source) {
      case DataSpec.Source.Stored stored -> stored.format();
      case DataSpec.Source.Generated _ -> Format.LIBSVM;
    };
  }

  private static Map<String, String> provenance(TrainingJob job, long step) {
    var words = new LinkedHashMap<String, String>();
    words.put("job", job.name());
    words.put("step", Long.toString(step));
    words.put("seed", Long.toString(job.seed()));
    words.put("optimizer", job.optimizer().toString());
    words.put("synchrony", job.synchrony().toString());
    job.validation().ifPresent(by -> words.put(HELD_OUT, by.toString()));
    switch (job.data().source()) {
      case DataSpec.Source.Stored stored -> {
        words.put("data", stored.where());
        words.put("data_version", stored.version());
      }
      case DataSpec.Source.Generated made ->
          words.put("data", "generated %s of %d".formatted(made.shape(), made.examples()));
    }
    return words;
  }

  /** The examples of its training data that were held out; empty if there are none. */
  public Optional<HeldOut> heldOut() {
    String seed = provenance.getOrDefault("seed", "");
    try {
      return seed.matches("-?[0-9]{1,18}")
          ? ValidationSpec.Share.parse(provenance.getOrDefault(HELD_OUT, ""))
              .map(share -> HeldOut.of(share, Long.parseLong(seed)))
          : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** The names of the classes in the data; none for a regression. */
  public List<String> classNames() {
    return dialect.classNames().stream().map(String::valueOf).toList();
  }

  public void write(OutputStream out) throws IOException {
    var words = new LinkedHashMap<>(provenance);
    words.put("format", KIND);
    words.put("kind", spec.kind().name().toLowerCase(Locale.ROOT));
    words.put("features", Integer.toString(features));
    words.put("first_feature", Integer.toString(dialect.firstFeature()));
    words.put("labels", String.join(",", classNames()));
    words.put("label_coding", dialect.coding().name());
    words.put("data_format", format.name().toLowerCase(Locale.ROOT));
    words.put("bias", Boolean.toString(spec.bias()));
    words.put("classes", Integer.toString(spec.classes()));
    words.put(
        "hidden", spec.hidden().stream().map(String::valueOf).collect(Collectors.joining(",")));
    words.put("l1", Double.toString(spec.l1()));
    words.put("l2", Double.toString(spec.l2()));
    words.put("huber", Double.toString(spec.huber()));
    ModelFile.write(new ModelFile.Content(words, tables), out);
  }

  /** Reads a model back; a file in another format is an {@code IOException}. */
  public static SavedModel read(Path file) throws IOException {
    ModelFile.Content content = ModelFile.read(file);
    var words = new Words(file, content.metadata());
    if (!words.text("format").equals(KIND)) {
      throw new IOException("%s: is no model that 'ductile export' wrote".formatted(file));
    }
    try {
      ModelSpec spec = words.spec();
      int features = Integer.parseInt(words.text("features"));
      List<ModelFile.Table> tables = words.tables(tensors(spec, features), content.tables());
      Format format = Format.valueOf(words.text("data_format").toUpperCase(Locale.ROOT));
      return new SavedModel(
          spec, features, format, words.dialect(spec), content.metadata(), tables);
    } catch (IllegalArgumentException broken) {
      throw new IOException("%s: %s".formatted(file, broken.getMessage()), broken);
    }
  }

  /** The metadata of a file. */
  private record Words(Path file, Map<String, String> all) {
    String text(String name) throws IOException {
      return Optional.ofNullable(all.get(name))
          .orElseThrow(() -> new IOException("%s: does not say its %s".formatted(file, name)));
    }

    ModelSpec spec() throws IOException {
      String hidden = text("hidden");
      List<Integer> sizes =
          hidden.isEmpty()
              ? List.of()
              : Stream.of(hidden.split(",", -1)).map(Integer::valueOf).toList();
      return new ModelSpec(
          ModelSpec.Kind.valueOf(text("kind").toUpperCase(Locale.ROOT)),
          Integer.parseInt(text("classes")),
          sizes,
          Double.parseDouble(text("l1")),
          Double.parseDouble(text("l2")),
          Double.parseDouble(text("huber")),
          Boolean.parseBoolean(text("bias")));
    }

    Dialect dialect(ModelSpec spec) throws IOException {
      return new Dialect(
          Sources.labels(spec),
          Dialect.Coding.valueOf(text("label_coding")),
          Integer.parseInt(text("first_feature")));
    }

    /** The tables in the order of the model. */
    List<ModelFile.Table> tables(List<Tensor> wanted, List<ModelFile.Table> found)
        throws IOException {
      var sorted = new ArrayList<ModelFile.Table>();
      for (Tensor tensor : wanted) {
        sorted.add(
            found.stream()
                .filter(table -> table.tensor().name().equals(tensor.name()))
                .findFirst()
                .orElseThrow(
                    () -> new IOException("%s: has no table %s".formatted(file, tensor.name()))));
      }
      return sorted;
    }
  }
}
