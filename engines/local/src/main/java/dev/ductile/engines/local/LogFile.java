package dev.ductile.engines.local;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/**
 * All that one process prints, up to a limit. Where it cannot be written the process goes on and
 * people are told, once.
 */
final class LogFile implements AutoCloseable {
  private final Path path;
  private final OutputStream out;
  private final long limit;
  private final Consumer<String> notes;
  private long written;
  private boolean open = true;

  LogFile(Path path, long limit, Consumer<String> notes) throws IOException {
    this.path = path;
    this.limit = limit;
    this.notes = notes;
    this.out = Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  void write(byte[] bytes, int count) {
    if (!open) {
      return;
    }
    int kept = (int) Math.min(count, limit - written);
    try {
      out.write(bytes, 0, kept);
      written += kept;
      if (kept < count) {
        cut();
      }
    } catch (IOException e) {
      giveUp(e);
    }
  }

  @Override
  public void close() {
    open = false;
    try {
      out.close();
    } catch (IOException e) {
      giveUp(e);
    }
  }

  private void cut() throws IOException {
    String note = "%n[cut here: a log may have %d bytes]%n".formatted(limit);
    out.write(note.getBytes(StandardCharsets.UTF_8));
    close();
  }

  private void giveUp(IOException why) {
    if (open) {
      open = false;
      notes.accept("the log %s ends early: %s".formatted(path, why.getMessage()));
      close();
    }
  }
}
