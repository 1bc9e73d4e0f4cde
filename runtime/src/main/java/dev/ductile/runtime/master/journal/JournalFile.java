package dev.ductile.runtime.master.journal;

import dev.ductile.runtime.transport.RecordCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.zip.CRC32;

/** A small file from which the successor of a killed master finds the tasks. */
public final class JournalFile {
  private static final int MAGIC = 0x444a4c31;
  private static final int PROLOGUE = Integer.BYTES + Long.BYTES;

  private final Path file;

  public JournalFile(Path file) {
    this.file = file;
  }

  /** Replaces the entry, whole or not at all. */
  public void write(JournalEntry entry) throws IOException {
    byte[] body = RecordCodec.encode(JournalEntry.class, entry);
    Path part = file.resolveSibling(file.getFileName() + ".part");
    ByteBuffer all = ByteBuffer.allocate(PROLOGUE + body.length);
    all.putInt(MAGIC).putLong(sum(body)).put(body);
    Files.write(part, all.array());
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** The entry; empty at the beginning of a job. */
  public Optional<JournalEntry> read() throws IOException {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    ByteBuffer all = ByteBuffer.wrap(bytes);
    if (bytes.length < PROLOGUE || all.getInt() != MAGIC) {
      throw new IOException(file + " is not a journal");
    }
    long expected = all.getLong();
    byte[] body = new byte[all.remaining()];
    all.get(body);
    if (sum(body) != expected) {
      throw new IOException(file + " is damaged: its checksum does not fit");
    }
    return Optional.of(RecordCodec.decode(JournalEntry.class, ByteBuffer.wrap(body)));
  }

  /** Deletes the entry, because the job is over. */
  public void remove() throws IOException {
    Files.deleteIfExists(file);
  }

  private static long sum(byte[] bytes) {
    var crc = new CRC32();
    crc.update(bytes);
    return crc.getValue();
  }
}
