package dev.ductile.runtime.data;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file on a local disk. */
record DiskStorage(String name, Path path, long size) implements Storage {
  static DiskStorage find(String name, Path path) throws IOException {
    if (Files.isDirectory(path)) {
      throw new MalformedDataException(name + " is a folder; data are read from one file");
    }
    try {
      return new DiskStorage(name, path, Files.size(path));
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
