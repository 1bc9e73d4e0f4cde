package dev.ductile.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** The files of the page, from the folder {@code page} of this module. They are public. */
final class PageFiles {
  private static final String FOLDER = "/dev/ductile/server/page/";

  /** The drawings of reports, which the page shares. */
  private static final String DRAWINGS = "drawings/";

  private static final String REPORTS = "/dev/ductile/reports/";
  private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}");
  private static final int MOST_SEGMENTS = 5;
  private static final Map<String, String> MEDIA_TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "mjs", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml",
          "png", "image/png",
          "ico", "image/x-icon",
          "json", "application/json",
          "woff2", "font/woff2");

  private final Map<String, PageFile> read = new ConcurrentHashMap<>();

  /** The file at a path; the empty path is the page itself. */
  Optional<PageFile> at(List<String> segments) {
    String path = String.join("/", segments);
    String name = path.isEmpty() ? "index.html" : path;
    Optional<String> mediaType =
        Optional.ofNullable(MEDIA_TYPES.get(name.substring(name.lastIndexOf('.') + 1)));
    boolean isSafe =
        segments.size() <= MOST_SEGMENTS
            && segments.stream().allMatch(part -> SEGMENT.matcher(part).matches());
    return isSafe || path.isEmpty()
        ? mediaType.flatMap(type -> file(name, type))
        : Optional.empty();
  }

  private Optional<PageFile> file(String name, String mediaType) {
    PageFile known = read.get(name);
    if (known != null) {
      return Optional.of(known);
    }
    try (InputStream resource = PageFiles.class.getResourceAsStream(resource(name))) {
      if (resource == null) {
        return Optional.empty();
      }
      PageFile file = new PageFile(mediaType, resource.readAllBytes());
      read.put(name, file);
      return Optional.of(file);
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + name, e);
    }
  }

  private static String resource(String name) {
    return name.startsWith(DRAWINGS) ? REPORTS + name.substring(DRAWINGS.length()) : FOLDER + name;
  }
}
