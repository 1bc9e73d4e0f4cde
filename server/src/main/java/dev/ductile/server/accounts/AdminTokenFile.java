package dev.ductile.server.accounts;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/** The file with the first admin token. Only its owner can read it. */
public final class AdminTokenFile {
  private final Path path;

  public AdminTokenFile(Path path) {
    this.path = path;
  }

  /** Makes an admin token if the service has none. Returns whether it did. */
  public boolean ensure(Tokens tokens) throws IOException {
    if (tokens.hasValidAdmin()) {
      return false;
    }
    write(tokens.issueFirstAdmin().secret());
    return true;
  }

  /** The token in the file. */
  public Optional<String> read() throws IOException {
    return Files.exists(path) ? Optional.of(Files.readString(path).strip()) : Optional.empty();
  }

  /** The file never exists with wider permissions or half its text. */
  private void write(String token) throws IOException {
    Path folder = Optional.ofNullable(path.toAbsolutePath().getParent()).orElseThrow();
    Files.createDirectories(folder);
    Path written =
        Files.createTempFile(
            folder,
            ".token",
            "",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(written, (token + "\n").getBytes(StandardCharsets.UTF_8));
    Files.move(written, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
