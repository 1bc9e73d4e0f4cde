package dev.ductile.runtime.data;

import dev.ductile.runtime.disk.WrittenFile;
import dev.ductile.runtime.job.DataSpec;
import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.TrainingJob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/** The sources of examples. */
public final class Sources {
  private Sources() {}

  /** The source of a job's examples; nothing is opened before splits are requested. */
  public static SplitSource of(TrainingJob job) {
    ClassLabels labels = labels(job.model());
    DataSpec data = job.data();
    return switch (data.source()) {
      case DataSpec.Source.Generated(String shape, long examples) ->
          new GeneratedSource(
              Generators.of(shape, data.features(), labels, job.seed()),
              job.seed(),
              examples,
              data.splits(),
              HeldOut.of(job));
      case DataSpec.Source.Stored stored ->
          files -> {
            Storage storage = find(stored);
            Head head = Head.of(storage, stored.format(), data.features(), labels);
            return new StoredFile(storage, head, data.features(), data.splits(), HeldOut.of(job))
                .write(files);
          };
    };
  }

  /** Distinguishes a file from its later versions. */
  public static String version(Path file) throws IOException {
    return Storage.find(file.toString()).version();
  }

  /** The version of a file, by its path or web address in a job. */
  public static String version(String where) throws IOException {
    return Storage.find(where).version();
  }

  /**
   * CRC-32C of all bytes of a file on disk, in hexadecimal digits.
   *
   * @param most a larger file is not read; the answer is empty then
   */
  public static String checksum(String where, long most) throws IOException {
    return Storage.find(where) instanceof DiskStorage file && file.size() <= most
        ? "%08x".formatted(WrittenFile.checksum(file.path()))
        : "";
  }

  /** The dialect of a job's data; generated data begin at feature 0. */
  public static Dialect dialect(TrainingJob job) throws IOException {
    ClassLabels labels = labels(job.model());
    return switch (job.data().source()) {
      case DataSpec.Source.Generated _ -> Dialect.of(labels, Set.of(), true);
      case DataSpec.Source.Stored stored ->
          Head.of(find(stored), stored.format(), job.data().features(), labels).dialect();
    };
  }

  static Storage find(DataSpec.Source.Stored stored) throws IOException {
    Storage storage = Storage.find(stored.where());
    if (!stored.version().isEmpty() && !stored.version().equals(storage.version())) {
      throw new MalformedDataException(
          "%s has changed since the job began: it was %s and is %s"
              .formatted(stored.where(), stored.version(), storage.version()));
    }
    return storage;
  }

  /** The labels of a model's examples. */
  public static ClassLabels labels(ModelSpec model) {
    return switch (model.kind()) {
      case LOGISTIC, SVM -> ClassLabels.TWO_CLASSES;
      case LINEAR, LASSO, RIDGE, HUBER -> ClassLabels.NUMBERS;
      case SOFTMAX, MLP -> new ClassLabels(model.classes());
    };
  }
}
