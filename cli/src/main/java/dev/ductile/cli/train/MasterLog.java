package dev.ductile.cli.train;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the process with the master prints, as it grows, through all generations of the job. */
final class MasterLog {
  private static final Pattern GENERATION = Pattern.compile("g([0-9]{1,9})");
  private static final int MOST_AT_ONCE = 1 << 20;

  private final Path jobFolder;
  private final String prefix;
  private Path file = Path.of("");
  private long position;

  /**
   * A log that may not be there yet.
   *
   * @param task the name of the process: {@code master} or {@code worker-0}
   */
  MasterLog(Path jobFolder, String task) {
    this.jobFolder = jobFolder;
    this.prefix = task;
  }

  /** The whole lines that have come since the last call. */
  List<String> lines() throws IOException {
    var lines = new ArrayList<>(more());
    Optional<Path> newest = newest();
    if (newest.isPresent() && !newest.get().equals(file)) {
      file = newest.get();
      position = 0;
      lines.addAll(more());
    }
    return lines;
  }

  private List<String> more() throws IOException {
    if (!Files.isRegularFile(file)) {
      return List.of();
    }
    try (var in = new RandomAccessFile(file.toFile(), "r")) {
      int length = (int) Math.min(MOST_AT_ONCE, in.length() - position);
      if (length <= 0) {
        return List.of();
      }
      byte[] bytes = new byte[length];
      in.seek(position);
      in.readFully(bytes);
      int end = length;
      while (end > 0 && bytes[end - 1] != '\n') {
        end--;
      }
      position += end == 0 && length == MOST_AT_ONCE ? length : end;
      return new String(bytes, 0, end, StandardCharsets.UTF_8).lines().toList();
    }
  }

  private Optional<Path> newest() throws IOException {
    if (!Files.isDirectory(jobFolder)) {
      return Optional.empty();
    }
    try (Stream<Path> folders = Files.list(jobFolder)) {
      return folders
          .filter(folder -> number(folder) > 0)
          .max(Comparator.comparingInt(MasterLog::number))
          .flatMap(this::within);
    }
  }

  private Optional<Path> within(Path generation) {
    try (Stream<Path> files = Files.list(generation)) {
      return files
          .filter(path -> path.getFileName().toString().matches(prefix + "(-[0-9]+)?\\.log"))
          .findFirst();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private static int number(Path folder) {
    Matcher name = GENERATION.matcher(folder.getFileName().toString());
    return name.matches() ? Integer.parseInt(name.group(1)) : 0;
  }
}
