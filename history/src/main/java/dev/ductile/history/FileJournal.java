package dev.ductile.history;

import dev.ductile.api.Event;
import dev.ductile.scheduler.Journal;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A journal in a file. Its first line names the format, and each further line is a batch of events:
 * their JSON after its checksum. A batch is on the disk when {@code append} returns.
 *
 * <p>A process that dies while it appends leaves a part of a line. Nothing in it was acted upon, so
 * the next process cuts it off. Other damage is refused and the file is left as it is.
 */
public final class FileJournal implements Journal, AutoCloseable {
  private final Path file;
  private final EventCodec codec;
  private final FileChannel channel;
  private long end;
  private long cutBytes;
  private boolean unfinished;

  private FileJournal(Path file, EventCodec codec, FileChannel channel) {
    this.file = file;
    this.codec = codec;
    this.channel = channel;
  }

  /**
   * Opens a journal, or begins one. No other process can open it until this one closes it or ends.
   *
   * @param past takes the events that the journal holds, in their order
   * @throws JournalInUseException if another process has it open
   */
  public static FileJournal open(Path file, EventCodec codec, Consumer<Event> past)
      throws IOException {
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      var journal = new FileJournal(file, codec, channel);
      journal.lock();
      journal.recover(past);
      return journal;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Reads a journal and changes nothing. Another process may have it open: a batch that it is
   * appending is left out.
   *
   * @param events takes the events in their order
   */
  public static void read(Path file, EventCodec codec, Consumer<Event> events) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      var in = new BufferedInputStream(Channels.newInputStream(channel));
      new JournalReader(file, codec).read(in, size, events);
    }
  }

  /** Bytes of an unfinished line that were cut off when the journal was opened. */
  public long cutBytes() {
    return cutBytes;
  }

  @Override
  public void append(List<Event> events) {
    if (events.isEmpty()) {
      return;
    }
    try {
      removeUnfinished();
      write(JournalLine.of(codec.write(events)));
    } catch (IOException e) {
      takeBack(e);
      throw new UncheckedIOException("the journal %s cannot be written".formatted(file), e);
    }
  }

  /** Closes the file and releases its lock. */
  @Override
  public void close() throws IOException {
    channel.close();
  }

  @SuppressWarnings("resource") // the lock ends with the channel
  private void lock() throws IOException {
    try {
      if (Optional.ofNullable(channel.tryLock()).isPresent()) {
        return;
      }
    } catch (OverlappingFileLockException _) {
      // this process has it open already, which is reported below
    }
    throw new JournalInUseException(file);
  }

  private void recover(Consumer<Event> past) throws IOException {
    long size = channel.size();
    var in = new BufferedInputStream(Channels.newInputStream(channel.position(0)));
    end = new JournalReader(file, codec).read(in, size, past);
    if (end == 0) {
      begin();
      return;
    }
    cutBytes = size - end;
    channel.truncate(end).position(end);
    channel.force(true);
  }

  private void begin() throws IOException {
    channel.truncate(0);
    write(JournalHeader.bytes());
    Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(file);
    try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
      names.force(true);
    }
  }

  private void write(byte[] line) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(line);
    while (bytes.hasRemaining()) {
      channel.write(bytes, end + bytes.position());
    }
    channel.force(false);
    end += line.length;
  }

  /** Removes a line after a failed write, now or before the next write. */
  private void takeBack(IOException why) {
    unfinished = true;
    try {
      removeUnfinished();
    } catch (IOException e) {
      why.addSuppressed(e);
    }
  }

  private void removeUnfinished() throws IOException {
    if (unfinished) {
      channel.truncate(end);
      unfinished = false;
    }
  }
}
