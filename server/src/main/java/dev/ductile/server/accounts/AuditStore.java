package dev.ductile.server.accounts;

import dev.ductile.rest.AuditEntry;
import java.util.List;
import java.util.OptionalLong;

/** The audit log in the database. Entries are never changed. */
public interface AuditStore {
  /** The number of the last entry; 0 if there is none. */
  long last();

  /** Returns when the entries are durable. */
  void append(List<AuditEntry> entries);

  /** The newest entries with a smaller number than this one, newest first. */
  List<AuditEntry> before(OptionalLong number, int limit);

  /** Deletes the entries up to this number. */
  void forget(long number);
}
