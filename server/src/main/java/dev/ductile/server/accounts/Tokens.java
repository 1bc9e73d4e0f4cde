package dev.ductile.server.accounts;

import static dev.ductile.server.accounts.AccountRefusal.Kind.LIMIT;
import static dev.ductile.server.accounts.AccountRefusal.Kind.UNKNOWN;

import dev.ductile.rest.IssuedToken;
import dev.ductile.rest.NewToken;
import dev.ductile.rest.TokenView;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/**
 * The tokens of the service, all in memory. One server at a time changes the database, so memory
 * and database agree.
 */
public final class Tokens {
  private static final int MOST = 10_000;

  /** A token that expired so long ago, or was revoked, makes room for new ones. */
  private static final Duration KEPT = Duration.ofDays(90);

  private final TokenStore store;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final Map<String, StoredToken> tokens = new ConcurrentHashMap<>();
  private final Map<String, Instant> unwrittenUses = new ConcurrentHashMap<>();

  public Tokens(TokenStore store, InstantSource clock, RandomGenerator random) {
    this.store = store;
    this.clock = clock;
    this.random = random;
    store.all().forEach(token -> tokens.put(token.id(), token));
  }

  /** The user of a valid token. */
  public Optional<Principal> principal(String text) {
    Instant now = clock.instant();
    Optional<StoredToken> valid =
        TokenText.parse(text)
            .flatMap(given -> Optional.ofNullable(tokens.get(given.id())).filter(given::matches))
            .filter(token -> token.isValidAt(now));
    valid.ifPresent(token -> unwrittenUses.put(token.id(), now));
    return valid.map(StoredToken::principal);
  }

  /** Whether a token was neither revoked nor has expired. */
  public boolean isValid(String id) {
    StoredToken token = tokens.get(id);
    return token != null && token.isValidAt(clock.instant());
  }

  public boolean hasValidAdmin() {
    Instant now = clock.instant();
    return tokens.values().stream()
        .anyMatch(token -> token.role() == Role.ADMIN && token.isValidAt(now));
  }

  /** A new token. An issuer gives no right and no time that it lacks. */
  public IssuedToken issue(Principal issuer, NewToken request) {
    Grant grant = Grant.of(issuer, request, clock.instant());
    return add(grant);
  }

  /** The first token of a new service. It does not expire. */
  IssuedToken issueFirstAdmin() {
    return add(
        new Grant(
            "first start", "admin", Role.ADMIN, List.of(), clock.instant(), Optional.empty()));
  }

  /** The tokens that a user may see: its own, or all for an admin. */
  public List<TokenView> visibleTo(Principal principal) {
    return tokens.values().stream()
        .filter(token -> sees(principal, token))
        .sorted(Comparator.comparing(StoredToken::created).thenComparing(StoredToken::id))
        .map(token -> withLastUse(token).view())
        .toList();
  }

  public TokenView revoke(Principal principal, String id) {
    StoredToken token = tokens.get(id);
    if (token == null || !sees(principal, token)) {
      throw new AccountRefusal(UNKNOWN, "no token or session of yours has the identifier " + id);
    }
    store.revoke(id);
    StoredToken revoked = token.withRevoked();
    tokens.put(id, revoked);
    return revoked.view();
  }

  /** Writes the times of last use that are not in the database yet. */
  public void writeUses() {
    Map<String, Instant> uses = new HashMap<>(unwrittenUses);
    if (uses.isEmpty()) {
      return;
    }
    store.used(uses);
    uses.forEach(this::remember);
  }

  private void remember(String id, Instant time) {
    tokens.computeIfPresent(id, (key, token) -> token.usedAt(time));
    unwrittenUses.remove(id, time);
  }

  private IssuedToken add(Grant grant) {
    requireRoom();
    TokenText text = TokenText.random(random);
    StoredToken token = grant.token(text);
    store.add(token);
    tokens.put(token.id(), token);
    return new IssuedToken(token.view(), text.text());
  }

  private void requireRoom() {
    if (tokens.size() < MOST) {
      return;
    }
    Instant old = clock.instant().minus(KEPT);
    List<String> invalid =
        tokens.values().stream()
            .filter(token -> !token.isValidAt(old))
            .map(StoredToken::id)
            .toList();
    if (invalid.isEmpty()) {
      throw new AccountRefusal(LIMIT, "there are %d tokens; revoke some".formatted(MOST));
    }
    store.forget(invalid);
    invalid.forEach(tokens::remove);
  }

  private StoredToken withLastUse(StoredToken token) {
    Instant used = unwrittenUses.get(token.id());
    return used == null ? token : token.usedAt(used);
  }

  private static boolean sees(Principal principal, StoredToken token) {
    return principal.has(Role.ADMIN) || principal.user().equals(token.user());
  }
}
