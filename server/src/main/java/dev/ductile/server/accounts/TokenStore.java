package dev.ductile.server.accounts;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The tokens in the database. */
public interface TokenStore {
  List<StoredToken> all();

  /** Returns when the token is durable. */
  void add(StoredToken token);

  /** Returns when the revocation is durable. */
  void revoke(String id);

  /** Writes the time of the last use of tokens, by identifier. */
  void used(Map<String, Instant> times);

  /** Deletes tokens that are no longer valid. */
  void forget(List<String> ids);
}
