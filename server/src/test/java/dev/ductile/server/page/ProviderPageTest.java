package dev.ductile.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.rest.AuditEntry;
import dev.ductile.rest.TokenView;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.file.ServerFile;
import dev.ductile.server.AdminClient;
import dev.ductile.server.DuctileServer;
import dev.ductile.server.ServerOptions;
import dev.ductile.server.TimeAndChance;
import dev.ductile.server.accounts.SmallProvider;
import dev.ductile.server.accounts.TestAccounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signs in on the page of a real server at an OpenID Connect provider of another site. */
@Tag("browser")
final class ProviderPageTest {
  private static final String TROUBLE = "document.querySelector('.trouble').textContent";

  @TempDir Path folder;
  private final TestAccounts.Clock clock = new TestAccounts.Clock();
  private Browser browser;
  private SmallProvider provider;
  private DuctileServer server;
  private Tab tab;

  @BeforeEach
  void start() throws IOException, JOSEException {
    browser = Browser.start(folder);
    provider = new SmallProvider(clock);
    Path file = folder.resolve("server.yaml");
    Files.writeString(folder.resolve("client"), SmallProvider.SECRET + "\n");
    Files.writeString(
        file,
        """
        cluster: {nodes: [{resources: {cpu: 2}}]}
        openId:
          {issuer: "%s", audience: ductile, name: Example, secretFile: client, roles: {staff: user}}
        """
            .formatted(provider.issuer()));
    server =
        DuctileServer.start(
            ServerOptions.of(
                    ServerFile.read(file, Catalog.installed(), Nodes.uniform(1, Resources.gpus(4))),
                    Catalog.installed(),
                    folder.resolve("data"))
                .withJobsThatEnd()
                .with(new TimeAndChance(clock, System::nanoTime, new SecureRandom())));
    provider.allowRedirect(server.address() + "/");
    tab = browser.open(1280, 900, false);
  }

  @AfterEach
  void stop() {
    Optional.ofNullable(server).ifPresent(DuctileServer::close);
    Optional.ofNullable(provider).ifPresent(SmallProvider::close);
    Optional.ofNullable(browser).ifPresent(Browser::close);
  }

  @Test
  void personSignsInReloadsAndIsAskedAgainAtTheEndOfTheSession() {
    open("#/queues");
    assertThat(Accessibility.violations(tab)).isEmpty();
    signIn("ada");
    tab.await("document.querySelector('h1').textContent === 'Queues'");
    tab.await("document.querySelector('.user').textContent === 'ada'");
    assertThat(tab.value("location.search").asText()).isEmpty();
    assertThat(tab.value("document.cookie").asText()).isEmpty();
    tab.value("location.reload(); true");
    tab.await("document.querySelector('.live').textContent === 'Live'");
    assertThat(tab.complaints()).allMatch(text -> text.endsWith("/favicon.ico"));

    clock.moveTo(clock.instant().plus(Duration.ofHours(9)));
    tab.await(TROUBLE + ".includes('Your sign-in has ended')");
    assertThat(tab.value("sessionStorage.length").asInt()).isZero();
    assertThat(Accessibility.violations(tab)).isEmpty();
    signIn("ada");
    tab.await("document.querySelector('h1').textContent === 'Queues'");
  }

  @Test
  void signingOutEndsTheSessionAtTheServer() {
    open("");
    signIn("ada");
    tab.await("document.querySelector('.live').textContent === 'Live'");
    String token = tab.value("sessionStorage.getItem('ductile-token')").asText();
    assertThat(status(token)).isEqualTo(200);
    tab.value("[...document.querySelectorAll('.account button')].at(-1).click(); true");
    tab.await("document.getElementById('provider') !== null");
    assertThat(status(token)).isEqualTo(401);
  }

  @Test
  void anAdminEndsTheSessionOfAPerson() throws IOException {
    open("");
    signIn("ada");
    tab.await("document.querySelector('.live').textContent === 'Live'");
    String token = tab.value("sessionStorage.getItem('ductile-token')").asText();
    try (Client admin = AdminClient.of(server)) {
      List<TokenView> sessions =
          admin.list(ResourcePath.of("tokens"), TokenView.class).items().stream()
              .filter(one -> one.kind().equals("session"))
              .toList();
      assertThat(sessions).extracting(TokenView::user).containsExactly("ada");
      assertThat(status(token)).isEqualTo(200);
      String id = sessions.getFirst().id();
      admin.delete(ResourcePath.of("tokens", id));

      assertThat(status(token)).isEqualTo(401);
      tab.await(TROUBLE + ".includes('Your sign-in has ended')");
      assertThat(admin.list(ResourcePath.of("audit"), AuditEntry.class).items())
          .anySatisfy(entry -> {
            assertThat(entry.action()).isEqualTo("DELETE /api/v1/tokens/{id}");
            assertThat(entry.target()).contains(id);
          });
    }
  }

  @Test
  void refusalsSayTheirCause() {
    open("");
    signIn("nobody");
    tab.await(TROUBLE + ".includes('The provider refused: You said no')");
    signIn("eve");
    tab.await(TROUBLE + ".includes('eve has no role here: none for the groups guests')");
    provider.mistakeAudience("another-client");
    signIn("ada");
    tab.await(TROUBLE + ".includes('JWT aud claim rejected; it must be for the audience ductile')");
    provider.mistakeAudience(SmallProvider.CLIENT);
    provider.mistakeNonce("0".repeat(43));
    signIn("ada");
    tab.await(TROUBLE + ".includes('belongs to another sign-in')");
    assertThat(tab.value("sessionStorage.length").asInt()).isZero();
  }

  @Test
  void codeOfAnotherTabIsNotUsed() {
    open("?code=stolen&state=" + "s".repeat(43));
    tab.await(TROUBLE + ".includes('did not begin in this tab')");
    assertThat(tab.value("location.search").asText()).isEmpty();
  }

  @Test
  void providerThatIsAwayIsSaidAndTokensWork() throws IOException {
    open("");
    tab.value("document.getElementById('provider').click(); true");
    tab.await("document.title === 'Provider'");
    String back =
        tab.value(
                "new URLSearchParams(location.search).get('redirect_uri') + '?code=x&state='"
                    + " + new URLSearchParams(location.search).get('state')")
            .asText();
    provider.close();
    tab.value("location.href = '%s'; true".formatted(back));
    tab.await(TROUBLE + ".includes('Example does not answer')");
    tab.value("document.getElementById('token').focus(); true");
    tab.type(Files.readString(server.folder().token()).strip());
    tab.press("Enter");
    tab.await("document.querySelector('.live').textContent === 'Live'");
  }

  private void open(String place) {
    tab.go(server.address().resolve("/" + place));
    tab.await("document.querySelector('h1').textContent === 'Sign in'");
  }

  private void signIn(String user) {
    tab.value("document.getElementById('provider').click(); true");
    tab.await("document.title === 'Provider'");
    tab.value("document.getElementById('%s').click(); true".formatted(user));
    tab.await("document.title.endsWith('Ductile')");
  }

  private int status(String token) {
    return tab.value(
            "fetch('api/v1/identity', {headers: {Authorization: 'Bearer %s'}}).then((it) => it.status)"
                .formatted(token))
        .asInt();
  }
}
