package dev.ductile.runtime.checkpoint;

import dev.ductile.runtime.checkpoint.SafeTensorsReader.Entry;
import dev.ductile.runtime.disk.DamagedFileException;
import dev.ductile.runtime.disk.WrittenFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;

/** A file of a checkpoint that is read. Its checksum is verified before the first value is read. */
final class TensorFile implements AutoCloseable {
  private static final long MOST_HEADER = 64L << 20;

  private final Path folder;
  private final WrittenFile written;
  private final FileChannel channel;
  private final SafeTensorsReader tensors;
  private boolean verified;

  private TensorFile(Path folder, WrittenFile written, FileChannel channel) throws IOException {
    this.folder = folder;
    this.written = written;
    this.channel = channel;
    tensors = new SafeTensorsReader(folder.resolve(written.name()), channel, MOST_HEADER);
  }

  static TensorFile open(Path folder, WrittenFile written) throws IOException {
    FileChannel channel = channel(folder.resolve(written.name()));
    try {
      return new TensorFile(folder, written, channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static FileChannel channel(Path file) throws IOException {
    try {
      return FileChannel.open(file, StandardOpenOption.READ);
    } catch (NoSuchFileException e) {
      throw new DamagedFileException(file + " is missing", e);
    }
  }

  Map<String, Entry> entries() {
    return tensors.entries();
  }

  Optional<Entry> entry(String name) {
    return tensors.entry(name);
  }

  /** Reads floats of a table, from the given one on. */
  void read(Entry entry, long first, float[] into, int at, int count) throws IOException {
    verify();
    tensors.readFloats(entry, first, into, at, count);
  }

  /** All values of a table of integers. */
  long[] readLongs(Entry entry) throws IOException {
    verify();
    return tensors.readLongs(entry);
  }

  /** Verifying reads the whole file, so only files whose values are needed are verified. */
  private void verify() throws IOException {
    if (!verified) {
      written.verify(folder);
      verified = true;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
