package dev.ductile.server.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.journal.Database;
import dev.ductile.rest.IssuedToken;
import dev.ductile.rest.NewToken;
import dev.ductile.rest.TokenView;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random stories of tokens in a real database, beside a plain list of what must hold: tokens are
 * issued, used, guessed and revoked by users of all roles, time passes, and the server restarts.
 */
class TokensLawTest {
  private static final int STEPS = 150;
  private static final List<String> USERS = List.of("ada", "bob", "eve");
  private static final List<String> QUEUES = List.of("vision", "speech");
  private static final Principal ROOT =
      new Principal("root", Role.ADMIN, List.of(), new SignIn.ByOpenId(), Optional.empty());

  @TempDir private Path folder;
  private final TestAccounts.Clock clock = new TestAccounts.Clock();
  private final List<Known> known = new ArrayList<>();
  private Random random = new Random(0);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void aTokenIsWorthWhatItsIssuerGaveUntilItEnds(long seed) {
    random = new Random(seed);
    int step = 0;
    while (step < STEPS) {
      try (Database database = Database.open("jdbc:sqlite:" + folder.resolve("ductile.db"))) {
        var tokens = new Tokens(new DatabaseTokens(database), clock, random);
        requireAgreement(tokens);
        for (boolean runs = true; runs && step < STEPS; step++) {
          runs = step(tokens);
          requireAgreement(tokens);
        }
      }
    }
    assertThat(known).as("tokens of the story").hasSizeGreaterThan(10);
  }

  /** One step; false if the server restarts after it. */
  private boolean step(Tokens tokens) {
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> issue(tokens);
      case 3 -> use(tokens);
      case 4 -> guess(tokens);
      case 5 -> revoke(tokens);
      case 6 -> clock.moveTo(clock.instant().plusSeconds(1 + random.nextInt(60)));
      default -> {
        tokens.writeUses();
        return random.nextBoolean();
      }
    }
    return true;
  }

  private void issue(Tokens tokens) {
    Principal issuer = somebody();
    Role role = one(List.of(Role.values()));
    List<String> queues =
        role == Role.QUEUE_ADMIN ? QUEUES.subList(0, 1 + random.nextInt(2)) : List.of();
    double seconds = 1 + random.nextInt(300);
    var request = new NewToken("of a story", one(USERS), role.word(), queues, Optional.of(seconds));
    boolean isAllowed =
        issuer.role() == Role.ADMIN
            || (issuer.role().compareTo(role) >= 0
                && issuer.user().equals(request.user())
                && issuer.queues().containsAll(queues));
    Optional<IssuedToken> issued = tryToIssue(tokens, issuer, request);
    assertThat(issued.isPresent()).as("%s issues %s", issuer, request).isEqualTo(isAllowed);
    issued.ifPresent(token -> {
      Instant asked = clock.instant().plusMillis(Math.round(seconds * 1000));
      Instant ends =
          issuer.role() == Role.ADMIN
              ? asked
              : issuer.expires().filter(asked::isAfter).orElse(asked);
      known.add(new Known(token, role, request, ends));
    });
  }

  private static Optional<IssuedToken> tryToIssue(
      Tokens tokens, Principal issuer, NewToken request) {
    try {
      return Optional.of(tokens.issue(issuer, request));
    } catch (AccountRefusal refusal) {
      assertThat(refusal.kind()).isEqualTo(AccountRefusal.Kind.FORBIDDEN);
      return Optional.empty();
    }
  }

  private void use(Tokens tokens) {
    if (known.isEmpty()) {
      return;
    }
    Known one = one(known);
    Optional<Principal> found = tokens.principal(one.issued.secret());
    assertThat(found.isPresent()).as("%s is valid", one).isEqualTo(isValid(one));
    found.ifPresent(user -> {
      assertThat(user).isEqualTo(one.principal());
      one.used = Optional.of(clock.instant());
    });
  }

  /** One wrong digit, anywhere. */
  private void guess(Tokens tokens) {
    if (known.isEmpty()) {
      return;
    }
    var text = new StringBuilder(one(known).issued.secret());
    int at = random.nextInt(text.length());
    text.setCharAt(at, text.charAt(at) == '0' ? '1' : '0');
    assertThat(tokens.principal(text.toString())).isEmpty();
  }

  private void revoke(Tokens tokens) {
    if (known.isEmpty()) {
      return;
    }
    Principal revoker = somebody();
    Known one = one(known);
    boolean sees = revoker.role() == Role.ADMIN || revoker.user().equals(one.request.user());
    try {
      TokenView revoked = tokens.revoke(revoker, one.id());
      assertThat(sees).as("%s sees %s", revoker, one).isTrue();
      assertThat(revoked.revoked()).isTrue();
      one.revoked = true;
    } catch (AccountRefusal refusal) {
      assertThat(refusal.kind()).isEqualTo(AccountRefusal.Kind.UNKNOWN);
      assertThat(sees).as("%s sees %s", revoker, one).isFalse();
    }
  }

  private void requireAgreement(Tokens tokens) {
    for (Known one : known) {
      assertThat(tokens.isValid(one.id())).as("%s is valid", one).isEqualTo(isValid(one));
    }
    assertThat(tokens.hasValidAdmin())
        .isEqualTo(known.stream().anyMatch(one -> one.role == Role.ADMIN && isValid(one)));
    assertThat(tokens.visibleTo(ROOT).stream().map(TokenView::id))
        .containsExactlyInAnyOrderElementsOf(known.stream().map(Known::id).toList());
    String user = one(USERS);
    var viewer =
        new Principal(user, Role.VIEWER, List.of(), new SignIn.ByOpenId(), Optional.empty());
    assertThat(tokens.visibleTo(viewer).stream().map(TokenView::id))
        .containsExactlyInAnyOrderElementsOf(
            known.stream().filter(one -> one.request.user().equals(user)).map(Known::id).toList());
  }

  /** The times of use that a list shows are those of the last use, written or not. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void theLastUseIsShownBeforeAndAfterItIsWritten(long seed) {
    random = new Random(seed);
    try (Database database = Database.open("jdbc:sqlite:" + folder.resolve("ductile.db"))) {
      var store = new DatabaseTokens(database);
      var tokens = new Tokens(store, clock, random);
      String secret = tokens.issueFirstAdmin().secret();
      for (boolean isWritten : List.of(false, true, false)) {
        clock.moveTo(clock.instant().plus(Duration.ofMinutes(1 + random.nextInt(9))));
        assertThat(tokens.principal(secret)).isPresent();
        assertThat(lastUse(tokens)).contains(clock.instant());
        if (isWritten) {
          tokens.writeUses();
          assertThat(lastUse(tokens)).contains(clock.instant());
          assertThat(lastUse(new Tokens(store, clock, random))).contains(clock.instant());
        }
      }
      assertThat(lastUse(new Tokens(store, clock, random)))
          .hasValueSatisfying(written -> assertThat(written).isBefore(clock.instant()));
    }
  }

  private static Optional<Instant> lastUse(Tokens tokens) {
    return tokens.visibleTo(ROOT).getFirst().lastUsed();
  }

  private boolean isValid(Known one) {
    return !one.revoked && clock.instant().isBefore(one.ends);
  }

  /** An admin of the provider, or a user by a token that is valid now. */
  private Principal somebody() {
    List<Known> valid = known.stream().filter(this::isValid).toList();
    return valid.isEmpty() || random.nextInt(4) == 0 ? ROOT : one(valid).principal();
  }

  private <T> T one(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  /** A token that was issued, and what became of it. */
  private static final class Known {
    private final IssuedToken issued;
    private final Role role;
    private final NewToken request;
    private final Instant ends;
    private boolean revoked;
    private Optional<Instant> used = Optional.empty();

    private Known(IssuedToken issued, Role role, NewToken request, Instant ends) {
      this.issued = issued;
      this.role = role;
      this.request = request;
      this.ends = ends;
    }

    private String id() {
      return issued.token().id();
    }

    private Principal principal() {
      return new Principal(
          request.user(), role, request.queues(), new SignIn.ByToken(id()), Optional.of(ends));
    }

    @Override
    public String toString() {
      return "%s, ends %s, revoked %s, used %s".formatted(request, ends, revoked, used);
    }
  }
}
