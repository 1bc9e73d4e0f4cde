package dev.ductile.runtime.simulation;

import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A path on a disk in memory: names with slashes between them. */
record MemoryPath(MemoryDisk disk, String text) implements Path {
  MemoryPath(MemoryDisk disk, String text) {
    this.disk = disk;
    this.text = normal(text);
  }

  private static String normal(String text) {
    var names = new ArrayList<String>();
    for (String name : text.split("/", -1)) {
      if (name.equals("..") && !names.isEmpty()) {
        names.removeLast();
      } else if (!name.isEmpty() && !name.equals(".")) {
        names.add(name);
      }
    }
    return (text.startsWith("/") ? "/" : "") + String.join("/", names);
  }

  private List<String> names() {
    String inner = isAbsolute() ? text.substring(1) : text;
    return inner.isEmpty() ? List.of() : List.of(inner.split("/", -1));
  }

  @Override
  public FileSystem getFileSystem() {
    return disk;
  }

  @Override
  public boolean isAbsolute() {
    return text.startsWith("/");
  }

  @Override
  public Path getRoot() {
    return new MemoryPath(disk, "/");
  }

  @Override
  public Path getFileName() {
    return new MemoryPath(disk, text.substring(text.lastIndexOf('/') + 1));
  }

  @Override
  public @Nullable Path getParent() {
    int slash = text.lastIndexOf('/');
    if (slash < 0 || text.equals("/")) {
      return null;
    }
    return new MemoryPath(disk, slash == 0 ? "/" : text.substring(0, slash));
  }

  /** The folder in which a file lies. */
  MemoryPath folder() {
    return new MemoryPath(disk, text.substring(0, Math.max(1, text.lastIndexOf('/'))));
  }

  @Override
  public int getNameCount() {
    return names().size();
  }

  @Override
  public Path getName(int index) {
    return new MemoryPath(disk, names().get(index));
  }

  @Override
  public Path subpath(int from, int to) {
    return new MemoryPath(disk, String.join("/", names().subList(from, to)));
  }

  @Override
  public boolean startsWith(Path other) {
    String prefix = other.toString().equals("/") ? "/" : other + "/";
    return text.equals(other.toString()) || text.startsWith(prefix);
  }

  @Override
  public boolean endsWith(Path other) {
    return text.equals(other.toString()) || text.endsWith("/" + other);
  }

  @Override
  public Path normalize() {
    return this;
  }

  @Override
  public Path resolve(Path other) {
    return other.isAbsolute() ? other : new MemoryPath(disk, text + "/" + other);
  }

  @Override
  public Path relativize(Path other) {
    if (!other.startsWith(this)) {
      throw new IllegalArgumentException("%s is not below %s".formatted(other, this));
    }
    int from = text.equals("/") ? 1 : text.length() + 1;
    return new MemoryPath(
        disk, other.toString().substring(Math.min(from, other.toString().length())));
  }

  @Override
  public URI toUri() {
    return URI.create("memory:" + text);
  }

  @Override
  public Path toAbsolutePath() {
    return isAbsolute() ? this : new MemoryPath(disk, "/" + text);
  }

  @Override
  public Path toRealPath(LinkOption... options) {
    return toAbsolutePath();
  }

  @Override
  public WatchKey register(
      WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int compareTo(Path other) {
    return text.compareTo(other.toString());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof MemoryPath path && text.equals(path.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
