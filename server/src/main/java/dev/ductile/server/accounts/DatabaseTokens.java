package dev.ductile.server.accounts;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.ductile.journal.Database;
import dev.ductile.journal.Row;
import dev.ductile.rest.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The tokens in the table {@code tokens}. */
public final class DatabaseTokens implements TokenStore {
  private static final TypeReference<List<String>> NAMES = new TypeReference<>() {};

  private final Database database;

  public DatabaseTokens(Database database) {
    this.database = database;
  }

  @Override
  public List<StoredToken> all() {
    return database.read(session ->
        session.list("SELECT * FROM tokens ORDER BY created, id", DatabaseTokens::token));
  }

  @Override
  public void add(StoredToken token) {
    database.update(session ->
        session.update(
            "INSERT INTO tokens (id, hash, name, principal, role, queues, created, expires,"
                + " last_used, revoked) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            token.id(),
            token.hash(),
            token.name(),
            token.user(),
            token.role().word(),
            text(token.queues()),
            token.created(),
            token.expires(),
            token.lastUsed(),
            token.revoked() ? 1L : 0L));
  }

  @Override
  public void revoke(String id) {
    database.update(session -> session.update("UPDATE tokens SET revoked = 1 WHERE id = ?", id));
  }

  @Override
  public void used(Map<String, Instant> times) {
    database.update(session ->
        times.forEach((id, time) ->
            session.update("UPDATE tokens SET last_used = ? WHERE id = ?", time, id)));
  }

  @Override
  public void forget(List<String> ids) {
    database.update(
        session -> ids.forEach(id -> session.update("DELETE FROM tokens WHERE id = ?", id)));
  }

  private static StoredToken token(Row row) {
    return new StoredToken(
        row.text("id"),
        row.text("name"),
        row.text("principal"),
        role(row.text("role")),
        names(row.text("queues")),
        row.text("hash"),
        row.instant("created"),
        row.optionalInstant("expires"),
        row.optionalInstant("last_used"),
        row.optionalNumber("revoked").orElse(0L) != 0);
  }

  private static Role role(String word) {
    return Role.of(word)
        .orElseThrow(
            () -> new IllegalStateException("the table tokens has the unknown role " + word));
  }

  private static String text(List<String> names) {
    try {
      return Json.MAPPER.writeValueAsString(names);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("no JSON for " + names, e);
    }
  }

  private static List<String> names(String text) {
    try {
      return Json.MAPPER.readValue(text, NAMES);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the table tokens has the queues " + text, e);
    }
  }
}
