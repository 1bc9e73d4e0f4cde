package dev.ductile.engines.local;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The newest output of one process, in two files of half the limit each: a full file becomes {@code
 * NAME.1}. When the file cannot be written, the process continues; the file is opened again later,
 * and a line in it says how many bytes are missing.
 */
final class LogFile implements AutoCloseable {
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final Path path;
  private final long half;
  private final InstantSource time;
  private final Consumer<String> notes;
  private Optional<OutputStream> out = Optional.empty();
  private Instant retryAt = Instant.MIN;
  private long written;
  private long missing;

  /**
   * A log that continues where an earlier one of the same name ended. The file is created at once,
   * so that a silent process has an empty one.
   *
   * @param limit bytes of both files together
   */
  LogFile(Path path, long limit, InstantSource time, Consumer<String> notes) {
    this.path = path;
    this.half = Math.max(1, limit / 2);
    this.time = time;
    this.notes = notes;
    create();
  }

  private void create() {
    try {
      open();
    } catch (IOException e) {
      // the first write tries again, and reports the failure
    }
  }

  void write(byte[] bytes, int count) {
    if (out.isEmpty() && time.instant().isBefore(retryAt)) {
      missing += count;
      return;
    }
    try {
      append(bytes, count);
    } catch (IOException e) {
      fails(e, count);
    }
  }

  private void append(byte[] bytes, int count) throws IOException {
    if (out.isEmpty()) {
      open();
    }
    int from = 0;
    if (written + count > half) {
      from = lineEnd(bytes, (int) Math.min(count, half - Math.min(half, written)));
      put(bytes, 0, from);
      rotate();
    }
    int last = (int) Math.min(count - from, half);
    if (from + last < count) {
      putNote("%d bytes are missing here: they are more than the log holds", count - from - last);
    }
    put(bytes, count - last, last);
  }

  private void putNote(String what, long bytes) throws IOException {
    byte[] note = "%n[%s]%n".formatted(what.formatted(bytes)).getBytes(StandardCharsets.UTF_8);
    put(note, 0, note.length);
  }

  /** The position behind the last line that ends within the first bytes; 0 if none does. */
  private static int lineEnd(byte[] bytes, int most) {
    int end = most;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    return end;
  }

  private void put(byte[] bytes, int from, int count) throws IOException {
    out.orElseThrow().write(bytes, from, count);
    written += count;
  }

  private void open() throws IOException {
    OutputStream stream =
        Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    out = Optional.of(stream);
    written = Files.size(path);
    if (missing > 0) {
      putNote("%d bytes are missing here: the disk took no more", missing);
      notes.accept("the log %s is written again; %d bytes are missing".formatted(path, missing));
      missing = 0;
    }
  }

  private void rotate() throws IOException {
    shut();
    Path older = path.resolveSibling(path.getFileName() + ".1");
    Files.move(path, older, StandardCopyOption.REPLACE_EXISTING);
    open();
  }

  private void shut() throws IOException {
    if (out.isPresent()) {
      OutputStream stream = out.get();
      out = Optional.empty();
      stream.close();
    }
  }

  private void fails(IOException why, int count) {
    if (missing == 0) {
      notes.accept(
          "the log %s cannot be written: %s; it continues when it can be"
              .formatted(path, why.getMessage()));
    }
    missing += count;
    retryAt = time.instant().plus(RETRY);
    close();
  }

  @Override
  public void close() {
    try {
      shut();
    } catch (IOException e) {
      // the disk is full, which was reported
    }
  }
}
