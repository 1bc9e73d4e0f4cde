package dev.ductile.server.backup;

import dev.ductile.journal.SqliteCopy;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * Makes a data folder from a backup. The folder appears whole or not at all, and only its owner can
 * read it.
 *
 * @param file the backup
 */
public record Restoration(Path file) {
  /** A database has one entry, and each user at most a hundred secrets. */
  private static final int MOST_ENTRIES = 100_000;

  private static final FileAttribute<?> FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final FileAttribute<?> FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  /**
   * Restores the backup.
   *
   * @param target a folder that does not exist or is empty
   */
  public BackupManifest into(Path target) throws IOException {
    Path folder = target.toAbsolutePath().normalize();
    requireEmpty(folder);
    Path parent = Optional.ofNullable(folder.getParent()).orElse(folder);
    Files.createDirectories(parent);
    try (ZipFile backup = new ZipFile(file.toFile())) {
      BackupManifest manifest = manifest(backup);
      Path fresh = Files.createTempDirectory(parent, ".ductile-restore-", FOLDER);
      try {
        extract(backup, fresh);
        SqliteCopy.requireIntact(fresh.resolve(Backup.DATABASE));
        Files.deleteIfExists(folder);
        Files.move(fresh, folder);
      } finally {
        delete(fresh);
      }
      return manifest;
    } catch (ZipException damaged) {
      throw new InputException(
          "%s is no backup of 'ductile backup', or is damaged: %s"
              .formatted(file, damaged.getMessage()),
          damaged);
    }
  }

  private static void requireEmpty(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw new InputException("%s is a file; name a folder".formatted(folder));
    }
    try (Stream<Path> files = Files.list(folder)) {
      if (files.findFirst().isPresent()) {
        throw new InputException(
            "%s is not empty, and nothing in it is replaced; name a new folder, or move this one away"
                .formatted(folder));
      }
    }
  }

  private BackupManifest manifest(ZipFile backup) throws IOException {
    Optional<ZipEntry> entry = Optional.ofNullable(backup.getEntry(BackupManifest.NAME));
    boolean hasDatabase = Optional.ofNullable(backup.getEntry(Backup.DATABASE)).isPresent();
    if (entry.isEmpty() || !hasDatabase) {
      throw new InputException(
          "%s is no backup of 'ductile backup': it has no %s"
              .formatted(file, entry.isEmpty() ? BackupManifest.NAME : Backup.DATABASE));
    }
    try (InputStream bytes = backup.getInputStream(entry.get())) {
      return BackupManifest.read(file.toString(), bytes);
    }
  }

  private void extract(ZipFile backup, Path fresh) throws IOException {
    List<ZipEntry> entries = backup.stream().limit(MOST_ENTRIES).<ZipEntry>map(one -> one).toList();
    for (ZipEntry entry : entries) {
      if (entry.getName().equals(BackupManifest.NAME)) {
        continue;
      }
      if (!Backup.ENTRY.matcher(entry.getName()).matches()) {
        throw new InputException(
            "%s has the entry \"%s\", which no backup has".formatted(file, entry.getName()));
      }
      Path target = fresh.resolve(entry.getName());
      Files.createDirectories(target.resolveSibling(""), FOLDER);
      Files.createFile(target, FILE);
      try (InputStream bytes = backup.getInputStream(entry);
          var out = Files.newOutputStream(target)) {
        bytes.transferTo(out);
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }
}
