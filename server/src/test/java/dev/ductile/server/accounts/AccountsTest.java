package dev.ductile.server.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ductile.rest.Identity;
import dev.ductile.rest.IssuedToken;
import dev.ductile.rest.NewToken;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AccountsTest {
  private static final Principal ROOT =
      new Principal("root", Role.ADMIN, List.of(), new SignIn.ByOpenId(), Optional.empty());
  private static final int MOST_TOKENS = 10_000;

  private final TestAccounts.Clock clock = new TestAccounts.Clock();
  private final TestAccounts given = new TestAccounts(clock);
  private final Accounts accounts = given.accounts();

  @Test
  void aTokenOfTheServiceNamesItsUser() {
    Principal ada = accounts.principal(given.token("ada", Role.QUEUE_ADMIN)).orElseThrow();

    assertThat(Accounts.identity(ada))
        .isEqualTo(new Identity("ada", "queue-admin", List.of("vision"), "token"));
  }

  @Test
  void withoutAnIssuerNoOtherTokenIsKnown() {
    assertThat(accounts.principal("eyJhbGciOiJub25lIn0.e30.")).isEmpty();
    assertThat(accounts.principal("")).isEmpty();
    assertThat(accounts.principal("dtl_" + "0".repeat(10_000))).isEmpty();
    assertThat(accounts.signIn().issuer()).isEmpty();
  }

  @Test
  void aLongRequestEndsWithTheTokenOfItsUser() {
    Principal ada =
        accounts.principal(given.issue("ada", Role.USER, Optional.of(60.0))).orElseThrow();
    assertThat(accounts.isValid(ada)).isTrue();
    later(Duration.ofSeconds(60));
    assertThat(accounts.isValid(ada)).isFalse();

    Principal bob = accounts.principal(given.token("bob", Role.USER)).orElseThrow();
    assertThat(accounts.isValid(bob)).isTrue();
    accounts.tokens().revoke(ROOT, ((SignIn.ByToken) bob.signIn()).id());
    assertThat(accounts.isValid(bob)).isFalse();
  }

  @Test
  void aLongRequestEndsWithTheSessionAtTheProvider() {
    Instant end = clock.instant().plusSeconds(60);
    var eve = new Principal("eve", Role.USER, List.of(), new SignIn.ByOpenId(), Optional.of(end));

    assertThat(accounts.isValid(eve)).isTrue();
    clock.moveTo(end);
    assertThat(accounts.isValid(eve)).isFalse();
    assertThat(accounts.isValid(ROOT)).isTrue();
  }

  @Test
  void textOfTokensIsRedacted() {
    String token = given.token(Role.USER);

    assertThat(TokenText.redacted("Bearer " + token + " of ada"))
        .isEqualTo("Bearer dtl_[redacted] of ada");
    assertThat(TokenText.parse(token).orElseThrow())
        .hasToString(token.substring(0, 17) + "[redacted]");
  }

  /** Tokens that ended long ago make room; without such tokens the next one is refused. */
  @Test
  void thereAreAtMostTenThousandTokens() {
    var tokens = new Tokens(new TokensInMemory(), clock, new Random(1));
    NewToken request =
        new NewToken(
            "many", "ada", "user", List.of(), Optional.of(Duration.ofDays(1).toSeconds() * 1.0));
    List<IssuedToken> issued =
        IntStream.range(0, MOST_TOKENS).mapToObj(_ -> tokens.issue(ROOT, request)).toList();
    assertFull(tokens, request);

    later(Duration.ofDays(91).minusSeconds(1));
    assertFull(tokens, request);
    later(Duration.ofSeconds(1));
    IssuedToken last = tokens.issue(ROOT, request);

    assertThat(tokens.visibleTo(ROOT)).containsExactly(last.token());
    assertThat(tokens.principal(issued.getFirst().secret())).isEmpty();
    assertThat(tokens.principal(last.secret())).isPresent();
  }

  private static void assertFull(Tokens tokens, NewToken request) {
    assertThatExceptionOfType(AccountRefusal.class)
        .isThrownBy(() -> tokens.issue(ROOT, request))
        .withMessageContaining("10000 tokens; revoke some")
        .satisfies(refusal -> assertThat(refusal.kind()).isEqualTo(AccountRefusal.Kind.LIMIT));
  }

  private void later(Duration time) {
    clock.moveTo(clock.instant().plus(time));
  }
}
