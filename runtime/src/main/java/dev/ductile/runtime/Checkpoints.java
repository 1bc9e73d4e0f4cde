package dev.ductile.runtime;

import dev.ductile.runtime.master.Checkpoint;
import dev.ductile.runtime.master.Shelf;
import dev.ductile.runtime.wire.RecordCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * The checkpoints of a job in a folder, each a folder of its own: what servers wrote, and a
 * manifest that says that all of it is there. One without a manifest never was.
 *
 * @param keep how many of the last are kept
 */
record Checkpoints(Path folder, int keep) implements Shelf {
  private static final String MANIFEST = "manifest";
  private static final int MAGIC = 0x44434b31;
  private static final int PROLOGUE = Integer.BYTES + Long.BYTES;

  @Override
  public void seal(Checkpoint checkpoint) throws IOException {
    Path home = Path.of(checkpoint.directory());
    for (String file : checkpoint.files()) {
      if (!Files.isRegularFile(home.resolve(file))) {
        throw new IOException("%s is missing in %s".formatted(file, home));
      }
    }
    List<Path> written = checkpoint.files().stream().map(home::resolve).toList();
    for (Path file : Folder.inside(home)) {
      if (!written.contains(file)) {
        Files.delete(file);
      }
    }
    write(home.resolve(MANIFEST), RecordCodec.encode(Checkpoint.class, checkpoint));
    forget(home);
  }

  /** Those that are whole, up to the newest few, stay; a newer one may be under way. */
  private void forget(Path newest) throws IOException {
    int whole = 0;
    for (Path home : newestFirst()) {
      if (home.compareTo(newest) > 0) {
        continue;
      }
      whole += Files.exists(home.resolve(MANIFEST)) ? 1 : 0;
      if (whole > keep || !Files.exists(home.resolve(MANIFEST))) {
        Files.deleteIfExists(home.resolve(MANIFEST));
        Folder.remove(home);
      }
    }
  }

  /** The newest that is whole. */
  Optional<Checkpoint> newest() throws IOException {
    for (Path home : newestFirst()) {
      Optional<Checkpoint> found = read(home);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private List<Path> newestFirst() throws IOException {
    return Folder.inside(folder).stream()
        .filter(path -> path.getFileName().toString().startsWith("step-"))
        .sorted(Comparator.reverseOrder())
        .toList();
  }

  private static void write(Path manifest, byte[] body) throws IOException {
    Path part = manifest.resolveSibling(MANIFEST + ".part");
    var sum = new CRC32();
    sum.update(body);
    byte[] all =
        ByteBuffer.allocate(PROLOGUE + body.length)
            .putInt(MAGIC)
            .putLong(sum.getValue())
            .put(body)
            .array();
    Files.write(part, all, StandardOpenOption.CREATE, StandardOpenOption.SYNC);
    Files.move(part, manifest, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Moved folders are still whole: what counts is where the manifest lies now. */
  private static Optional<Checkpoint> read(Path home) throws IOException {
    Path manifest = home.resolve(MANIFEST);
    if (!Files.isRegularFile(manifest)) {
      return Optional.empty();
    }
    byte[] bytes = Files.readAllBytes(manifest);
    ByteBuffer all = ByteBuffer.wrap(bytes);
    if (bytes.length < PROLOGUE || all.getInt() != MAGIC) {
      return Optional.empty();
    }
    var sum = new CRC32();
    long expected = all.getLong();
    sum.update(bytes, PROLOGUE, bytes.length - PROLOGUE);
    if (sum.getValue() != expected) {
      return Optional.empty();
    }
    Checkpoint told = RecordCodec.decode(Checkpoint.class, all);
    boolean whole = told.files().stream().allMatch(file -> Files.isRegularFile(home.resolve(file)));
    return whole
        ? Optional.of(new Checkpoint(told.step(), home.toString(), told.files(), told.cursors()))
        : Optional.empty();
  }
}
