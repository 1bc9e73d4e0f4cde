package dev.ductile.server.accounts;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An OpenID Connect provider on the loopback address, with one client. Its sign-in page has a
 * button for each answer, and its codes count once, only with the verifier, the redirect address
 * and the secret of the client.
 */
public final class SmallProvider implements AutoCloseable {
  public static final String CLIENT = "ductile";
  public static final String SECRET = "the+secret of/the client";
  private static final Map<String, String> GROUPS = Map.of("ada", "staff", "eve", "guests");

  private final InstantSource clock;
  private final RSAKey key;
  private final HttpServer web;
  private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();
  private volatile String redirect = "";
  private volatile String audience = CLIENT;
  private volatile String nonce = "";

  public SmallProvider(InstantSource clock) throws IOException, JOSEException {
    this.clock = clock;
    this.key = new RSAKeyGenerator(2048).keyID("k1").generate();
    this.web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    web.createContext("/.well-known/openid-configuration", this::describe);
    web.createContext(
        "/keys", exchange -> answer(exchange, 200, new JWKSet(key.toPublicJWK()).toString()));
    web.createContext("/authorize", this::authorize);
    web.createContext("/token", this::token);
    web.start();
  }

  /** Another site than the loopback address of a server. */
  public String issuer() {
    return "http://localhost:" + web.getAddress().getPort();
  }

  /** The only address to which codes go. */
  public void allowRedirect(String address) {
    redirect = address;
  }

  /** Makes tokens for another client from now on. */
  public void mistakeAudience(String other) {
    audience = other;
  }

  /** Makes tokens with this nonce from now on, in place of the one that was asked for. */
  public void mistakeNonce(String other) {
    nonce = other;
  }

  private void describe(HttpExchange exchange) throws IOException {
    answer(
        exchange,
        200,
        """
        {"issuer": "%1$s", "jwks_uri": "%1$s/keys", "authorization_endpoint": "%1$s/authorize",
         "token_endpoint": "%1$s/token"}\
        """
            .formatted(issuer()));
  }

  private void authorize(HttpExchange exchange) throws IOException {
    Map<String, String> query = fields(exchange.getRequestURI().getRawQuery());
    boolean isValid =
        redirect.equals(query.get("redirect_uri"))
            && CLIENT.equals(query.get("client_id"))
            && "code".equals(query.get("response_type"))
            && "S256".equals(query.get("code_challenge_method"));
    if (!isValid) {
      answer(exchange, 400, "{\"error\": \"invalid_request\"}");
    } else if (query.containsKey("as")) {
      send(exchange, query);
    } else {
      choices(exchange);
    }
  }

  private void choices(HttpExchange exchange) throws IOException {
    String address = exchange.getRequestURI().toString().replace("&", "&amp;");
    String links =
        Stream.of("ada", "eve", "nobody")
            .map(name ->
                "<p><a id=%1$s href=\"%2$s&amp;as=%1$s\">%1$s</a></p>".formatted(name, address))
            .collect(Collectors.joining());
    exchange.getResponseHeaders().set("Content-Type", "text/html");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    byte[] bytes =
        "<!doctype html><title>Provider</title><h1>Who are you?</h1>%s"
            .formatted(links)
            .getBytes(UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private void send(HttpExchange exchange, Map<String, String> query) throws IOException {
    String answer = "error=access_denied&error_description=You+said+no";
    if (GROUPS.containsKey(query.get("as"))) {
      String code = UUID.randomUUID().toString();
      codes.put(code, query);
      answer = "code=" + code;
    }
    String state = URLEncoder.encode(query.getOrDefault("state", ""), UTF_8);
    String issuer = URLEncoder.encode(issuer(), UTF_8);
    exchange
        .getResponseHeaders()
        .set("Location", "%s?%s&state=%s&iss=%s".formatted(redirect, answer, state, issuer));
    exchange.sendResponseHeaders(302, -1);
    exchange.close();
  }

  private void token(HttpExchange exchange) throws IOException {
    Map<String, String> form = fields(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
    Optional<Map<String, String>> asked =
        Optional.ofNullable(codes.remove(form.getOrDefault("code", "")));
    String client =
        Base64.getEncoder()
            .encodeToString((CLIENT + ":" + URLEncoder.encode(SECRET, UTF_8)).getBytes(UTF_8));
    if (!("Basic " + client).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
      answer(exchange, 401, "{\"error\": \"invalid_client\"}");
    } else if (asked.filter(query -> fits(query, form)).isEmpty()) {
      answer(exchange, 400, "{\"error\": \"invalid_grant\"}");
    } else {
      answer(exchange, 200, "{\"id_token\": \"%s\"}".formatted(signed(asked.orElseThrow())));
    }
  }

  private static boolean fits(Map<String, String> query, Map<String, String> form) {
    return "authorization_code".equals(form.get("grant_type"))
        && Objects.equals(query.get("redirect_uri"), form.get("redirect_uri"))
        && challenge(form.getOrDefault("code_verifier", "")).equals(query.get("code_challenge"));
  }

  private static String challenge(String verifier) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(UTF_8));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private String signed(Map<String, String> query) {
    String user = query.getOrDefault("as", "");
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .issuer(issuer())
            .audience(audience)
            .subject(user)
            .claim("nonce", nonce.isEmpty() ? query.get("nonce") : nonce)
            .claim("groups", List.of(GROUPS.getOrDefault(user, "")))
            .expirationTime(Date.from(clock.instant().plusSeconds(300)))
            .build();
    var token =
        new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("k1").build(), claims);
    try {
      token.sign(new RSASSASigner(key));
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
    return token.serialize();
  }

  private static Map<String, String> fields(String text) {
    return Stream.of(Optional.ofNullable(text).orElse("").split("&", -1))
        .map(pair -> pair.split("=", 2))
        .filter(pair -> pair.length == 2)
        .collect(
            Collectors.toMap(
                pair -> pair[0], pair -> URLDecoder.decode(pair[1], UTF_8), (old, next) -> next));
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    web.stop(0);
  }
}
