package dev.ductile.server.accounts;

import static dev.ductile.server.accounts.AccountRefusal.Kind.FORBIDDEN;
import static dev.ductile.server.accounts.AccountRefusal.Kind.LIMIT;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.net.MalformedURLException;
import java.text.ParseException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;

/**
 * Verifies the tokens of one issuer by its keys. A key that a token names and that is not known is
 * fetched.
 */
final class OpenIdVerification {
  private final OpenIdSettings settings;
  private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

  OpenIdVerification(
      OpenIdSettings settings,
      OpenIdDocument document,
      DefaultResourceRetriever retriever,
      InstantSource clock)
      throws MalformedURLException {
    this.settings = settings;
    processor.setJWSTypeVerifier(
        new DefaultJOSEObjectTypeVerifier<>(
            JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null));
    processor.setJWSKeySelector(
        new JWSVerificationKeySelector<>(
            Set.of(JWSAlgorithm.RS256, JWSAlgorithm.ES256),
            JWKSourceBuilder.create(document.keys().toURL(), retriever).retrying(true).build()));
    processor.setJWTClaimsSetVerifier(new OpenIdVerifier(settings, clock));
  }

  /**
   * The user of a token with a valid signature, issuer, audience and time, and with a known role.
   *
   * @param nonce the nonce that the token must have
   * @throws AccountRefusal with the cause otherwise
   */
  Principal principal(String token, Optional<String> nonce) {
    JWTClaimsSet claims = claims(token);
    if (nonce.isPresent() && !nonce.equals(Optional.ofNullable(claims.getClaim("nonce")))) {
      throw new AccountRefusal(
          FORBIDDEN, "the answer of the provider belongs to another sign-in; sign in again");
    }
    return OpenIdClaims.principal(settings, claims);
  }

  private JWTClaimsSet claims(String token) {
    try {
      return processor.process(token, null);
    } catch (ParseException | BadJOSEException e) {
      throw new AccountRefusal(
          FORBIDDEN,
          "the token of %s is refused: %s; it must be for the audience %s, as openId says"
              .formatted(settings.issuer(), e.getMessage(), settings.audience()));
    } catch (JOSEException e) {
      throw new AccountRefusal(
          LIMIT, "the keys of %s cannot be read: %s".formatted(settings.issuer(), e.getMessage()));
    }
  }
}
