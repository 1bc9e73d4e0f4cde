package dev.ductile.runtime.data;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A file on a local disk.
 *
 * @param version what changes when the file does: its size and when it was written
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
    } catch (NoSuchFileException _) {
      throw new MalformedDataException("there is no file " + name);
    }
  }

  @Override
  public boolean isSeekable() {
    return true;
  }

  @Override
  public InputStream read(long from, long until) throws IOException {
    var channel = Files.newByteChannel(path);
    try {
      return Channels.newInputStream(channel.position(from));
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }
}
