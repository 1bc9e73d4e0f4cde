package dev.ductile.server.accounts;

import dev.ductile.journal.Database;
import dev.ductile.journal.Row;
import dev.ductile.journal.Session;
import dev.ductile.rest.AuditEntry;
import java.util.List;
import java.util.OptionalLong;

/** The audit log in the table {@code audit}. */
public final class DatabaseAudit implements AuditStore {
  private final Database database;

  public DatabaseAudit(Database database) {
    this.database = database;
  }

  @Override
  public long last() {
    return database
        .read(session ->
            session.first(
                "SELECT COALESCE(MAX(number), 0) AS last FROM audit", row -> row.number("last")))
        .orElse(0L);
  }

  @Override
  public void append(List<AuditEntry> entries) {
    database.update(session -> entries.forEach(entry -> insert(session, entry)));
  }

  @Override
  public List<AuditEntry> before(OptionalLong number, int limit) {
    return database.read(session ->
        session.list(
            "SELECT * FROM audit WHERE number < ? ORDER BY number DESC LIMIT ?",
            DatabaseAudit::entry,
            number.orElse(Long.MAX_VALUE),
            limit));
  }

  @Override
  public void forget(long number) {
    database.update(session -> session.update("DELETE FROM audit WHERE number <= ?", number));
  }

  private static void insert(Session session, AuditEntry entry) {
    session.update(
        "INSERT INTO audit (number, at, principal, source, action, target, outcome)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?)",
        entry.number(),
        entry.at(),
        entry.user(),
        entry.from(),
        entry.action(),
        entry.target(),
        entry.outcome());
  }

  private static AuditEntry entry(Row row) {
    return new AuditEntry(
        row.number("number"),
        row.instant("at"),
        row.text("principal"),
        row.text("source"),
        row.text("action"),
        row.text("target"),
        row.text("outcome"));
  }
}
