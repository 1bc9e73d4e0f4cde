package dev.ductile.server.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.rest.SignedIn;
import dev.ductile.rest.TokenView;
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
  void anAdminSeesAndEndsAllSessionsAndOthersTheirOwn() {
    SignedIn ofAda = sessions.begin(user("ada"), HOUR);
    SignedIn ofBob = sessions.begin(user("bob"), HOUR);
    Principal admin =
        new Principal("root", Role.ADMIN, List.of(), new SignIn.ByToken("t"), Optional.empty());

    List<TokenView> all = sessions.visibleTo(admin);
    assertThat(all).extracting(TokenView::user).containsExactly("ada", "bob");
    assertThat(all).extracting(TokenView::kind).containsOnly("session");
    assertThat(sessions.visibleTo(user("bob"))).containsExactly(all.getLast());
    assertThat(sessions.end(user("bob"), all.getFirst().id())).isEmpty();
    assertThat(sessions.end(admin, all.getFirst().id()).orElseThrow().revoked()).isTrue();
    assertThat(sessions.principal(ofAda.token())).isEmpty();
    assertThat(sessions.principal(ofBob.token())).isPresent();
    assertThat(sessions.end(admin, all.getFirst().id())).isEmpty();
    clock.moveTo(ofBob.expires());
    assertThat(sessions.visibleTo(admin)).isEmpty();
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
