package dev.ductile.scenario.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.api.Stability;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.KeptTimes;
import dev.ductile.scenario.OpenIdSignIn;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServerFileTest {
  private static final String CLUSTER = "cluster: {nodes: [{resources: {gpu: 8}}]}\n";

  @TempDir private Path folder;

  @Test
  void thePastIsKeptForTheTimesOfTheFile() throws IOException {
    assertThat(read(CLUSTER).kept()).isEqualTo(KeptTimes.USUAL);
    assertThat(read(CLUSTER + "journal: {events: 7d, samples: 12h}\n").kept())
        .isEqualTo(
            new KeptTimes(Duration.ofDays(7), KeptTimes.USUAL.decisions(), Duration.ofHours(12)));
  }

  @Test
  void withoutAClusterTheMachineIsOneNode() throws IOException {
    ServerSettings settings = read("kind: server\npolicy: fifo\n");

    assertThat(settings.nodes().list()).isEqualTo(Nodes.uniform(1, Resources.gpus(4)).list());
  }

  @Test
  void tooShortTimesAndUnknownKeysAreMistakes() {
    assertThatThrownBy(() -> read(CLUSTER + "journal: {events: 5m}\n"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("events must be kept for 1h or longer, not 300s");
    assertThatThrownBy(() -> read(CLUSTER + "journal: {event: 5d}\n"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("did you mean \"events\"");
  }

  @Test
  void theLimitsOfChangesAreTheUsualOnesExceptForTheKeysOfTheFile() throws IOException {
    Stability usual = Stability.USUAL;
    assertThat(read(CLUSTER).stability()).isEqualTo(usual);
    Stability read =
        read(CLUSTER + "stability: {cooldown: 1m, minimumRun: 5m, returns: 2}\n").stability();
    assertThat(read.cooldown()).isEqualTo(Duration.ofMinutes(1));
    assertThat(read.minimumRun()).isEqualTo(Duration.ofMinutes(5));
    assertThat(read.mostReturns()).isEqualTo(2);
    assertThat(read.mostPaused()).isEqualTo(usual.mostPaused());
    assertThat(read.period()).isEqualTo(usual.period());
    assertThatThrownBy(() -> read(CLUSTER + "stability: {cooldwn: 1m}\n"))
        .hasMessageContaining("did you mean \"cooldown\"");
  }

  @Test
  void decisionsHaveTheLeastIntervalOfTheFile() throws IOException {
    assertThat(read(CLUSTER).decisions().leastInterval()).isEqualTo(Duration.ofMillis(100));
    assertThat(read(CLUSTER + "decisions: {leastInterval: 2s}\n").decisions().leastInterval())
        .isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void signInOnThePageHasDefaultsAndLimits() throws IOException {
    String provider =
        "openId: {issuer: 'https://login.example.org/x', audience: a, otherwise: user";

    OpenIdSignIn usual = read(CLUSTER + provider + "}\n").openId().orElseThrow().signIn();
    assertThat(usual.name()).isEqualTo("login.example.org");
    assertThat(usual.session()).isEqualTo(Duration.ofHours(8));
    assertThat(usual.secretFile()).isEmpty();
    OpenIdSignIn other =
        read(CLUSTER + provider + ", name: Example, secretFile: client, session: 1h}\n")
            .openId()
            .orElseThrow()
            .signIn();
    assertThat(other.secretFile()).hasValue(folder.resolve("client"));
    assertThatThrownBy(() -> read(CLUSTER + provider + ", session: 10s}\n"))
        .hasMessageContaining("session: from 1m to 30d, not 10s");
    assertThatThrownBy(() -> read(CLUSTER + provider + ", scopes: [profile]}\n"))
        .hasMessageContaining("openid must be one of them");
  }

  @Test
  void tracesGoToTheAddressOfACollectorWithoutAPassword() throws IOException {
    assertThat(read(CLUSTER).tracing()).isEmpty();
    assertThat(
            read(CLUSTER + "tracing: {endpoint: 'http://127.0.0.1:4318/'}\n")
                .tracing()
                .orElseThrow()
                .traces())
        .hasToString("http://127.0.0.1:4318/v1/traces");
    assertThatThrownBy(() -> read(CLUSTER + "tracing: {endpoint: localhost}\n"))
        .hasMessageContaining("endpoint: localhost is not an address such as http://127.0.0.1");
    assertThatThrownBy(() -> read(CLUSTER + "tracing: {endpoint: 'http://ada:secret@127.0.0.1'}\n"))
        .hasMessageContaining("without a password")
        .hasMessageNotContaining("secret@");
    assertThatThrownBy(() -> read(CLUSTER + "tracing: {endpont: 'http://127.0.0.1'}\n"))
        .hasMessageContaining("did you mean \"endpoint\"");
  }

  private ServerSettings read(String text) throws IOException {
    Path file = folder.resolve("server.yaml");
    Files.writeString(file, text);
    return ServerFile.read(file, Catalog.installed(), Nodes.uniform(1, Resources.gpus(4)));
  }
}
