package dev.ductile.runtime.job.file;

import dev.ductile.runtime.data.Sources;
import dev.ductile.runtime.job.DataSpec;
import dev.ductile.runtime.job.DataSpec.Format;
import dev.ductile.runtime.job.DataSpec.Source;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** How data are written: the name of a file or a web address, or with their settings. */
final class DataEntry {
  private static final int DEFAULT_SPLITS = 64;
  private static final String FILE = "file:";

  /** What a generated set is like where nothing else is said. */
  private record Shape(long examples, int features, int classes) {}

  private static final Map<String, Shape> SHAPES =
      Map.of(
          "kdd2012", new Shape(1_000_000, 54_686_452, 0),
          "a9a", new Shape(32_561, 123, 0),
          "dense", new Shape(10_000, 100, 0),
          "digits", new Shape(10_000, 64, 10));

  private DataEntry() {}

  /** How many classes the data have, where that is known without reading them; else 0. */
  static int classes(Entry entry) {
    return entry.isGroup()
        ? entry.get("generate").map(DataEntry::shape).map(Shape::classes).orElse(0)
        : 0;
  }

  static DataSpec read(Entry entry, Path folder) {
    if (!entry.isGroup()) {
      return new DataEntry.Stored(entry, entry, folder).spec();
    }
    entry.only("file", "url", "generate", "examples", "format", "features", "splits", "shuffle");
    Optional<Entry> file = entry.get("file");
    Optional<Entry> url = entry.get("url");
    Optional<Entry> generate = entry.get("generate");
    long sources = Stream.of(file, url, generate).filter(Optional::isPresent).count();
    if (sources != 1) {
      throw entry.wrong("takes one of file, url and generate");
    }
    if (generate.isPresent()) {
      return generated(entry, generate.get());
    }
    refuse(entry, "examples", "a stored set, which has as many as it has");
    return new DataEntry.Stored(entry, file.or(() -> url).orElseThrow(), folder).spec();
  }

  private static DataSpec generated(Entry entry, Entry word) {
    refuse(entry, "format", "generated data");
    Shape shape = shape(word);
    long examples =
        entry.get("examples").map(number -> number.longWhole(1)).orElse(shape.examples());
    int features = entry.get("features").map(number -> number.whole(1)).orElse(shape.features());
    return entry.made(() ->
        new DataSpec(
            new Source.Generated(word.text(), examples), features, splits(entry), shuffle(entry)));
  }

  private static Shape shape(Entry word) {
    return Optional.ofNullable(SHAPES.get(word.text()))
        .orElseThrow(() ->
            word.wrong(
                "must not be %s%s"
                    .formatted(word.quoted(), Meant.phrase(word.text(), SHAPES.keySet()))));
  }

  private static int splits(Entry entry) {
    return entry.get("splits").map(number -> number.whole(1)).orElse(DEFAULT_SPLITS);
  }

  private static boolean shuffle(Entry entry) {
    return entry.get("shuffle").map(Entry::truth).orElse(true);
  }

  private static void refuse(Entry entry, String key, String what) {
    entry
        .get(key)
        .ifPresent(written -> {
          throw written.wrong("is no setting of " + what);
        });
  }

  /**
   * Data that lie somewhere.
   *
   * @param where the file or the web address
   */
  record Stored(Entry entry, Entry where, Path folder) {
    Source.Stored source() {
      Format format = key("format").map(word -> word.word(Format.class)).orElseGet(this::byName);
      return new Source.Stored(isWeb() ? address() : path().toString(), format, version());
    }

    private DataSpec spec() {
      Source.Stored source = source();
      int features =
          key("features").map(number -> number.whole(1)).orElseGet(() -> counted(source.format()));
      return entry.isGroup()
          ? entry.made(() -> new DataSpec(source, features, splits(entry), shuffle(entry)))
          : new DataSpec(source, features, DEFAULT_SPLITS, true);
    }

    private Optional<Entry> key(String key) {
      return entry.isGroup() ? entry.get(key) : Optional.empty();
    }

    private boolean isWeb() {
      return where.text().matches("(?i)https?://.*");
    }

    private String version() {
      try {
        return isWeb() ? "" : Sources.version(path());
      } catch (IOException e) {
        throw where.wrong("cannot be read: " + e.getMessage());
      }
    }

    private String address() {
      try {
        return URI.create(where.text()).toString();
      } catch (IllegalArgumentException e) {
        throw where.wrong("must be a web address, not " + where.quoted());
      }
    }

    private Path path() {
      String text = where.text();
      boolean isAddress = text.regionMatches(true, 0, FILE, 0, FILE.length());
      Path path = Path.of(isAddress ? URI.create(text).getPath() : text);
      Path file = folder.toAbsolutePath().resolve(path).normalize();
      if (!Files.isRegularFile(file)) {
        throw where.wrong("is %s, and there is no such file".formatted(file));
      }
      return file;
    }

    private Format byName() {
      String name = where.text().toLowerCase(Locale.ROOT);
      return name.matches(".*\\.csv(\\.gz)?") ? Format.CSV : Format.LIBSVM;
    }

    private int counted(Format format) {
      if (isWeb()) {
        throw where.wrong("needs to say how many features there are: {url: ..., features: 123}");
      }
      return FeatureCount.of(path(), format)
          .orElseThrow(() ->
              where.wrong(
                  "is too large to count its features at every start: say {file: ..., features: 123}"));
    }
  }
}
