package dev.ductile.runtime.data;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A file on a local disk.
 *
 * @param version its size and the time of its last write
 */
record DiskStorage(String name, Path path, long size, String version) implements Storage {
  static DiskStorage find(String name, Path path) throws IOException {
    if (Files.isDirectory(path)) {
      throw new MalformedDataException(name + " is a folder; data are read from one file");
    }
    try {
      long size = Files.size(path);
      String version = "%d bytes of %s".formatted(size, Files.getLastModifiedTime(path));
      return new DiskStorage(name, path, size, version);
    } catch (IOException e) {
      throw unread(name, e);
    }
  }

  /** Missing data stay missing; a disk that fails may be readable later. */
  private static IOException unread(String name, IOException e) {
    return e instanceof NoSuchFileException
        ? new MalformedDataException("there is no file " + name)
        : new UnavailableDataException("%s cannot be read: %s".formatted(name, e.getMessage()), e);
  }

  @Override
  public boolean isSeekable() {
    return true;
  }

  @Override
  public InputStream read(long from, long until) throws IOException {
    try {
      var channel = Files.newByteChannel(path);
      try {
        return new Bytes(Channels.newInputStream(channel.position(from)));
      } catch (IOException e) {
        channel.close();
        throw e;
      }
    } catch (IOException e) {
      throw unread(name, e);
    }
  }

  /**
   * The bytes of the file; a failure to read names it, because writing to another disk may fail
   * too.
   */
  private final class Bytes extends FilterInputStream {
    Bytes(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      try {
        return super.read();
      } catch (IOException e) {
        throw unread(name, e);
      }
    }

    @Override
    public int read(byte[] into, int from, int count) throws IOException {
      try {
        return super.read(into, from, count);
      } catch (IOException e) {
        throw unread(name, e);
      }
    }
  }
}
