package dev.ductile.runtime.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * A file as it was written, whatever the disk returns later.
 *
 * @param name the file's name in its folder
 * @param checksum CRC-32C of all bytes, computed from those that were handed to the disk
 */
public record WrittenFile(String name, long bytes, long checksum) {
  private static final String PART = ".part";
  private static final int BUFFER = 1 << 20;

  public WrittenFile {
    if (!name.matches("[\\w.\\-]+") || name.startsWith(".")) {
      throw new IllegalArgumentException("a part is a file beside its index, not " + name);
    }
  }

  /** Produces the bytes of a file. */
  @FunctionalInterface
  public interface Content {
    void writeTo(Sink sink) throws IOException;
  }

  /** Takes the bytes of a file, piece by piece. */
  @FunctionalInterface
  public interface Sink {
    void write(ByteBuffer bytes) throws IOException;
  }

  /** Writes a file whole or not at all; on return its bytes and its name are on the disk. */
  public static WrittenFile write(Disk disk, Path file, Content content) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + PART);
    var summing = new Summing();
    try (Disk.Output out = disk.create(part)) {
      content.writeTo(bytes -> {
        summing.add(bytes);
        out.write(bytes);
      });
      out.force();
    } catch (IOException e) {
      delete(disk, part, e);
      throw e;
    }
    disk.rename(part, file);
    disk.force(file.toAbsolutePath().resolveSibling(""));
    return summing.of(file.getFileName().toString());
  }

  /** A full disk needs the space; a second failure adds nothing to the first one. */
  private static void delete(Disk disk, Path part, IOException failure) {
    try {
      disk.delete(part);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /** Writes a short text in the same way. */
  public static WrittenFile write(Disk disk, Path file, String text) throws IOException {
    return write(disk, file, sink -> sink.write(StandardCharsets.UTF_8.encode(text)));
  }

  /**
   * Reads the file in this folder.
   *
   * @throws DamagedFileException if it is missing or differs from the written one
   * @throws IOException if it cannot be read
   */
  public void verify(Path folder) throws IOException {
    Path file = folder.resolve(name);
    try {
      compare(file);
    } catch (NoSuchFileException e) {
      throw new DamagedFileException(name + " is missing", e);
    }
  }

  private void compare(Path file) throws IOException {
    long found = Files.size(file);
    if (found != bytes) {
      throw new DamagedFileException("%s has %d bytes, not %d".formatted(name, found, bytes));
    }
    long sum = checksum(file);
    if (sum != checksum) {
      throw new DamagedFileException(
          "%s has the checksum %08x, and %08x was written".formatted(name, sum, checksum));
    }
  }

  /** CRC-32C of all bytes of a file. */
  public static long checksum(Path file) throws IOException {
    var summing = new Summing();
    ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
    try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
      while (in.read(buffer) >= 0) {
        summing.add(buffer.flip());
        buffer.clear();
      }
    }
    return summing.checksum.getValue();
  }

  private static final class Summing {
    private final CRC32C checksum = new CRC32C();
    private long bytes;

    /** Does not change the buffer's position. */
    void add(ByteBuffer more) {
      bytes += more.remaining();
      checksum.update(more.duplicate());
    }

    WrittenFile of(String name) {
      return new WrittenFile(name, bytes, checksum.getValue());
    }
  }
}
