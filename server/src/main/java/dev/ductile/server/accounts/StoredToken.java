package dev.ductile.server.accounts;

import dev.ductile.rest.TokenView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A token as the database has it.
 *
 * @param hash the SHA-256 of the secret, in hexadecimal digits
 */
public record StoredToken(
    String id,
    String name,
    String user,
    Role role,
    List<String> queues,
    String hash,
    Instant created,
    Optional<Instant> expires,
    Optional<Instant> lastUsed,
    boolean revoked) {
  public StoredToken {
    queues = List.copyOf(queues);
  }

  boolean isValidAt(Instant now) {
    return !revoked && expires.filter(end -> !now.isBefore(end)).isEmpty();
  }

  Principal principal() {
    return new Principal(user, role, queues, new SignIn.ByToken(id), expires);
  }

  TokenView view() {
    return new TokenView(
        id, "token", name, user, role.word(), queues, created, expires, lastUsed, revoked);
  }

  StoredToken withRevoked() {
    return new StoredToken(id, name, user, role, queues, hash, created, expires, lastUsed, true);
  }

  StoredToken usedAt(Instant time) {
    return new StoredToken(
        id, name, user, role, queues, hash, created, expires, Optional.of(time), revoked);
  }
}
