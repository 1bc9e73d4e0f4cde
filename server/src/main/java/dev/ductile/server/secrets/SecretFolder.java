package dev.ductile.server.secrets;

import dev.ductile.engines.supervision.Secrets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Secrets in files that only the user of the server can read: one folder for each owner. The files
 * are not encrypted; whoever can read them can also read the memory of the server.
 *
 * @param root the folder of all secrets
 */
public record SecretFolder(Path root) implements Secrets {
  /** The largest secret, in bytes. */
  public static final int MOST_BYTES = 64 << 10;

  /** The most secrets of one owner. */
  public static final int MOST = 100;

  /** Shorter values cannot be hidden in the output of tasks. */
  private static final int SHORTEST = 6;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}");
  private static final FileAttribute<?> FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final FileAttribute<?> FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  /**
   * Stores a secret, in place of an earlier one of the name.
   *
   * @throws IllegalArgumentException with a sentence for the user if it cannot be a secret
   */
  public void store(String owner, String name, String value) throws IOException {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    require(owner, name, value, bytes.length);
    Path folder = folder(owner);
    Files.createDirectories(folder, FOLDER);
    Path fresh = Files.createTempFile(folder, ".", ".new", FILE);
    try {
      Files.write(fresh, bytes);
      Files.move(
          fresh,
          folder.resolve(name),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  private void require(String owner, String name, String value, int bytes) throws IOException {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a secret is named by up to 100 letters, digits and . _ -, such as wandb");
    }
    if (value.length() < SHORTEST || bytes > MOST_BYTES || value.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          "a secret has from %d characters to %d KiB, and no zero byte"
              .formatted(SHORTEST, MOST_BYTES >> 10));
    }
    List<String> names = names(owner);
    if (names.size() >= MOST && !names.contains(name)) {
      throw new IllegalArgumentException(
          "%s has %d secrets, the most that are allowed; remove one".formatted(owner, MOST));
    }
  }

  /** The names of the secrets of an owner, in order. */
  public List<String> names(String owner) throws IOException {
    Path folder = folder(owner);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> NAME.matcher(name).matches())
          .sorted()
          .toList();
    }
  }

  /** Removes a secret; false if there is none. Tasks that have it keep it. */
  public boolean remove(String owner, String name) throws IOException {
    return NAME.matcher(name).matches() && Files.deleteIfExists(folder(owner).resolve(name));
  }

  @Override
  public Optional<String> value(String owner, String name) {
    if (!NAME.matcher(name).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Files.readString(folder(owner).resolve(name)));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    } catch (IOException unreadable) {
      return Optional.empty(); // the job that needs it fails with a sentence
    }
  }

  /** Owners may have any characters, such as those of an address. */
  private Path folder(String owner) {
    byte[] name = owner.getBytes(StandardCharsets.UTF_8);
    return root.resolve("u" + Base64.getUrlEncoder().withoutPadding().encodeToString(name));
  }
}
