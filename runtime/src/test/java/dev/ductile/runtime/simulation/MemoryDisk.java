package dev.ductile.runtime.simulation;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Files in memory. A folder can be full, and the bits of a file can flip. */
final class MemoryDisk extends FileSystem {
  private final MemoryFiles provider = new MemoryFiles(this);
  private final TreeMap<String, Node> nodes = new TreeMap<>();
  private final Map<String, Integer> full = new HashMap<>();
  private int changesLeft = Integer.MAX_VALUE;

  /** The process that was to change a file is gone. */
  static final class Gone extends Error {
    private static final long serialVersionUID = 1;

    Gone() {
      super("killed", null, false, false);
    }
  }

  /** A file, or a folder if there is no content. */
  record Node(Optional<Content> content) {}

  /** The content of a file. */
  static final class Content {
    byte[] bytes = {};
    int size;

    void write(int at, byte[] more, int count) {
      if (at + count > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(at + count, 2 * bytes.length));
      }
      System.arraycopy(more, 0, bytes, at, count);
      size = Math.max(size, at + count);
    }

    int hash() {
      return BitFlip.hash(bytes, size);
    }
  }

  MemoryDisk() {
    nodes.put("/", new Node(Optional.empty()));
  }

  // ---- faults

  /** Nothing more can be written below a folder. */
  void fill(String folder) {
    full.merge(folder, 1, Integer::sum);
  }

  /** Does work that ends after so many changes of the disk. */
  void tear(int changes, Runnable work) {
    changesLeft = changes;
    try {
      work.run();
    } catch (Gone e) {
      // it was killed just there
    } finally {
      changesLeft = Integer.MAX_VALUE;
    }
  }

  private void change() {
    if (changesLeft <= 0) {
      throw new Gone();
    }
    changesLeft--;
  }

  /** There is room again. */
  void clear(String folder) {
    full.computeIfPresent(folder, (_, times) -> times > 1 ? times - 1 : 0);
  }

  /** A file is about to change. */
  void requireRoom(MemoryPath path) throws IOException {
    change();
    for (var entry : full.entrySet()) {
      if (entry.getValue() > 0 && path.toString().startsWith(entry.getKey() + "/")) {
        throw new IOException(path + ": No space left on device");
      }
    }
  }

  /** Flips a bit of a file below a folder; of two, one is in the folder with the last name. */
  Optional<BitFlip> rot(Path folder, int pick, int bit) {
    List<String> files = List.copyOf(hashes(folder).keySet());
    if (files.isEmpty()) {
      return Optional.empty();
    }
    String last = files.getLast().substring(0, files.getLast().lastIndexOf('/'));
    List<String> some = pick % 2 == 0 ? files : List.copyOf(hashes(getPath(last)).keySet());
    String file = some.get(pick / 2 % some.size());
    Content content = Objects.requireNonNull(nodes.get(file)).content().orElseThrow();
    return content.size == 0 ? Optional.empty() : Optional.of(BitFlip.of(file, content, bit));
  }

  /** A hash of each file below a folder, by its path. */
  SortedMap<String, Integer> hashes(Path folder) {
    var all = new TreeMap<String, Integer>();
    String prefix = folder + "/";
    nodes
        .subMap(prefix, prefix + Character.MAX_VALUE)
        .forEach((path, node) -> node.content().ifPresent(file -> all.put(path, file.hash())));
    return all;
  }

  // ---- files

  Optional<Node> find(MemoryPath path) {
    return Optional.ofNullable(nodes.get(path.toString()));
  }

  Content open(MemoryPath path, boolean create, boolean truncate) throws IOException {
    Optional<Node> found = find(path);
    if (found.isEmpty()) {
      if (!create) {
        throw new NoSuchFileException(path.toString());
      }
      requireFolder(path.folder());
      requireRoom(path);
      var content = new Content();
      nodes.put(path.toString(), new Node(Optional.of(content)));
      return content;
    }
    Content content =
        found.get().content().orElseThrow(() -> new IOException(path + ": Is a directory"));
    if (truncate) {
      change();
      content.size = 0;
    }
    return content;
  }

  private void requireFolder(Path folder) throws IOException {
    Node node = nodes.get(folder.toString());
    if (node == null) {
      throw new NoSuchFileException(folder.toString());
    }
    if (node.content().isPresent()) {
      throw new NotDirectoryException(folder.toString());
    }
  }

  void makeFolder(MemoryPath path) throws IOException {
    if (find(path).isPresent()) {
      throw new FileAlreadyExistsException(path.toString());
    }
    requireFolder(path.folder());
    requireRoom(path);
    nodes.put(path.toString(), new Node(Optional.empty()));
  }

  List<Path> list(MemoryPath folder) throws IOException {
    requireFolder(folder);
    String prefix = folder.toString().equals("/") ? "/" : folder + "/";
    var inside = new ArrayList<Path>();
    for (String name : nodes.subMap(prefix, prefix + Character.MAX_VALUE).keySet()) {
      if (name.length() > prefix.length() && name.indexOf('/', prefix.length()) < 0) {
        inside.add(new MemoryPath(this, name));
      }
    }
    return inside;
  }

  void delete(MemoryPath path) throws IOException {
    change();
    Node node = find(path).orElseThrow(() -> new NoSuchFileException(path.toString()));
    if (node.content().isEmpty() && !list(path).isEmpty()) {
      throw new DirectoryNotEmptyException(path.toString());
    }
    nodes.remove(path.toString());
  }

  void move(MemoryPath from, MemoryPath to) throws IOException {
    change();
    Node node = find(from).orElseThrow(() -> new NoSuchFileException(from.toString()));
    requireFolder(to.folder());
    nodes.remove(from.toString());
    nodes.put(to.toString(), node);
    List<String> inside =
        List.copyOf(nodes.subMap(from + "/", from + "/" + Character.MAX_VALUE).keySet());
    for (String name : inside) {
      Node moved = Objects.requireNonNull(nodes.remove(name));
      nodes.put(to + name.substring(from.toString().length()), moved);
    }
  }

  // ---- the file system

  @Override
  public FileSystemProvider provider() {
    return provider;
  }

  @Override
  public Path getPath(String first, String... more) {
    return new MemoryPath(this, more.length == 0 ? first : first + "/" + String.join("/", more));
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public String getSeparator() {
    return "/";
  }

  @Override
  public Iterable<Path> getRootDirectories() {
    return List.of(new MemoryPath(this, "/"));
  }

  @Override
  public Iterable<FileStore> getFileStores() {
    return List.of();
  }

  @Override
  public Set<String> supportedFileAttributeViews() {
    return Set.of("basic");
  }

  @Override
  public PathMatcher getPathMatcher(String pattern) {
    throw new UnsupportedOperationException(pattern);
  }

  @Override
  public UserPrincipalLookupService getUserPrincipalLookupService() {
    throw new UnsupportedOperationException();
  }

  @Override
  public WatchService newWatchService() {
    throw new UnsupportedOperationException();
  }
}
