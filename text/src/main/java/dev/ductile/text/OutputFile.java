package dev.ductile.text;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Optional;

/**
 * The output of a command. A regular file appears whole or not at all: it is written to a temporary
 * file, which replaces the old file when it is {@link #finish finished}. Links are followed, and
 * the target keeps its owner and permissions. All other outputs are written directly: standard
 * output ({@code -}), pipes, devices, and open files such as {@code /dev/fd/3}.
 */
public final class OutputFile implements AutoCloseable {
  private static final int BUFFER = 1 << 16;
  private static final int MOST_LINKS = 40;

  private final OutputStream stream;
  private final Optional<Replacement> replacement;
  private boolean finished;

  /** A temporary file and the file that it will replace. */
  private record Replacement(Path aside, Path target) {
    /** After a power cut the file has either its old or its new content. */
    void move() throws IOException {
      try (var content = FileChannel.open(aside, StandardOpenOption.WRITE)) {
        content.force(true);
      }
      adopt(target, aside);
      Files.move(aside, target, StandardCopyOption.ATOMIC_MOVE);
      forceName();
    }

    private void forceName() {
      Path folder = target.toAbsolutePath().resolveSibling("");
      try (var names = FileChannel.open(folder, StandardOpenOption.READ)) {
        names.force(true);
      } catch (IOException _) {
        // This folder cannot be read or forced; after a power cut the old file may be back.
      }
    }
  }

  /** Writes the whole content of a file. */
  @FunctionalInterface
  public interface Content {
    void to(OutputStream out) throws IOException;
  }

  private OutputFile(OutputStream stream, Optional<Replacement> replacement) {
    this.stream = new BufferedOutputStream(stream, BUFFER);
    this.replacement = replacement;
  }

  /** Opens a file for writing; the old file stays until it is finished. */
  public static OutputFile open(Path path) throws IOException {
    if (isStandardOutput(path)) {
      return straight(new Shared(new FileOutputStream(FileDescriptor.out)));
    }
    Optional<Descriptor> open = Descriptor.of(path);
    if (open.isPresent()) {
      return open.get().equals(new Descriptor(true, Descriptor.ERR))
          ? straight(new Shared(new FileOutputStream(FileDescriptor.err)))
          : straight(opened(path, StandardOpenOption.WRITE, StandardOpenOption.APPEND));
    }
    Path target = target(path);
    if (Files.isDirectory(target)) {
      throw new FileSystemException(path.toString(), null, "is a folder, not a file");
    }
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      return straight(opened(target, StandardOpenOption.WRITE));
    }
    Path aside = aside(target);
    return new OutputFile(fresh(aside, path), Optional.of(new Replacement(aside, target)));
  }

  /**
   * Finds out whether a file can be written: creates its temporary file and deletes it. Pipes and
   * devices are not opened.
   */
  public static void requireWritable(Path path) throws IOException {
    if (isStandardOutput(path) || Descriptor.of(path).isPresent()) {
      return;
    }
    Path target = target(path);
    if (!Files.exists(target) || Files.isRegularFile(target) || Files.isDirectory(target)) {
      open(path).close();
    }
  }

  /** Writes a whole file, or leaves the old one if that fails. */
  public static void write(Path path, Content content) throws IOException {
    try (OutputFile file = open(path)) {
      content.to(file.stream());
      file.finish();
    }
  }

  /** Writes a text. */
  public static void write(Path path, String text) throws IOException {
    write(path, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Whether this path is standard output. */
  public static boolean isStandardOutput(Path path) {
    return Descriptor.isStandard(path) || Descriptor.isOwn(path, Descriptor.OUT);
  }

  /** The stream for the content; closing it does not finish the file. */
  public OutputStream stream() {
    return new Shared(stream);
  }

  /** Completes the file and moves it to its place. */
  public void finish() throws IOException {
    stream.close();
    if (replacement.isPresent()) {
      replacement.get().move();
    }
    finished = true;
  }

  /** Without {@link #finish}, deletes the temporary file. */
  @Override
  public void close() throws IOException {
    if (finished) {
      return;
    }
    finished = true;
    try {
      stream.close();
    } finally {
      forget();
    }
  }

  private void forget() throws IOException {
    if (replacement.isPresent()) {
      Files.deleteIfExists(replacement.get().aside());
    }
  }

  private static OutputFile straight(OutputStream stream) {
    return new OutputFile(stream, Optional.empty());
  }

  private static OutputStream opened(Path path, OpenOption... options) throws IOException {
    return Files.newOutputStream(path, options);
  }

  /** The target of a path through links; it may not exist yet. */
  private static Path target(Path path) throws IOException {
    Path target = path;
    for (int links = 0; Files.isSymbolicLink(target); links++) {
      if (links == MOST_LINKS) {
        throw new FileSystemException(path.toString(), null, "too many levels of symbolic links");
      }
      target = target.resolveSibling(Files.readSymbolicLink(target));
    }
    return target;
  }

  private static Path aside(Path target) {
    String name =
        ".ductile-%d-%08x.partial"
            .formatted(ProcessHandle.current().pid(), target.toString().hashCode());
    return target.resolveSibling(name);
  }

  private static OutputStream fresh(Path aside, Path target) throws IOException {
    try {
      return fresh(aside);
    } catch (NoSuchFileException problem) {
      throw because(problem, target, "there is no such folder");
    } catch (AccessDeniedException problem) {
      throw because(problem, target, "permission denied to create a file in its folder");
    }
  }

  private static IOException because(IOException problem, Path target, String reason) {
    var failure = new FileSystemException(target.toString(), null, reason);
    failure.initCause(problem);
    return failure;
  }

  /** A new temporary file; one that an earlier process with the same number left is replaced. */
  private static OutputStream fresh(Path aside) throws IOException {
    try {
      return opened(aside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (FileAlreadyExistsException _) {
      Files.delete(aside);
      return opened(aside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }
  }

  /** Gives a new file the owner and permissions of the old one, as far as this user may. */
  private static void adopt(Path old, Path fresh) {
    try {
      var view = Files.getFileAttributeView(fresh, PosixFileAttributeView.class);
      if (view == null || !Files.exists(old)) {
        return;
      }
      PosixFileAttributes was = Files.readAttributes(old, PosixFileAttributes.class);
      PosixFileAttributes is = view.readAttributes();
      if (!is.owner().equals(was.owner()) || !is.group().equals(was.group())) {
        view.setGroup(was.group());
        view.setOwner(was.owner());
      }
      view.setPermissions(was.permissions());
    } catch (IOException _) {
      // Another user's file that this one may replace: it then belongs to this one.
    }
  }

  /** A stream that stays open when this one is closed. */
  private static final class Shared extends FilterOutputStream {
    Shared(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
