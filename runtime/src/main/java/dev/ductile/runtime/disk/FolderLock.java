package dev.ductile.runtime.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The right of one process to write in a job's folder. The kernel ends it with the process, however
 * that ends. The file of the lock stays, for a deleted one could be locked twice.
 */
public final class FolderLock implements AutoCloseable {
  private static final String NAME = "lock";

  private final FileChannel channel;

  private FolderLock(FileChannel channel) {
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
   * Locks a folder, which must be there.
   *
   * @throws HeldException and names the process that has it
   */
  public static FolderLock take(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      if (lock(channel).isEmpty()) {
        throw new HeldException(folder, holder(file));
      }
      sign(channel);
      return new FolderLock(channel);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static Optional<FileLock> lock(FileChannel channel) throws IOException {
    try {
      return Optional.ofNullable(channel.tryLock());
    } catch (OverlappingFileLockException _) {
      return Optional.empty();
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
    channel.close();
  }
}
