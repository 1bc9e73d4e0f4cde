package dev.ductile.journal;

import java.util.Map;

/**
 * The address of a database.
 *
 * @param text the JDBC URL, which may contain a password
 */
record DatabaseUrl(DatabaseKind kind, String text) {
  private static final String SQLITE = "jdbc:sqlite:";
  private static final String POSTGRESQL = "jdbc:postgresql:";

  static DatabaseUrl of(String text) {
    if (text.startsWith(SQLITE) && text.length() > SQLITE.length()) {
      return new DatabaseUrl(DatabaseKind.SQLITE, text);
    }
    if (text.startsWith(POSTGRESQL)) {
      return new DatabaseUrl(DatabaseKind.POSTGRESQL, text);
    }
    throw new IllegalArgumentException(
        "%s is not the URL of a database: write jdbc:sqlite:FILE or jdbc:postgresql://HOST:PORT/DATABASE"
            .formatted(withoutParameters(text)));
  }

  /** The URL without its parameters, among which a password may be. */
  String shown() {
    return withoutParameters(text);
  }

  private static String withoutParameters(String text) {
    int end = text.indexOf('?');
    String address = end < 0 ? text : text.substring(0, end);
    return address.replaceAll("//[^/@]*@", "//");
  }

  /** Connections whose commits are on the disk when they return. */
  ConnectionSettings writers() {
    return switch (kind) {
      case SQLITE ->
          new ConnectionSettings(
              "writers",
              1,
              Map.of(
                  "journal_mode", "WAL",
                  "synchronous", "FULL",
                  "busy_timeout", "5000",
                  "foreign_keys", "true"),
              "");
      case POSTGRESQL ->
          new ConnectionSettings("writers", 4, POSTGRESQL_LIMITS, "SET synchronous_commit TO on");
    };
  }

  /** Connections that only read. */
  ConnectionSettings readers() {
    return switch (kind) {
      case SQLITE ->
          new ConnectionSettings(
              "readers", 4, Map.of("busy_timeout", "5000"), "PRAGMA query_only = ON");
      case POSTGRESQL ->
          new ConnectionSettings(
              "readers",
              8,
              POSTGRESQL_LIMITS,
              "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    };
  }

  /** Times in seconds after which a server that does not answer counts as lost. */
  private static final Map<String, String> POSTGRESQL_LIMITS =
      Map.of(
          "connectTimeout", "5",
          "loginTimeout", "5",
          "socketTimeout", "30",
          "tcpKeepAlive", "true",
          "ApplicationName", "ductile");
}
