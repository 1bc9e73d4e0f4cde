package dev.ductile.server.accounts;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A token store without a database. */
public final class TokensInMemory implements TokenStore {
  private final Map<String, StoredToken> tokens = new ConcurrentHashMap<>();

  @Override
  public List<StoredToken> all() {
    return new ArrayList<>(tokens.values());
  }

  @Override
  public void add(StoredToken token) {
    tokens.put(token.id(), token);
  }

  @Override
  public void revoke(String id) {
    tokens.computeIfPresent(id, (key, token) -> token.withRevoked());
  }

  @Override
  public void used(Map<String, Instant> times) {
    times.forEach((id, time) -> tokens.computeIfPresent(id, (key, token) -> token.usedAt(time)));
  }

  @Override
  public void forget(List<String> ids) {
    ids.forEach(tokens::remove);
  }
}
