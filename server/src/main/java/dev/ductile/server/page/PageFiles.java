package dev.ductile.server.page;

import dev.ductile.reports.Drawings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files of the web page by their paths: its own, and the drawings of the reports below {@code
 * drawings/}.
 */
public final class PageFiles {
  /** The page runs no script and loads no style from elsewhere. Pictures of answers are data. */
  public static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final String START = "index.html";
  private static final String DRAWINGS = "drawings/";

  /** Letters, digits and hyphens only, so that no path leaves the folder. */
  private static final Pattern PATH =
      Pattern.compile("(?:[a-z0-9-]{1,40}/)?[a-z0-9-]{1,40}\\.(html|css|js|svg)");

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html;charset=utf-8",
          "css", "text/css;charset=utf-8",
          "js", "text/javascript;charset=utf-8",
          "svg", "image/svg+xml");

  /** Holds existing files only, so it is as large as the page. */
  private final Map<String, PageFile> known = new ConcurrentHashMap<>();

  /** The file at a path without its first slash; the empty path is the start. */
  public Optional<PageFile> find(String path) {
    String name = path.isEmpty() ? START : path;
    Matcher matcher = PATH.matcher(name);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    return Optional.ofNullable(known.get(name)).or(() -> load(name, matcher.group(1)));
  }

  private Optional<PageFile> load(String name, String extension) {
    Optional<String> content =
        name.startsWith(DRAWINGS)
            ? Drawings.file(name.substring(DRAWINGS.length()))
            : resource(name);
    Optional<PageFile> file =
        content.map(text -> new PageFile(text, TYPES.getOrDefault(extension, ""), tag(text)));
    file.ifPresent(loaded -> known.put(name, loaded));
    return file;
  }

  private static Optional<String> resource(String name) {
    try (InputStream in = PageFiles.class.getResourceAsStream(name)) {
      return in == null
          ? Optional.empty()
          : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the file %s of the page".formatted(name), e);
    }
  }

  private static String tag(String content) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
      return '"' + HexFormat.of().formatHex(digest, 0, 12) + '"';
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
