package dev.ductile.runtime.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * The exclusive right of one process to write in a job's folder. The kernel ends it with the
 * process. The lock's file stays, because a deleted one could be locked twice.
 */
public final class FolderLock implements AutoCloseable {
  private static final String NAME = "lock";

  /** The pause between two tries while another process has the folder. */
  private static final long PAUSE_NANOS = 50_000_000;

  /**
   * The folders that this process has locked. Such a lock belongs to the process, and the kernel
   * ends it as soon as the process closes any channel of the file; so a locked file is not opened
   * again.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path folder;
  private final FileChannel channel;

  private FolderLock(Path folder, FileChannel channel) {
    this.folder = folder;
    this.channel = channel;
  }

  /** Another process has the folder. */
  public static final class HeldException extends IOException {
    private HeldException(Path folder, String holder) {
      super(
          "%s is in use by process %s: wait until that has ended, end it with 'kill %s', or use another --name or --folder"
              .formatted(folder, holder, holder));
    }
  }

  /**
   * Locks a folder, which must exist.
   *
   * @throws HeldException with the process that has it
   */
  public static FolderLock take(Path folder) throws IOException {
    Path real = folder.toRealPath();
    if (!HELD.add(real)) {
      throw new HeldException(folder, Long.toString(ProcessHandle.current().pid()));
    }
    try {
      return new FolderLock(real, lock(folder));
    } catch (IOException | RuntimeException e) {
      HELD.remove(real);
      throw e;
    }
  }

  /**
   * Locks a folder once the process that has it has ended.
   *
   * @param patience the longest wait
   * @throws HeldException after that time
   */
  public static FolderLock take(Path folder, Duration patience, LongSupplier nanos)
      throws IOException {
    long begin = nanos.getAsLong();
    while (true) {
      try {
        return take(folder);
      } catch (HeldException e) {
        if (nanos.getAsLong() - begin >= patience.toNanos()) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private static FileChannel lock(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      if (Optional.ofNullable(channel.tryLock()).isEmpty()) {
        throw new HeldException(folder, holder(file));
      }
      sign(channel);
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static String holder(Path file) throws IOException {
    String pid = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
    return pid.matches("\\d{1,10}") ? pid : "?";
  }

  private static void sign(FileChannel channel) throws IOException {
    String pid = ProcessHandle.current().pid() + "\n";
    channel.truncate(0);
    channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.ISO_8859_1)), 0);
  }

  @Override
  public void close() throws IOException {
    if (channel.isOpen()) {
      try {
        channel.close();
      } finally {
        HELD.remove(folder);
      }
    }
  }
}
