package dev.ductile.runtime.job.file;

import dev.ductile.runtime.data.Sources;
import dev.ductile.runtime.job.DataSpec.Format;
import dev.ductile.runtime.job.DataSpec.Source;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * Data in a file or at a web address. A mistake begins with the key under which these are written.
 *
 * @param key {@code file} or {@code url}
 * @param where the file or the web address, as written
 * @param folder the folder to which files are relative
 */
record StoredData(String key, String where, Path folder) {
  private static final String FILE = "file:";

  static StoredData of(Optional<String> file, Optional<String> url, Path folder) {
    return new StoredData(
        file.isPresent() ? "file" : "url", file.or(() -> url).orElseThrow(), folder);
  }

  Source.Stored source(Optional<Format> format) {
    return new Source.Stored(
        isWeb() ? address() : path().toString(), format.orElseGet(this::byName), version());
  }

  /** The number of features, counted. */
  int features(Format format) {
    if (isWeb()) {
      throw new IllegalArgumentException(
          "%s is a web address, whose features are not counted: say {url: ..., features: 123}"
              .formatted(key));
    }
    try {
      return FeatureCount.of(path(), format)
          .orElseThrow(() ->
              new IllegalArgumentException(
                  "%s is too large to count its features at every start: say {file: ..., features: 123}"
                      .formatted(key)));
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private boolean isWeb() {
    return where.matches("(?i)https?://.*");
  }

  private String version() {
    try {
      return isWeb() ? "" : Sources.version(path());
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private IllegalArgumentException unreadable(IOException e) {
    return new IllegalArgumentException(
        "%s %s cannot be read: %s".formatted(key, where, e.getMessage()), e);
  }

  private String address() {
    try {
      return URI.create(where).toString();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s must be a web address, not \"%s\"".formatted(key, where), e);
    }
  }

  private Path path() {
    boolean isAddress = where.regionMatches(true, 0, FILE, 0, FILE.length());
    Path path = Path.of(isAddress ? URI.create(where).getPath() : where);
    Path file = folder.toAbsolutePath().resolve(path).normalize();
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException(
          "%s is %s, and there is no such file".formatted(key, file));
    }
    return file;
  }

  private Format byName() {
    return where.toLowerCase(Locale.ROOT).matches(".*\\.csv(\\.gz)?") ? Format.CSV : Format.LIBSVM;
  }
}
