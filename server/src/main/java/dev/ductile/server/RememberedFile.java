package dev.ductile.server;

import dev.ductile.text.OutputFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The name of the server file of the last start, in the data folder. A start that forgets the file
 * is refused: without it this machine is the only node, and jobs on the nodes of the file would
 * end.
 *
 * @param record the file with the name
 */
public record RememberedFile(Path record) {
  /** The name; empty if the last start had no server file. */
  public Optional<String> name() throws IOException {
    return Files.isRegularFile(record)
        ? Optional.of(Files.readString(record).strip())
        : Optional.empty();
  }

  /**
   * Requires a server file if the last start had one.
   *
   * @throws IOException with a sentence for operators
   */
  void require(boolean isGiven) throws IOException {
    Optional<String> last = isGiven ? Optional.empty() : name();
    if (last.isEmpty()) {
      return;
    }
    throw new IOException(
        "the last server of %s had the server file %s; name it again: ductile server %s. Without it, this machine would be the only node, and the jobs on other nodes would end. A file with the line 'kind: server' means this machine alone"
            .formatted(record.resolveSibling(""), last.get(), last.get()));
  }

  /** Remembers the file of a server that has started. */
  void write(Optional<Path> file) throws IOException {
    if (file.isPresent()) {
      String name = file.get().toAbsolutePath().normalize() + "\n";
      OutputFile.write(record, out -> out.write(name.getBytes(StandardCharsets.UTF_8)));
    }
  }
}
