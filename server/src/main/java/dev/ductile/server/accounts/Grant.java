package dev.ductile.server.accounts;

import static dev.ductile.server.accounts.AccountRefusal.Kind.FORBIDDEN;
import static dev.ductile.server.accounts.AccountRefusal.Kind.INVALID;

import dev.ductile.rest.NewToken;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A checked request for a token. */
record Grant(
    String name,
    String user,
    Role role,
    List<String> queues,
    Instant created,
    Optional<Instant> expires) {
  private static final Pattern NAME = Pattern.compile("[^\\p{Cntrl}]{1,100}");
  private static final Pattern USER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@+-]{0,99}");
  private static final Duration USUAL = Duration.ofDays(90);
  private static final Duration LONGEST = Duration.ofDays(366);
  private static final int MOST_QUEUES = 100;

  static Grant of(Principal issuer, NewToken request, Instant now) {
    Role role = role(request.role());
    require(
        NAME.matcher(request.name()).matches(),
        "name: 1 to 100 characters, none a control character");
    require(
        USER.matcher(request.user()).matches(), "user: letters, digits and . _ @ + -, at most 100");
    requireQueues(role, request.queues());
    requireRights(issuer, role, request);
    return new Grant(
        request.name(), request.user(), role, request.queues(), now, expiry(issuer, request, now));
  }

  StoredToken token(TokenText text) {
    return new StoredToken(
        text.id(),
        name,
        user,
        role,
        queues,
        text.hash(),
        created,
        expires,
        Optional.empty(),
        false);
  }

  private static Role role(String word) {
    return Role.of(word)
        .orElseThrow(() ->
            new AccountRefusal(
                INVALID, "role: " + word + " is none of viewer, user, queue-admin, admin"));
  }

  private static void requireQueues(Role role, List<String> queues) {
    require(
        queues.size() <= MOST_QUEUES
            && queues.stream().allMatch(queue -> NAME.matcher(queue).matches()),
        "queues: at most 100 names");
    require(
        (role == Role.QUEUE_ADMIN) != queues.isEmpty(),
        "queues: a queue-admin has at least one, other roles have none");
  }

  private static void requireRights(Principal issuer, Role role, NewToken request) {
    if (!issuer.has(role)) {
      throw new AccountRefusal(
          FORBIDDEN,
          "your role is %s, and a token cannot have more rights: %s"
              .formatted(issuer.role().word(), role.word()));
    }
    if (!issuer.has(Role.ADMIN) && !issuer.user().equals(request.user())) {
      throw new AccountRefusal(
          FORBIDDEN, "only an admin makes tokens for other users; yours is " + issuer.user());
    }
    if (!request.queues().stream().allMatch(issuer::administers)) {
      throw new AccountRefusal(
          FORBIDDEN, "your queues are %s, not %s".formatted(issuer.queues(), request.queues()));
    }
  }

  /** A token issued with another token does not outlive it, unless an admin issues it. */
  private static Optional<Instant> expiry(Principal issuer, NewToken request, Instant now) {
    double seconds = request.expiresInSeconds().orElse((double) USUAL.toSeconds());
    require(
        seconds >= 1 && seconds <= LONGEST.toSeconds(),
        "expiresInSeconds: from 1 to " + LONGEST.toSeconds());
    Instant asked = now.plusMillis(Math.round(seconds * 1000));
    Optional<Instant> most =
        switch (issuer.signIn()) {
          case SignIn.ByToken token when !issuer.has(Role.ADMIN) -> issuer.expires();
          case SignIn.ByToken token -> Optional.empty();
          case SignIn.ByOpenId openId -> Optional.empty();
          case SignIn.BySession session -> Optional.empty();
        };
    return Optional.of(most.filter(asked::isAfter).orElse(asked));
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new AccountRefusal(INVALID, message);
    }
  }
}
