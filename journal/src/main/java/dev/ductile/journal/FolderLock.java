package dev.ductile.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** The lock of a data folder: one process at a time uses it. It ends with the process. */
public final class FolderLock implements AutoCloseable {
  private static final String NAME = "lock";
  private static final int LONGEST_PROCESS = 20;
  private static final Duration RETRY = Duration.ofMillis(200);

  private final FileChannel channel;

  private FolderLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Locks a folder as soon as no other process has it, for a standby server.
   *
   * @param notes takes a line for operators if it must wait
   */
  public static FolderLock await(Path folder, Consumer<String> notes) throws IOException {
    boolean isNoted = false;
    while (true) {
      try {
        return of(folder);
      } catch (FolderInUseException inUse) {
        if (!isNoted) {
          notes.accept(inUse.waiting());
        }
        isNoted = true;
        LockSupport.parkNanos(RETRY.toNanos());
        if (Thread.currentThread().isInterrupted()) {
          throw inUse;
        }
      }
    }
  }

  /**
   * Locks a folder.
   *
   * @throws FolderInUseException if another process has locked it
   */
  public static FolderLock of(Path folder) throws IOException {
    Files.createDirectories(folder);
    FileChannel channel =
        FileChannel.open(
            folder.resolve(NAME),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    try {
      lock(channel, folder);
      String process = Long.toString(ProcessHandle.current().pid());
      channel.truncate(0).write(ByteBuffer.wrap(process.getBytes(StandardCharsets.US_ASCII)));
      return new FolderLock(channel);
    } catch (IOException | RuntimeException failure) {
      channel.close();
      throw failure;
    }
  }

  @SuppressWarnings("resource") // the lock ends with the channel
  private static void lock(FileChannel channel, Path folder) throws IOException {
    try {
      if (Optional.ofNullable(channel.tryLock()).isPresent()) {
        return;
      }
    } catch (OverlappingFileLockException _) {
      // this process has locked it already, which is reported below
    }
    throw new FolderInUseException(folder, holder(channel));
  }

  private static String holder(FileChannel channel) throws IOException {
    ByteBuffer process = ByteBuffer.allocate(LONGEST_PROCESS);
    channel.read(process, 0);
    return StandardCharsets.US_ASCII.decode(process.flip()).toString();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
