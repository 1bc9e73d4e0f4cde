package dev.ductile.server.accounts;

import dev.ductile.rest.NewToken;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Accounts with one token of each role. */
public final class TestAccounts {
  private final Tokens tokens;
  private final Accounts accounts;
  private final Principal root =
      new Principal("root", Role.ADMIN, List.of(), new SignIn.ByOpenId(), Optional.empty());

  public TestAccounts(InstantSource clock) {
    this(clock, Optional.empty());
  }

  public TestAccounts(InstantSource clock, Optional<OpenIdIssuer> issuer) {
    tokens = new Tokens(new TokensInMemory(), clock, new Random(7));
    accounts = new Accounts(tokens, issuer, clock, new Random(8));
  }

  public Accounts accounts() {
    return accounts;
  }

  public Tokens tokens() {
    return tokens;
  }

  /** The text of a new token of a user that is called like its role. */
  public String token(Role role) {
    return token(role.word(), role);
  }

  public String token(String user, Role role) {
    return issue(user, role, Optional.empty());
  }

  public String issue(String user, Role role, Optional<Double> seconds) {
    List<String> queues = role == Role.QUEUE_ADMIN ? List.of("vision") : List.of();
    return tokens.issue(root, new NewToken("test", user, role.word(), queues, seconds)).secret();
  }

  /** A clock that a test moves. */
  public static final class Clock implements InstantSource {
    private volatile Instant now = Instant.parse("2026-05-01T12:00:00Z");

    @Override
    public Instant instant() {
      return now;
    }

    public void moveTo(Instant time) {
      now = time;
    }
  }
}
