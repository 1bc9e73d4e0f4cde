package dev.ductile.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An open file of a process that a path leads to, such as {@code /dev/stdout}, {@code /dev/fd/3} or
 * a link to one of them. Opening such a path again would lose its position, and fails for sockets.
 *
 * @param isOwn whether the process is this one
 * @param number 0 is standard input, 1 standard output and 2 standard error
 */
record Descriptor(boolean isOwn, int number) {
  static final int IN = 0;
  static final int OUT = 1;
  static final int ERR = 2;

  /** The path of standard input and standard output. */
  private static final Path STANDARD = Path.of("-");

  private static final int MOST_LINKS = 40;
  private static final Pattern OPEN_FILE =
      Pattern.compile("/proc/(\\d+)(?:/task/\\d+)?/fd/(\\d{1,9})");

  /** Whether a path is {@code -}: {@code ./-} is a file of that name. */
  static boolean isStandard(Path path) {
    return path.equals(STANDARD);
  }

  /** The descriptor behind a path; empty for every other file. */
  static Optional<Descriptor> of(Path path) {
    try {
      Path next = path.toAbsolutePath();
      for (int links = 0; links < MOST_LINKS; links++) {
        Path folder = next.getParent();
        Path name = next.getFileName();
        if (folder == null || name == null) {
          return Optional.empty();
        }
        Path real = folder.toRealPath();
        Matcher open = OPEN_FILE.matcher(real.resolve(name).toString());
        if (open.matches()) {
          boolean isOwn = Long.parseLong(open.group(1)) == ProcessHandle.current().pid();
          return Optional.of(new Descriptor(isOwn, Integer.parseInt(open.group(2))));
        }
        if (!Files.isSymbolicLink(next)) {
          return Optional.empty();
        }
        next = real.resolve(Files.readSymbolicLink(next));
      }
      return Optional.empty();
    } catch (IOException | NumberFormatException _) {
      return Optional.empty(); // Opening the path will report the cause.
    }
  }

  /** Whether a path is this descriptor of this process. */
  static boolean isOwn(Path path, int number) {
    return of(path).filter(found -> found.isOwn && found.number == number).isPresent();
  }
}
