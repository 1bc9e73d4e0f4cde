package dev.ductile.server.accounts;

import com.nimbusds.jose.util.DefaultResourceRetriever;
import dev.ductile.rest.Json;
import dev.ductile.rest.ProviderView;
import dev.ductile.rest.SignInRequest;
import dev.ductile.rest.SignInView;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.URL;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Verifies the signed tokens of an OpenID Connect issuer, and gets them for codes. Its keys and
 * addresses come from its discovery document.
 */
public final class OpenIdIssuer {
  private static final Logger LOGGER = System.getLogger(OpenIdIssuer.class.getName());
  private static final int TIMEOUT_MILLIS = 3_000;
  private static final int MOST_BYTES = 256 * 1024;
  private static final Duration RETRY = Duration.ofSeconds(10);

  private final OpenIdSettings settings;
  private final InstantSource clock;
  private final DefaultResourceRetriever retriever =
      new DefaultResourceRetriever(TIMEOUT_MILLIS, TIMEOUT_MILLIS, MOST_BYTES);
  private final OpenIdCodes codes;
  private Optional<Discovered> discovered = Optional.empty();
  private Instant nextTry = Instant.MIN;
  private String problem = "";

  private record Discovered(OpenIdDocument document, OpenIdVerification verification) {}

  public OpenIdIssuer(OpenIdSettings settings, InstantSource clock) {
    this.settings = settings;
    this.clock = clock;
    this.codes = new OpenIdCodes(settings);
  }

  /**
   * The user of a token with a valid signature, issuer, audience and time, if its role is known.
   */
  public Optional<Principal> principal(String token) {
    return discovered()
        .flatMap(found -> {
          try {
            return Optional.of(found.verification().principal(token, Optional.empty()));
          } catch (AccountRefusal refusal) {
            LOGGER.log(Level.DEBUG, "a token is refused: {0}", refusal.getMessage());
            return Optional.empty();
          }
        });
  }

  /**
   * The user that the provider names for a code. The code counts once, and only with the secrets of
   * the page that asked for it.
   *
   * @throws AccountRefusal with the cause if the user may not sign in
   */
  Principal principal(SignInRequest request) {
    Discovered found =
        discovered()
            .orElseThrow(() ->
                new AccountRefusal(
                    AccountRefusal.Kind.LIMIT,
                    "%s cannot be reached: %s".formatted(settings.issuer(), lastProblem())));
    String token = codes.token(found.document(), request);
    return found.verification().principal(token, Optional.of(request.nonce()));
  }

  /** The time after which people sign in again. */
  Duration session() {
    return settings.signIn().session();
  }

  /** The provider, and why its tokens cannot be verified now. */
  public SignInView view() {
    Optional<Discovered> found = discovered();
    return new SignInView(
        Optional.of(settings.issuer().toString()),
        found.isPresent() ? Optional.empty() : Optional.of(lastProblem()),
        found.map(Discovered::document).flatMap(this::provider));
  }

  private Optional<ProviderView> provider(OpenIdDocument document) {
    return document
        .authorization()
        .filter(_ -> document.token().isPresent())
        .map(address ->
            new ProviderView(
                settings.signIn().name(),
                address.toString(),
                settings.audience(),
                String.join(" ", settings.signIn().scopes())));
  }

  private synchronized String lastProblem() {
    return problem;
  }

  private synchronized Optional<Discovered> discovered() {
    if (discovered.isEmpty() && !clock.instant().isBefore(nextTry)) {
      try {
        OpenIdDocument document = document();
        discovered =
            Optional.of(
                new Discovered(
                    document, new OpenIdVerification(settings, document, retriever, clock)));
      } catch (IOException | IllegalArgumentException e) {
        problem = String.valueOf(e.getMessage());
        nextTry = clock.instant().plus(RETRY);
        LOGGER.log(
            Level.WARNING,
            "OpenID Connect issuer {0}: {1}; people cannot sign in by it, next try in {2} s",
            settings.issuer(),
            problem,
            RETRY.toSeconds());
      }
    }
    return discovered;
  }

  private OpenIdDocument document() throws IOException {
    String base = settings.issuer().toString().replaceAll("/$", "");
    URL address = URI.create(base + "/.well-known/openid-configuration").toURL();
    return OpenIdDocument.of(
        settings.issuer(), Json.MAPPER.readTree(retriever.retrieveResource(address).getContent()));
  }
}
