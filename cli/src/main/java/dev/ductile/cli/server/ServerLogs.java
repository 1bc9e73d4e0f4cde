package dev.ductile.cli.server;

import dev.ductile.server.http.AccessFields;
import java.time.InstantSource;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * The log of a server on standard error: warnings of all parts, and the access log if there is one.
 */
public final class ServerLogs {
  private static final Logger ACCESS = Logger.getLogger(AccessFields.LOGGER);

  private ServerLogs() {}

  /** Begins the log in place of any other. */
  public static void begin(LogFormat format) {
    LogManager.getLogManager().reset();
    var handler = new ConsoleHandler();
    handler.setFormatter(
        switch (format) {
          case text -> new OneLine();
          case json -> new JsonLines();
        });
    handler.setLevel(Level.INFO);
    Logger root = Logger.getLogger("");
    root.setLevel(Level.WARNING);
    root.addHandler(handler);
    ACCESS.setLevel(Level.INFO);
  }

  /**
   * The notes for operators as objects. They do not go through the loggers of Java, which end
   * before the last notes of a process that gets a signal.
   */
  public static Consumer<String> notes(InstantSource clock) {
    return line -> System.err.println(JsonLines.line(clock.instant(), "info", "server", line));
  }

  /** The message without its stack trace, with the class of its cause. */
  private static final class OneLine extends Formatter {
    @Override
    public String format(LogRecord log) {
      Throwable cause = log.getThrown();
      String line =
          "%s %s: %s%s"
              .formatted(
                  log.getInstant(),
                  log.getLevel().getName().toLowerCase(Locale.ROOT),
                  formatMessage(log),
                  cause == null ? "" : " (%s)".formatted(cause));
      return LogMask.masked(line.replaceAll("\\p{Cntrl}+", " ")) + System.lineSeparator();
    }
  }
}
