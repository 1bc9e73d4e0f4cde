package dev.ductile.server.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.scenario.OpenIdProvider;
import dev.ductile.scenario.OpenIdProvider.Rights;
import dev.ductile.scenario.OpenIdSignIn;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OpenIdSettingsTest {
  @Test
  void rightsOfTheServerFileAreRolesOfTheSameWord() {
    for (Rights rights : Rights.values()) {
      OpenIdSettings settings = OpenIdSettings.of(provider(rights));

      assertThat(settings.roles()).isEqualTo(Map.of("ml", Role.valueOf(rights.name())));
      assertThat(settings.otherwise()).contains(Role.valueOf(rights.name()));
      assertThat(settings.userClaim()).isEqualTo("email");
      assertThat(settings.roleClaim()).isEqualTo("groups");
      assertThat(settings.queuesClaim()).contains("queues");
    }
  }

  private static OpenIdProvider provider(Rights rights) {
    return new OpenIdProvider(
        URI.create("https://login.example.org"),
        "ductile",
        "email",
        "groups",
        Map.of("ml", rights),
        Optional.of(rights),
        Optional.of("queues"),
        new OpenIdSignIn(
            "Example", OpenIdSignIn.USUAL_SCOPES, Optional.empty(), OpenIdSignIn.USUAL_SESSION));
  }
}
