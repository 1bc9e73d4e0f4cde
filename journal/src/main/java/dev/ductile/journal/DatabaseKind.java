package dev.ductile.journal;

/** The databases that Ductile can use, with the few differences between their languages. */
enum DatabaseKind {
  /** A file. All writers share one lock. */
  SQLITE("", "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"),
  /** A server. Rows are locked one by one. */
  POSTGRESQL(" FOR SHARE", "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)");

  private final String shareLock;
  private final String now;

  DatabaseKind(String shareLock, String now) {
    this.shareLock = shareLock;
    this.now = now;
  }

  /** The end of a query whose rows other transactions cannot change until this one ends. */
  String shareLock() {
    return shareLock;
  }

  /** The expression of the database's own clock, in milliseconds. */
  String now() {
    return now;
  }
}
