package dev.ductile.server.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.rest.SignedIn;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SessionsTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final TestAccounts.Clock clock = new TestAccounts.Clock();
  private final Sessions sessions = new Sessions(clock, new Random(3));

  @Test
  void sessionHasTheRightsOfItsUserUntilItEnds() {
    SignedIn begun = sessions.begin(user("ada"), HOUR);

    assertThat(sessions.principal(begun.token()))
        .hasValueSatisfying(ada -> {
          assertThat(ada.user()).isEqualTo("ada");
          assertThat(ada.role()).isEqualTo(Role.USER);
          assertThat(ada.signIn().word()).isEqualTo("oidc");
          assertThat(ada.expires()).hasValue(clock.instant().plus(HOUR));
        });
    clock.moveTo(begun.expires());
    assertThat(sessions.principal(begun.token())).isEmpty();
  }

  @Test
  void endedSessionIsUnknownAndOthersStay() {
    SignedIn first = sessions.begin(user("ada"), HOUR);
    SignedIn second = sessions.begin(user("ada"), HOUR);
    SignIn.BySession ended =
        (SignIn.BySession) sessions.principal(first.token()).orElseThrow().signIn();

    sessions.end(ended.id());

    assertThat(sessions.isValid(ended.id())).isFalse();
    assertThat(sessions.principal(first.token())).isEmpty();
    assertThat(sessions.principal(second.token())).isPresent();
  }

  @Test
  void theOldestSessionOfAUserMakesRoom() {
    SignedIn other = sessions.begin(user("bob"), HOUR);
    SignedIn first = sessions.begin(user("ada"), HOUR);
    for (int i = 0; i < 50; i++) {
      sessions.begin(user("ada"), HOUR);
    }

    assertThat(sessions.principal(first.token())).isEmpty();
    assertThat(sessions.principal(other.token())).isPresent();
  }

  @Test
  void logsShowNoTokenOfASession() {
    String token = sessions.begin(user("ada"), HOUR).token();

    assertThat(TokenText.redacted("GET with " + token)).isEqualTo("GET with dts_[redacted]");
  }

  private static Principal user(String name) {
    return new Principal(name, Role.USER, List.of(), new SignIn.ByOpenId(), Optional.empty());
  }
}
