package dev.ductile.runtime.job.file;

import dev.ductile.runtime.job.DataSpec;
import dev.ductile.runtime.job.DataSpec.Format;
import dev.ductile.runtime.job.DataSpec.Source;
import dev.ductile.text.ExactlyOne;
import dev.ductile.text.NumberBounds;
import dev.ductile.text.Scalars;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Training data.
 *
 * @param file a file, relative to the folder of the job's file; plain or gzip
 * @param url a web address; plain or gzip
 * @param generate the known data set that generated data are like; the seed decides the examples
 * @param examples the number of generated examples
 * @param format the format of the file; if it is absent, the file's name decides
 * @param features the number of features; if it is absent, the features of a file that is not too
 *     large are counted
 * @param splits the number of parts into which the examples are divided; 64 if it is absent
 * @param shuffle whether each epoch has its own order; true if it is absent
 */
@ExactlyOne({"file", "url", "generate"})
record DataEntry(
    Optional<String> file,
    Optional<String> url,
    Optional<Generated> generate,
    Optional<@NumberBounds(least = 1) Long> examples,
    Optional<Format> format,
    Optional<@NumberBounds(least = 1) Integer> features,
    Optional<@NumberBounds(least = 1) Integer> splits,
    Optional<Boolean> shuffle) {
  private static final int DEFAULT_SPLITS = 64;

  /** The data sets that can be generated, with their usual sizes. */
  enum Generated {
    KDD2012(1_000_000, 54_686_452, 0),
    A9A(32_561, 123, 0),
    DENSE(10_000, 100, 0),
    DIGITS(10_000, 64, 10);

    private final long examples;
    private final int features;
    private final int classes;

    Generated(long examples, int features, int classes) {
      this.examples = examples;
      this.features = features;
      this.classes = classes;
    }
  }

  DataEntry {
    if (Stream.of(file, url, generate).filter(Optional::isPresent).count() != 1) {
      throw new IllegalArgumentException("one of file, url and generate must be given");
    }
    if (generate.isPresent() && format.isPresent()) {
      throw new IllegalArgumentException("format is no setting of generated data");
    }
    if (generate.isEmpty() && examples.isPresent()) {
      throw new IllegalArgumentException(
          "examples is no setting of a stored set, which has as many as it has");
    }
  }

  /** The data of a file or web address with the usual settings. */
  static DataEntry of(String where) {
    return new DataEntry(
        Optional.of(where),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** The number of classes of the data; 0 if it is not known without reading them. */
  int classes() {
    return generate.map(set -> set.classes).orElse(0);
  }

  /**
   * The data as the job's processes know them.
   *
   * @param folder the folder to which files are relative
   */
  DataSpec spec(Path folder) {
    return generate.isPresent() ? generated(generate.get()) : stored(folder);
  }

  private DataSpec generated(Generated set) {
    var source = new Source.Generated(Scalars.word(set), examples.orElse(set.examples));
    return spec(source, features.orElse(set.features));
  }

  private DataSpec stored(Path folder) {
    var stored = StoredData.of(file, url, folder);
    Source.Stored source = stored.source(format);
    return spec(source, features.orElseGet(() -> stored.features(source.format())));
  }

  private DataSpec spec(Source source, int featureCount) {
    return new DataSpec(source, featureCount, splits.orElse(DEFAULT_SPLITS), shuffle.orElse(true));
  }
}
