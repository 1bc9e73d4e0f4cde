package dev.ductile.server.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;

/** Reads bodies within the limits of their route and of the service. */
final class Bodies {
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final int CHUNK = 16 * 1024;
  private static final int MOST_OF_NOTHING = 64;
  private static final Pattern EMPTY = Pattern.compile("\\s*(\\{\\s*})?\\s*");

  private final Semaphore bytes;
  private final long most;
  private final Duration time;
  private final LongSupplier nanoTime;

  Bodies(HttpLimits limits, LongSupplier nanoTime) {
    this.most = limits.bodyBytes();
    this.bytes = new Semaphore(limits.bodyBytes());
    this.time = limits.bodyTime();
    this.nanoTime = nanoTime;
  }

  /** The body as the route declares it. */
  Optional<Object> read(org.eclipse.jetty.server.Request request, Body body) {
    return switch (body) {
      case Body.None none -> {
        requireNothing(request);
        yield Optional.empty();
      }
      case Body.Document document ->
          Optional.of(DocumentReader.read(text(request, body), document.type()));
      case Body.Text text -> Optional.of(text(request, body));
    };
  }

  /** No body, or an empty document, which some clients send with every request. */
  private void requireNothing(org.eclipse.jetty.server.Request request) {
    if (request.getLength() <= 0 && !isChunked(request)) {
      return;
    }
    if (request.getLength() > MOST_OF_NOTHING) {
      throw Refusal.unexpectedBody();
    }
    try {
      if (!EMPTY.matcher(utf8(bytes(request, MOST_OF_NOTHING))).matches()) {
        throw Refusal.unexpectedBody();
      }
    } catch (IOException e) {
      throw Refusal.late();
    }
  }

  private static boolean isChunked(org.eclipse.jetty.server.Request request) {
    return request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
  }

  private String text(org.eclipse.jetty.server.Request request, Body body) {
    requireMediaType(request, body);
    long length = request.getLength();
    if (length > body.limit()) {
      throw Refusal.tooLarge(body.limit());
    }
    int reserved = (int) Math.min(most, length >= 0 ? length : body.limit());
    reserve(reserved);
    try {
      return utf8(bytes(request, body.limit()));
    } catch (IOException e) {
      throw Refusal.late();
    } finally {
      bytes.release(reserved);
    }
  }

  private void reserve(int count) {
    try {
      if (bytes.tryAcquire(count, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw Refusal.unavailable("too many bodies are being read", PATIENCE);
  }

  private byte[] bytes(org.eclipse.jetty.server.Request request, int limit) throws IOException {
    long deadline = nanoTime.getAsLong() + time.toNanos();
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    try (InputStream input = Content.Source.asInputStream(request)) {
      byte[] chunk = new byte[CHUNK];
      for (int count = input.read(chunk); count >= 0; count = input.read(chunk)) {
        if (read.size() + count > limit) {
          throw Refusal.tooLarge(limit);
        }
        if (nanoTime.getAsLong() - deadline > 0) {
          throw Refusal.late();
        }
        read.write(chunk, 0, count);
      }
    }
    return read.toByteArray();
  }

  private static void requireMediaType(org.eclipse.jetty.server.Request request, Body body) {
    String given =
        Optional.ofNullable(request.getHeaders().get(HttpHeader.CONTENT_TYPE)).orElse("");
    String plain = given.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT);
    if (!body.accepted().contains(plain)) {
      String shown = plain.replaceAll("[^a-z0-9/+.-]", "?");
      throw Refusal.mediaType(shown.substring(0, Math.min(60, shown.length())), body.accepted());
    }
  }

  private static String utf8(byte[] text) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString();
    } catch (CharacterCodingException e) {
      throw Refusal.invalid("the body is not UTF-8");
    }
  }
}
