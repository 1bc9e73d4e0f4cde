package dev.ductile.server.accounts;

import dev.ductile.rest.SignedIn;
import dev.ductile.rest.TokenView;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The sessions of people who signed in at an OpenID Connect provider. They are in memory, by the
 * hashes of their secrets, and end with the server.
 */
final class Sessions {
  /** The beginning of the token of a session. */
  static final String PREFIX = "dts_";

  private static final String ID_PREFIX = "session-";
  private static final int ID_DIGITS = 16;
  private static final int MOST = 10_000;
  private static final int MOST_OF_USER = 50;
  private static final int SECRET_BYTES = 32;

  private final InstantSource clock;
  private final RandomGenerator random;

  /** The oldest session is the first one. */
  private final Map<String, Session> sessions = new LinkedHashMap<>();

  private record Session(Principal principal, Instant began) {
    /** Its identifier in lists, from which its token cannot be derived. */
    String id() {
      return ID_PREFIX + ((SignIn.BySession) principal.signIn()).id().substring(0, ID_DIGITS);
    }

    TokenView view(boolean isEnded) {
      return new TokenView(
          id(),
          "session",
          "sign-in at the provider",
          principal.user(),
          principal.role().word(),
          principal.queues(),
          began,
          principal.expires(),
          Optional.empty(),
          isEnded);
    }
  }

  Sessions(InstantSource clock, RandomGenerator random) {
    this.clock = clock;
    this.random = random;
  }

  /** Begins a session. The oldest one of a user or of all users makes room. */
  synchronized SignedIn begin(Principal user, Duration time) {
    byte[] drawn = new byte[SECRET_BYTES];
    random.nextBytes(drawn);
    String token = PREFIX + HexFormat.of().formatHex(drawn);
    String id = hash(token);
    Instant end = clock.instant().plus(time);
    makeRoom(user.user());
    var principal =
        new Principal(
            user.user(), user.role(), user.queues(), new SignIn.BySession(id), Optional.of(end));
    sessions.put(id, new Session(principal, clock.instant()));
    return new SignedIn(token, user.user(), end);
  }

  synchronized Optional<Principal> principal(String token) {
    return Optional.ofNullable(sessions.get(hash(token)))
        .filter(this::isRunning)
        .map(Session::principal);
  }

  synchronized boolean isValid(String id) {
    return Optional.ofNullable(sessions.get(id)).filter(this::isRunning).isPresent();
  }

  synchronized void end(String id) {
    sessions.remove(id);
  }

  /** The running sessions that a user may see: its own, or all for an admin. */
  synchronized List<TokenView> visibleTo(Principal principal) {
    return sessions.values().stream()
        .filter(session -> isRunning(session) && sees(principal, session))
        .map(session -> session.view(false))
        .toList();
  }

  /** Ends a session of this identifier that the user may see; empty if there is none. */
  synchronized Optional<TokenView> end(Principal principal, String id) {
    Optional<Session> found =
        sessions.values().stream()
            .filter(session -> session.id().equals(id))
            .filter(session -> isRunning(session) && sees(principal, session))
            .findFirst();
    found.ifPresent(sessions.values()::remove);
    return found.map(session -> session.view(true));
  }

  private static boolean sees(Principal principal, Session session) {
    return principal.has(Role.ADMIN) || principal.user().equals(session.principal().user());
  }

  synchronized void endAll() {
    sessions.clear();
  }

  private boolean isRunning(Session session) {
    return session.principal().expires().filter(clock.instant()::isBefore).isPresent();
  }

  private void makeRoom(String user) {
    sessions.values().removeIf(session -> !isRunning(session));
    List<String> own =
        sessions.entrySet().stream()
            .filter(entry -> entry.getValue().principal().user().equals(user))
            .map(Map.Entry::getKey)
            .toList();
    if (own.size() >= MOST_OF_USER) {
      sessions.remove(own.getFirst());
    } else if (sessions.size() >= MOST) {
      sessions.remove(sessions.keySet().iterator().next());
    }
  }

  private static String hash(String token) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }
}
