package dev.ductile.server.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import dev.ductile.scenario.OpenIdSignIn;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tokens with real signatures, and an issuer that serves its keys over HTTP. */
class OpenIdIssuerTest {
  private final TestAccounts.Clock clock = new TestAccounts.Clock();
  private RSAKey rsa = key("r1");
  private HttpServer web;
  private URI address;
  private OpenIdIssuer issuer;

  @BeforeEach
  void startIssuer() throws IOException {
    web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    address = URI.create("http://127.0.0.1:" + web.getAddress().getPort());
    serve(
        "/.well-known/openid-configuration",
        () -> "{\"issuer\":\"%s\",\"jwks_uri\":\"%s/keys\"}".formatted(address, address));
    serve("/keys", () -> new JWKSet(List.of(rsa.toPublicJWK())).toString());
    web.start();
    issuer = new OpenIdIssuer(settings(address, Optional.empty()), clock);
  }

  @AfterEach
  void stopIssuer() {
    web.stop(0);
  }

  @Test
  void aSignedTokenGivesUserRoleAndQueues() throws JOSEException {
    assertThat(issuer.principal(signed(claims().build())))
        .hasValueSatisfying(ada -> {
          assertThat(ada.user()).isEqualTo("ada@example.org");
          assertThat(ada.role()).isEqualTo(Role.QUEUE_ADMIN);
          assertThat(ada.queues()).containsExactly("vision");
          assertThat(ada.signIn().word()).isEqualTo("oidc");
        });
  }

  @Test
  void aTokenOfAnotherIssuerAudienceOrTimeIsRefused() throws JOSEException {
    assertThat(issuer.principal(signed(claims().issuer("http://other").build()))).isEmpty();
    assertThat(issuer.principal(signed(claims().audience("other").build()))).isEmpty();
    assertThat(issuer.principal(signed(claims().audience(List.of()).build()))).isEmpty();
    assertThat(issuer.principal(signed(claims().expirationTime(null).build()))).isEmpty();
    assertThat(issuer.principal(signed(claims().expirationTime(at(-60)).build()))).isEmpty();
    assertThat(issuer.principal(signed(claims().notBeforeTime(at(600)).build()))).isEmpty();
  }

  @Test
  void clocksMayDifferByHalfAMinute() throws JOSEException {
    assertThat(issuer.principal(signed(claims().expirationTime(at(-25)).build()))).isPresent();
    assertThat(issuer.principal(signed(claims().expirationTime(at(-35)).build()))).isEmpty();
  }

  @Test
  void onlyAQueueAdminHasQueues() throws JOSEException {
    JWTClaimsSet claims = claims().claim("groups", "staff").build();

    assertThat(issuer.principal(signed(claims)))
        .hasValueSatisfying(ada -> {
          assertThat(ada.role()).isEqualTo(Role.USER);
          assertThat(ada.queues()).isEmpty();
        });
  }

  @Test
  void aSignedDocumentThatIsNoAccessTokenIsRefused() throws JOSEException {
    assertThat(issuer.principal(typed("at+jwt"))).isPresent();
    assertThat(issuer.principal(typed("logout+jwt"))).isEmpty();
  }

  private String typed(String type) throws JOSEException {
    var header =
        new JWSHeader.Builder(JWSAlgorithm.RS256)
            .keyID(rsa.getKeyID())
            .type(new JOSEObjectType(type))
            .build();
    SignedJWT token = new SignedJWT(header, claims().build());
    token.sign(new RSASSASigner(rsa));
    return token.serialize();
  }

  @Test
  void aTokenWithoutAKnownSignatureIsRefused() throws JOSEException {
    RSAKey stranger = key("r1");
    JWTClaimsSet claims = claims().build();

    assertThat(issuer.principal(sign(claims, JWSAlgorithm.RS256, "r1", new RSASSASigner(stranger))))
        .isEmpty();
    assertThat(issuer.principal(new PlainJWT(claims).serialize())).isEmpty();
    byte[] publicKey = rsa.toRSAPublicKey().getEncoded();
    assertThat(issuer.principal(sign(claims, JWSAlgorithm.HS256, "r1", new MACSigner(publicKey))))
        .isEmpty();
    assertThat(issuer.principal("a.b.c")).isEmpty();
  }

  @Test
  void aUserWithoutAKnownGroupOrNameIsRefused() throws JOSEException {
    assertThat(issuer.principal(signed(claims().claim("groups", List.of("guests")).build())))
        .isEmpty();
    assertThat(issuer.principal(signed(claims().claim("email", "a b\n").build()))).isEmpty();
    OpenIdIssuer open = new OpenIdIssuer(settings(address, Optional.of(Role.VIEWER)), clock);
    assertThat(open.principal(signed(claims().claim("groups", null).build())))
        .hasValueSatisfying(guest -> assertThat(guest.role()).isEqualTo(Role.VIEWER));
  }

  @Test
  void aNewKeyIsFetchedWhenATokenNamesIt() throws JOSEException {
    assertThat(issuer.principal(signed(claims().build()))).isPresent();

    rsa = key("r2");

    assertThat(issuer.principal(signed(claims().build()))).isPresent();
  }

  @Test
  void anIssuerThatStartsLaterIsAskedAgain() throws JOSEException {
    web.stop(0);
    assertThat(issuer.principal(signed(claims().build()))).isEmpty();
    OpenIdIssuer other =
        new OpenIdIssuer(settings(URI.create(address + "/x"), Optional.empty()), clock);
    assertThat(other.principal(signed(claims().build()))).isEmpty();
  }

  @Test
  void keysAreOnlyFetchedSafely() throws JOSEException {
    web.removeContext("/.well-known/openid-configuration");
    serve(
        "/.well-known/openid-configuration",
        () -> "{\"issuer\":\"%s\",\"jwks_uri\":\"http://idp.example/keys\"}".formatted(address));

    assertThat(issuer.principal(signed(claims().build()))).isEmpty();
    assertThat(issuer.view().problem())
        .hasValue("its keys have the address http://idp.example/keys, which is not https");
  }

  @Test
  void ellipticCurvesWorkToo() throws JOSEException, IOException {
    ECKey curve = new ECKeyGenerator(Curve.P_256).keyID("e1").generate();
    web.removeContext("/keys");
    serve("/keys", () -> new JWKSet(List.of(curve.toPublicJWK())).toString());

    String token = sign(claims().build(), JWSAlgorithm.ES256, "e1", new ECDSASigner(curve));
    assertThat(issuer.principal(token)).isPresent();
  }

  private String signed(JWTClaimsSet claims) throws JOSEException {
    return sign(claims, JWSAlgorithm.RS256, rsa.getKeyID(), new RSASSASigner(rsa));
  }

  private static String sign(
      JWTClaimsSet claims, JWSAlgorithm algorithm, String keyId, JWSSigner signer)
      throws JOSEException {
    SignedJWT token = new SignedJWT(new JWSHeader.Builder(algorithm).keyID(keyId).build(), claims);
    token.sign(signer);
    return token.serialize();
  }

  private JWTClaimsSet.Builder claims() {
    return new JWTClaimsSet.Builder()
        .issuer(address.toString())
        .audience("ductile")
        .subject("42")
        .claim("email", "ada@example.org")
        .claim("groups", List.of("staff", "ml-leads"))
        .claim("queues", List.of("vision"))
        .expirationTime(at(600));
  }

  private Date at(long seconds) {
    return Date.from(clock.instant().plusSeconds(seconds));
  }

  private static OpenIdSettings settings(URI issuer, Optional<Role> otherwise) {
    return new OpenIdSettings(
        issuer,
        "ductile",
        "email",
        "groups",
        Map.of("staff", Role.USER, "ml-leads", Role.QUEUE_ADMIN),
        otherwise,
        Optional.of("queues"),
        new OpenIdSignIn(
            "Example", OpenIdSignIn.USUAL_SCOPES, Optional.empty(), OpenIdSignIn.USUAL_SESSION));
  }

  private static RSAKey key(String id) {
    try {
      return new RSAKeyGenerator(2048).keyID(id).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private void serve(String path, java.util.function.Supplier<String> text) {
    web.createContext(
        path,
        exchange -> {
          byte[] answer = text.get().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
  }
}
