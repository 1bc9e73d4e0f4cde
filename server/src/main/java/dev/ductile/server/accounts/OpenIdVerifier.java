package dev.ductile.server.accounts;

import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import java.time.InstantSource;
import java.util.Date;
import java.util.Set;

/** Requires issuer, audience, user and expiry of a token. */
final class OpenIdVerifier extends DefaultJWTClaimsVerifier<SecurityContext> {
  private static final int CLOCK_SKEW_SECONDS = 30;

  private final InstantSource clock;

  OpenIdVerifier(OpenIdSettings settings, InstantSource clock) {
    super(
        settings.audience(),
        new JWTClaimsSet.Builder().issuer(settings.issuer().toString()).build(),
        Set.of("exp", settings.userClaim()));
    this.clock = clock;
    setMaxClockSkew(CLOCK_SKEW_SECONDS);
  }

  @Override
  protected Date currentTime() {
    return Date.from(clock.instant());
  }
}
