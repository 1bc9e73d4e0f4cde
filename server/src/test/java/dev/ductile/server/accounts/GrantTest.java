package dev.ductile.server.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ductile.rest.NewToken;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a request for a token must say, and what an issuer may give. */
class GrantTest {
  private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

  @Test
  void aTokenLastsNinetyDaysUnlessItsRequestSaysOtherwise() {
    NewToken request = new NewToken("laptop", "ada", "user", List.of(), Optional.empty());

    assertThat(Grant.of(admin(), request, NOW).expires()).contains(NOW.plusSeconds(90 * 86_400));
  }

  @ParameterizedTest
  @CsvSource({"1, true", "0.999, false", "31622400, true", "31622401, false", "NaN, false"})
  void aTokenLastsFromASecondToAYear(double seconds, boolean isAllowed) {
    NewToken request = new NewToken("laptop", "ada", "user", List.of(), Optional.of(seconds));

    assertThat(refusal(admin(), request).isEmpty()).isEqualTo(isAllowed);
  }

  @Test
  void namesUsersAndRolesHaveTheirLetters() {
    assertThat(refusal(admin(), named("", "ada"))).hasValueSatisfying(startsWith("name: "));
    assertThat(refusal(admin(), named("a\nb", "ada"))).hasValueSatisfying(startsWith("name: "));
    assertThat(refusal(admin(), named("laptop", "-ada"))).hasValueSatisfying(startsWith("user: "));
    assertThat(refusal(admin(), named("laptop", "a b"))).hasValueSatisfying(startsWith("user: "));
    NewToken king = new NewToken("laptop", "ada", "king", List.of(), Optional.empty());
    assertThat(refusal(admin(), king)).hasValueSatisfying(startsWith("role: king "));
  }

  @Test
  void onlyAQueueAdminHasQueuesAndAtMostAHundred() {
    List<String> hundred = Collections.nCopies(100, "vision");
    List<String> more = Collections.nCopies(101, "vision");

    assertThat(refusal(admin(), request("queue-admin", hundred))).isEmpty();
    assertThat(refusal(admin(), request("queue-admin", more)))
        .hasValueSatisfying(startsWith("queues: at most 100"));
    assertThat(refusal(admin(), request("queue-admin", List.of("a\tb"))))
        .hasValueSatisfying(startsWith("queues: at most 100"));
    assertThat(refusal(admin(), request("queue-admin", List.of())))
        .hasValueSatisfying(startsWith("queues: a queue-admin has at least one"));
    assertThat(refusal(admin(), request("user", List.of("vision"))))
        .hasValueSatisfying(startsWith("queues: a queue-admin has at least one"));
  }

  @Test
  void aQueueAdminGivesOnlyItsOwnQueuesAndOnlyToItself() {
    Principal ada = principal("ada", Role.QUEUE_ADMIN, List.of("vision"), new SignIn.ByOpenId());

    assertThat(refusal(ada, request("queue-admin", List.of("vision")))).isEmpty();
    assertThat(refusal(ada, request("queue-admin", List.of("vision", "speech"))))
        .hasValueSatisfying(startsWith("your queues are [vision]"));
    assertThat(refusal(ada, request("admin", List.of())))
        .hasValueSatisfying(startsWith("your role is queue-admin"));
    NewToken other = new NewToken("laptop", "bob", "user", List.of(), Optional.empty());
    assertThat(refusal(ada, other)).hasValueSatisfying(startsWith("only an admin makes tokens"));
  }

  /** A person who signs in at the provider may have a token that lasts longer than that session. */
  @Test
  void aTokenByATokenDoesNotOutliveItUnlessAnAdminIssuesIt() {
    var byToken = new SignIn.ByToken("0123456789ab");
    Instant soon = NOW.plusSeconds(60);
    NewToken request = request("user", List.of());

    assertThat(expiry(principal("ada", Role.USER, List.of(), byToken), request)).isEqualTo(soon);
    assertThat(expiry(principal("ada", Role.ADMIN, List.of(), byToken), request)).isAfter(soon);
    assertThat(expiry(principal("ada", Role.USER, List.of(), new SignIn.ByOpenId()), request))
        .isAfter(soon);
  }

  private static Instant expiry(Principal issuer, NewToken request) {
    return Grant.of(issuer, request, NOW).expires().orElseThrow();
  }

  private static Optional<String> refusal(Principal issuer, NewToken request) {
    return Optional.ofNullable(
            catchThrowableOfType(AccountRefusal.class, () -> Grant.of(issuer, request, NOW)))
        .map(refusal -> String.valueOf(refusal.getMessage()));
  }

  private static Consumer<String> startsWith(String begin) {
    return text -> assertThat(text).startsWith(begin);
  }

  private static NewToken named(String name, String user) {
    return new NewToken(name, user, "user", List.of(), Optional.empty());
  }

  private static NewToken request(String role, List<String> queues) {
    return new NewToken("laptop", "ada", role, queues, Optional.empty());
  }

  private static Principal admin() {
    return principal("root", Role.ADMIN, List.of(), new SignIn.ByOpenId());
  }

  private static Principal principal(String user, Role role, List<String> queues, SignIn signIn) {
    return new Principal(user, role, queues, signIn, Optional.of(NOW.plusSeconds(60)));
  }
}
