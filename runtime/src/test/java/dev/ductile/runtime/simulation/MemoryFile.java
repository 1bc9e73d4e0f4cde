package dev.ductile.runtime.simulation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** An open file of a disk in memory. */
final class MemoryFile extends FileChannel {
  private final MemoryDisk disk;
  private final MemoryPath path;
  private final MemoryDisk.Content content;
  private int position;

  MemoryFile(MemoryDisk disk, MemoryPath path, MemoryDisk.Content content) {
    this.disk = disk;
    this.path = path;
    this.content = content;
  }

  @Override
  public int read(ByteBuffer into) {
    int count = read(into, position);
    position += Math.max(0, count);
    return count;
  }

  @Override
  public int read(ByteBuffer into, long from) {
    int count = (int) Math.min(into.remaining(), content.size - from);
    if (count <= 0) {
      return into.hasRemaining() ? -1 : 0;
    }
    into.put(content.bytes, (int) from, count);
    return count;
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    int count = write(from, position);
    position += count;
    return count;
  }

  @Override
  public int write(ByteBuffer from, long at) throws IOException {
    disk.requireRoom(path);
    byte[] bytes = new byte[from.remaining()];
    from.get(bytes);
    content.write((int) at, bytes, bytes.length);
    return bytes.length;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public FileChannel position(long next) {
    position = (int) next;
    return this;
  }

  @Override
  public long size() {
    return content.size;
  }

  @Override
  public FileChannel truncate(long size) {
    content.size = (int) Math.min(content.size, size);
    return this;
  }

  @Override
  public void force(boolean metadata) {
    // memory is as lasting as this disk gets
  }

  @Override
  protected void implCloseChannel() {}

  @Override
  public long read(ByteBuffer[] into, int offset, int length) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long write(ByteBuffer[] from, int offset, int length) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long transferTo(long from, long count, WritableByteChannel target) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long transferFrom(ReadableByteChannel source, long at, long count) {
    throw new UnsupportedOperationException();
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long from, long size) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileLock lock(long from, long size, boolean shared) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileLock tryLock(long from, long size, boolean shared) {
    throw new UnsupportedOperationException();
  }
}
