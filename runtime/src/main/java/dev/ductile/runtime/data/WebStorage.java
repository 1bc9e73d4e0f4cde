package dev.ductile.runtime.data;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A file on a web server.
 *
 * @param version changes with the file; empty if the server does not report it
 */
record WebStorage(
    String name, URL url, Duration patience, long size, boolean isSeekable, String version)
    implements Storage {
  private static final Pattern CONTENT_RANGE = Pattern.compile("bytes (\\d+)-(\\d+)/(\\d+)");

  static WebStorage find(String name, URL url, Duration patience) throws IOException {
    HttpURLConnection answer = ask(name, url, patience, 0, 0);
    try {
      boolean ranges = answer.getResponseCode() == HttpURLConnection.HTTP_PARTIAL;
      long size = ranges ? sizeInRange(name, answer) : answer.getContentLengthLong();
      return new WebStorage(name, url, patience, size, ranges, version(answer));
    } finally {
      answer.disconnect();
    }
  }

  @Override
  public InputStream read(long from, long until) {
    return new WebStream(this, from, until);
  }

  /**
   * Bytes from {@code from} to {@code last}, or all of them if the server does not support ranges.
   */
  HttpURLConnection ask(long from, long last) throws IOException {
    HttpURLConnection answer = ask(name, url, patience, from, last);
    boolean ranges = answer.getResponseCode() == HttpURLConnection.HTTP_PARTIAL;
    long now = ranges ? sizeInRange(name, answer) : answer.getContentLengthLong();
    if (ranges != isSeekable || now != size || !version(answer).equals(version)) {
      answer.disconnect();
      throw new MalformedDataException(
          "%s has changed while it was read: it had %d bytes and now has %d"
              .formatted(name, size, now));
    }
    return answer;
  }

  private static HttpURLConnection ask(
      String name, URL url, Duration patience, long from, long last) throws IOException {
    if (!(url.openConnection() instanceof HttpURLConnection request)) {
      throw new MalformedDataException(name + " is not on the web");
    }
    request.setConnectTimeout(Math.toIntExact(patience.toMillis()));
    request.setReadTimeout(Math.toIntExact(patience.toMillis()));
    request.setRequestProperty("Range", "bytes=%d-%d".formatted(from, last));
    request.setRequestProperty("Accept-Encoding", "identity");
    request.setRequestProperty("Connection", "close");
    request.setUseCaches(false);
    int code;
    try {
      code = request.getResponseCode();
    } catch (IOException e) {
      throw new UnavailableDataException(
          "%s cannot be read: %s".formatted(name, e.getMessage()), e);
    }
    if (code == HttpURLConnection.HTTP_OK || code == HttpURLConnection.HTTP_PARTIAL) {
      return request;
    }
    request.disconnect();
    throw refusal(name, request, code);
  }

  /** A failing server (5xx) or a busy one (429) may answer later. */
  private static IOException refusal(String name, HttpURLConnection answer, int code) {
    String moved = answer.getHeaderField("Location");
    String message =
        "%s cannot be read: the server answers %d%s"
            .formatted(name, code, moved == null ? "" : " (moved to " + moved + ")");
    return code >= 500 || code == 429
        ? new UnavailableDataException(message)
        : new MalformedDataException(message);
  }

  private static long sizeInRange(String name, HttpURLConnection answer) throws IOException {
    String range = String.valueOf(answer.getHeaderField("Content-Range"));
    Matcher parts = CONTENT_RANGE.matcher(range);
    if (!parts.matches()) {
      throw new MalformedDataException(
          "%s cannot be read: the server says it sends '%s'".formatted(name, range));
    }
    return Long.parseLong(parts.group(3));
  }

  private static String version(HttpURLConnection answer) {
    return Stream.of("ETag", "Last-Modified")
        .map(field -> Optional.ofNullable(answer.getHeaderField(field)))
        .flatMap(Optional::stream)
        .collect(Collectors.joining(" "));
  }
}
