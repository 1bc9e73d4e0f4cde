package dev.ductile.server.cluster;

import dev.ductile.api.JobId;
import dev.ductile.engines.supervision.Folders;
import dev.ductile.rest.LogName;
import dev.ductile.rest.LogPart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The logs of tasks, on the disk of this machine. A client names a task and a generation, never a
 * path.
 */
public final class JobLogs {
  /** The most bytes of one part. */
  public static final int MOST_BYTES = 1 << 20;

  private static final int MOST_LOGS = 10_000;
  private static final Pattern TASK = Pattern.compile("(worker|server|master)-\\d{1,6}");
  private static final Pattern LOG = Pattern.compile("(" + TASK.pattern() + ")\\.log");
  private static final Pattern GENERATION = Pattern.compile("g(\\d{1,9})");

  private final Folders folders;

  public JobLogs(Path root) {
    this.folders = new Folders(root);
  }

  /** The logs of a job, those of its newest generation first. */
  public List<LogName> list(JobId job) {
    var logs = new ArrayList<LogName>();
    for (Path generation : children(folders.job(job))) {
      Matcher number = GENERATION.matcher(generation.getFileName().toString());
      if (number.matches()) {
        int at = Integer.parseInt(number.group(1));
        children(generation).forEach(file -> name(file, at).ifPresent(logs::add));
      }
    }
    logs.sort(
        Comparator.comparingInt((LogName log) -> -log.generation()).thenComparing(LogName::task));
    return List.copyOf(logs.subList(0, Math.min(MOST_LOGS, logs.size())));
  }

  /** Whether this can be the name of a task, such as {@code worker-0}. */
  public static boolean isTask(String text) {
    return TASK.matcher(text).matches();
  }

  /**
   * A part of a log; empty if there is no such log.
   *
   * @param from the first byte; below zero counts from the end
   * @param isOver whether the job has ended, so that nothing follows
   */
  public Optional<LogPart> read(
      JobId job, String task, int generation, long from, int most, boolean isOver) {
    if (!isTask(task)) {
      return Optional.empty();
    }
    Path file = folders.job(job).resolve("g" + generation).resolve(task + ".log");
    if (Files.isSymbolicLink(file)) {
      return Optional.empty();
    }
    try (FileChannel log =
        FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.of(read(log, from, Math.clamp(most, 1, MOST_BYTES), isOver));
    } catch (NoSuchFileException missing) {
      return Optional.empty();
    } catch (IOException failed) {
      throw new UncheckedIOException(
          "the log of %s %s cannot be read".formatted(job, task), failed);
    }
  }

  /** A file that was begun anew is shorter than before, and is read from its start. */
  private static LogPart read(FileChannel log, long from, int most, boolean isOver)
      throws IOException {
    long size = log.size();
    long asked = from < 0 ? Math.max(0, size + from) : from;
    long begin = asked > size ? 0 : asked;
    ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(most, size - begin));
    while (bytes.hasRemaining() && log.read(bytes, begin + bytes.position()) > 0) {
      // reads until the buffer is full or the file ends
    }
    int length = wholeCharacters(bytes.array(), bytes.position());
    String text = new String(bytes.array(), 0, length, StandardCharsets.UTF_8);
    long next = begin + length;
    return new LogPart(text, begin, next, isOver && next >= size);
  }

  /** The length without the bytes of a character that is cut at the end. */
  private static int wholeCharacters(byte[] bytes, int length) {
    int start = length;
    while (start > 0 && length - start < 4 && (bytes[start - 1] & 0xC0) == 0x80) {
      start--;
    }
    if (start == 0 || (bytes[start - 1] & 0x80) == 0) {
      return length;
    }
    int first = bytes[start - 1] & 0xFF;
    int expected = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
    int present = length - start + 1;
    return present < expected && start - 1 > 0 ? start - 1 : length;
  }

  private static Optional<LogName> name(Path file, int generation) {
    Matcher log = LOG.matcher(file.getFileName().toString());
    if (!log.matches() || Files.isSymbolicLink(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new LogName(
              log.group(1),
              generation,
              Files.size(file),
              Files.getLastModifiedTime(file).toInstant()));
    } catch (IOException removedMeanwhile) {
      return Optional.empty();
    }
  }

  private static List<Path> children(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().limit(MOST_LOGS).toList();
    } catch (NoSuchFileException missing) {
      return List.of();
    } catch (IOException failed) {
      throw new UncheckedIOException("%s cannot be listed".formatted(folder), failed);
    }
  }
}
