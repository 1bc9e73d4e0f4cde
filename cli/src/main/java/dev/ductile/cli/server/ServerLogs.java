package dev.ductile.cli.server;

import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The log of a server: warnings of all parts, one line each on standard error. */
final class ServerLogs {
  private ServerLogs() {}

  static void begin() {
    LogManager.getLogManager().reset();
    var handler = new ConsoleHandler();
    handler.setFormatter(new OneLine());
    handler.setLevel(Level.WARNING);
    Logger root = Logger.getLogger("");
    root.setLevel(Level.WARNING);
    root.addHandler(handler);
  }

  /** The message without its stack trace, with the class of its cause. */
  private static final class OneLine extends Formatter {
    @Override
    public String format(LogRecord log) {
      Throwable cause = log.getThrown();
      return "%s %s: %s%s%n"
          .formatted(
              log.getInstant(),
              log.getLevel().getName().toLowerCase(java.util.Locale.ROOT),
              formatMessage(log).replaceAll("\\p{Cntrl}+", " "),
              cause == null ? "" : " (%s)".formatted(cause).replaceAll("\\p{Cntrl}+", " "));
    }
  }
}
