package dev.ductile.runtime.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * The operations that change a disk, one by one, so that a test can stop between any two of them.
 * Reading needs no such interface and uses {@link java.nio.file.Files}.
 */
public interface Disk {
  /** Creates a folder, and its parents, if they are missing. */
  void createFolder(Path folder) throws IOException;

  /** A new empty file, in place of any file with this name. */
  Output create(Path file) throws IOException;

  /** Renames a file or folder atomically; a file of the new name is replaced. */
  void rename(Path from, Path to) throws IOException;

  /**
   * Returns when the names in a folder are on the disk: an earlier rename can no longer be lost.
   */
  void force(Path folder) throws IOException;

  /** Deletes a file or an empty folder, if it exists. */
  void delete(Path path) throws IOException;

  /** A file that is being written. */
  interface Output extends Closeable {
    /** Appends all of these bytes. */
    void write(ByteBuffer bytes) throws IOException;

    /** Returns when all bytes are on the disk. */
    void force() throws IOException;
  }
}
