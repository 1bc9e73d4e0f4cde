package dev.ductile.server.accounts;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.ductile.rest.Json;
import dev.ductile.rest.SignInView;
import dev.ductile.scenario.OpenIdProvider;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.URL;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;

/**
 * Verifies the signed tokens of an OpenID Connect issuer. Its keys come from its discovery
 * document; a new key is fetched when a token names it.
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
  private Optional<DefaultJWTProcessor<SecurityContext>> processor = Optional.empty();
  private Instant nextTry = Instant.MIN;
  private String problem = "";

  public OpenIdIssuer(OpenIdSettings settings, InstantSource clock) {
    this.settings = settings;
    this.clock = clock;
  }

  /**
   * The user of a token with a valid signature, issuer, audience and time, if its role is known.
   */
  public Optional<Principal> principal(String token) {
    return discovered().flatMap(verifier -> verified(verifier, token));
  }

  /** The provider, and why its tokens cannot be verified now. */
  public synchronized SignInView view() {
    Optional<String> cause = discovered().isPresent() ? Optional.empty() : Optional.of(problem);
    return new SignInView(Optional.of(settings.issuer().toString()), cause);
  }

  private Optional<Principal> verified(
      DefaultJWTProcessor<SecurityContext> verifier, String token) {
    try {
      return OpenIdClaims.principal(settings, verifier.process(token, null));
    } catch (ParseException | BadJOSEException e) {
      LOGGER.log(Level.DEBUG, "a token of {0} is refused: {1}", settings.issuer(), e.getMessage());
    } catch (JOSEException e) {
      LOGGER.log(Level.WARNING, "the keys of {0}: {1}", settings.issuer(), e.getMessage());
    }
    return Optional.empty();
  }

  private synchronized Optional<DefaultJWTProcessor<SecurityContext>> discovered() {
    if (processor.isEmpty() && !clock.instant().isBefore(nextTry)) {
      try {
        processor = Optional.of(processor(keysAddress()));
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
    return processor;
  }

  private URL keysAddress() throws IOException {
    String base = settings.issuer().toString().replaceAll("/$", "");
    URL address = URI.create(base + "/.well-known/openid-configuration").toURL();
    JsonNode document = Json.MAPPER.readTree(retriever.retrieveResource(address).getContent());
    String named = document.path("issuer").asText();
    if (!named.equals(settings.issuer().toString())) {
      throw new IOException("its discovery document is of the issuer " + named);
    }
    URI keys = URI.create(document.path("jwks_uri").asText());
    if (!OpenIdProvider.isSafe(keys)) {
      throw new IOException("its keys have the address %s, which is not https".formatted(keys));
    }
    return keys.toURL();
  }

  private DefaultJWTProcessor<SecurityContext> processor(URL keys) {
    var made = new DefaultJWTProcessor<SecurityContext>();
    made.setJWSTypeVerifier(
        new DefaultJOSEObjectTypeVerifier<>(
            JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null));
    made.setJWSKeySelector(
        new JWSVerificationKeySelector<>(
            Set.of(JWSAlgorithm.RS256, JWSAlgorithm.ES256),
            JWKSourceBuilder.create(keys, retriever).retrying(true).build()));
    made.setJWTClaimsSetVerifier(new OpenIdVerifier(settings, clock));
    return made;
  }
}
