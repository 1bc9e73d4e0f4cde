package dev.ductile.cli.server;

import dev.ductile.server.accounts.TokenText;
import java.util.regex.Pattern;

/** Replaces tokens and passwords in the lines of a log. */
final class LogMask {
  private static final Pattern PARAMETER =
      Pattern.compile("(?i)\\b(password|passwd|secret|token)=[^&\\s\"']+");
  private static final Pattern IN_ADDRESS = Pattern.compile("(://[^/@:\\s]*):[^/@\\s]+@");
  private static final Pattern BEARER = Pattern.compile("(?i)\\bbearer\\s+\\S+");

  private LogMask() {}

  static String masked(String text) {
    String tokens = BEARER.matcher(TokenText.redacted(text)).replaceAll("Bearer ***");
    String parameters = PARAMETER.matcher(tokens).replaceAll("$1=***");
    return IN_ADDRESS.matcher(parameters).replaceAll("$1:***@");
  }
}
