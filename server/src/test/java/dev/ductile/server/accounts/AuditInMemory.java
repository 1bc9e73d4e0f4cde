package dev.ductile.server.accounts;

import dev.ductile.rest.AuditEntry;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;

/** An audit store without a database. */
public final class AuditInMemory implements AuditStore {
  private final List<AuditEntry> entries = new CopyOnWriteArrayList<>();

  @Override
  public long last() {
    return entries.isEmpty() ? 0 : entries.getLast().number();
  }

  @Override
  public void append(List<AuditEntry> more) {
    entries.addAll(more);
  }

  @Override
  public List<AuditEntry> before(OptionalLong number, int limit) {
    return entries.reversed().stream()
        .filter(entry -> entry.number() < number.orElse(Long.MAX_VALUE))
        .limit(limit)
        .toList();
  }

  @Override
  public void forget(long number) {
    entries.removeIf(entry -> entry.number() <= number);
  }
}
