package dev.ductile.engines.local;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An account of the operating system.
 *
 * @param id its number
 * @param group the number of its primary group
 */
record SystemUser(String name, long id, long group, String home) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,31}");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,10}");
  private static final Duration LONGEST_LOOK = Duration.ofSeconds(10);
  private static final int FIELDS = 7;

  /**
   * The account of a name, from all sources of the name service.
   *
   * @throws IOException if the name service does not answer
   */
  static Optional<SystemUser> find(String name) throws IOException {
    if (!NAME.matcher(name).matches()) {
      return Optional.empty();
    }
    Process process =
        new ProcessBuilder(List.of("getent", "passwd", name))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (var out = process.inputReader()) {
      if (!process.waitFor(LONGEST_LOOK)) {
        process.destroyForcibly();
        throw new IOException(
            "the name service has not answered for %d s".formatted(LONGEST_LOOK.toSeconds()));
      }
      return Optional.ofNullable(out.readLine()).flatMap(SystemUser::read);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the account %s was read".formatted(name), e);
    }
  }

  /** A line of {@code /etc/passwd}. */
  static Optional<SystemUser> read(String line) {
    String[] fields = line.split(":", -1);
    if (fields.length != FIELDS
        || !NUMBER.matcher(fields[2]).matches()
        || !NUMBER.matcher(fields[3]).matches()) {
      return Optional.empty();
    }
    return Optional.of(
        new SystemUser(fields[0], Long.parseLong(fields[2]), Long.parseLong(fields[3]), fields[5]));
  }
}
