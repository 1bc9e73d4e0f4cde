package dev.ductile.runtime.simulation;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.spi.FileSystemProvider;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What {@link java.nio.file.Files} calls for paths of a disk in memory. */
final class MemoryFiles extends FileSystemProvider {
  private final MemoryDisk disk;

  MemoryFiles(MemoryDisk disk) {
    this.disk = disk;
  }

  @Override
  public String getScheme() {
    return "memory";
  }

  private static MemoryPath path(Path path) {
    return (MemoryPath) path.toAbsolutePath();
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    boolean write = options.contains(StandardOpenOption.WRITE);
    boolean create =
        options.contains(StandardOpenOption.CREATE)
            || options.contains(StandardOpenOption.CREATE_NEW);
    boolean truncate = options.contains(StandardOpenOption.TRUNCATE_EXISTING);
    var content = disk.open(path(path), write && create, write && truncate);
    var channel = new MemoryFile(disk, path(path), content);
    if (options.contains(StandardOpenOption.APPEND)) {
      channel.position(channel.size());
    }
    return channel;
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return newFileChannel(path, options, attributes);
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path folder, DirectoryStream.Filter<? super Path> filter) throws IOException {
    List<Path> inside = disk.list(path(folder));
    return new DirectoryStream<>() {
      @Override
      public Iterator<Path> iterator() {
        return inside.iterator();
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
    disk.makeFolder(path(folder));
  }

  @Override
  public void delete(Path path) throws IOException {
    disk.delete(path(path));
  }

  @Override
  public void move(Path from, Path to, CopyOption... options) throws IOException {
    disk.move(path(from), path(to));
  }

  @Override
  public boolean isSameFile(Path one, Path other) {
    return path(one).equals(path(other));
  }

  @Override
  public boolean isHidden(Path path) {
    return false;
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    if (disk.find(path(path)).isEmpty()) {
      throw new NoSuchFileException(path.toString());
    }
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    MemoryDisk.Node node =
        disk.find(path(path)).orElseThrow(() -> new NoSuchFileException(path.toString()));
    return type.cast(new Attributes(node));
  }

  private record Attributes(MemoryDisk.Node node) implements BasicFileAttributes {
    @Override
    public FileTime lastModifiedTime() {
      return FileTime.fromMillis(0);
    }

    @Override
    public FileTime lastAccessTime() {
      return FileTime.fromMillis(0);
    }

    @Override
    public FileTime creationTime() {
      return FileTime.fromMillis(0);
    }

    @Override
    public boolean isRegularFile() {
      return node.content().isPresent();
    }

    @Override
    public boolean isDirectory() {
      return node.content().isEmpty();
    }

    @Override
    public boolean isSymbolicLink() {
      return false;
    }

    @Override
    public boolean isOther() {
      return false;
    }

    @Override
    public long size() {
      return node.content().map(content -> content.size).orElse(0);
    }

    @Override
    public Object fileKey() {
      return node;
    }
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    return disk;
  }

  @Override
  public Path getPath(URI uri) {
    return disk.getPath(uri.getSchemeSpecificPart());
  }

  @Override
  public void copy(Path from, Path to, CopyOption... options) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileStore getFileStore(Path path) {
    throw new UnsupportedOperationException();
  }

  @Override
  public <V extends FileAttributeView> V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String names, LinkOption... options) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void setAttribute(Path path, String name, Object value, LinkOption... options) {
    throw new UnsupportedOperationException();
  }
}
