package dev.ductile.runtime.data;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/** Bytes of a file, on disk or on the web. */
sealed interface Storage permits DiskStorage, WebStorage {
  /** A server that sends nothing for this long is given up. */
  Duration PATIENCE = Duration.ofSeconds(30);

  /** Its name as the user wrote it. */
  String name();

  /** The size in bytes; -1 if that is not known before reading. */
  long size();

  /** Whether reading may begin anywhere without reading the bytes before. */
  boolean isSeekable();

  /** Changes with the file, as far as that can be known without reading it. */
  String version();

  /**
   * The bytes from a position to the end.
   *
   * @param until bytes after this position will seldom be read
   */
  InputStream read(long from, long until) throws IOException;

  /** Finds a file by a path, or a {@code file:}, {@code http:} or {@code https:} address. */
  static Storage find(String where) throws IOException {
    return find(where, PATIENCE);
  }

  /** Whether a name is that of a file on the web; the case of a scheme does not matter. */
  static boolean isWeb(String where) {
    return isScheme("http:", where) || isScheme("https:", where);
  }

  private static boolean isScheme(String scheme, String where) {
    return where.regionMatches(true, 0, scheme, 0, scheme.length());
  }

  static Storage find(String where, Duration patience) throws IOException {
    try {
      if (isWeb(where)) {
        return WebStorage.find(where, URI.create(where).toURL(), patience);
      }
      Path path = isScheme("file:", where) ? Path.of(URI.create(where)) : Path.of(where);
      return DiskStorage.find(where, path);
    } catch (IllegalArgumentException e) {
      throw new MalformedDataException("'%s' names no file: %s".formatted(where, e.getMessage()));
    }
  }
}
