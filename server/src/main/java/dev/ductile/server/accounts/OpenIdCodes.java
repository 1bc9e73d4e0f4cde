package dev.ductile.server.accounts;

import static dev.ductile.server.accounts.AccountRefusal.Kind.FORBIDDEN;
import static dev.ductile.server.accounts.AccountRefusal.Kind.INVALID;
import static dev.ductile.server.accounts.AccountRefusal.Kind.LIMIT;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.rest.Json;
import dev.ductile.rest.SignInRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Gets the token for an authorization code from the provider (OpenID Connect Core, 3.1.3). */
final class OpenIdCodes {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final int MOST_BYTES = 256 * 1024;
  private static final int MOST_AT_ONCE = 16;
  private static final int MOST_SHOWN = 200;
  private static final Pattern CODE = Pattern.compile("[\\x20-\\x7e]{1,4096}");
  private static final Pattern SECRET = Pattern.compile("[A-Za-z0-9._~-]{43,128}");

  private final OpenIdSettings settings;
  private final Semaphore running = new Semaphore(MOST_AT_ONCE);
  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(TIMEOUT).followRedirects(Redirect.NEVER).build();

  OpenIdCodes(OpenIdSettings settings) {
    this.settings = settings;
  }

  /**
   * The signed token that names the user.
   *
   * @throws AccountRefusal if the provider refuses the code or does not answer
   */
  String token(OpenIdDocument document, SignInRequest request) {
    URI address =
        document
            .token()
            .orElseThrow(
                () -> new AccountRefusal(LIMIT, settings.issuer() + " has no safe token endpoint"));
    requireForm(request);
    if (!running.tryAcquire()) {
      throw new AccountRefusal(LIMIT, "too many people sign in at once; try again in a minute");
    }
    try {
      return answer(ask(address, request));
    } finally {
      running.release();
    }
  }

  private static void requireForm(SignInRequest request) {
    boolean isValid =
        CODE.matcher(request.code()).matches()
            && SECRET.matcher(request.verifier()).matches()
            && SECRET.matcher(request.nonce()).matches()
            && isPage(request.redirect());
    if (!isValid) {
      throw new AccountRefusal(
          INVALID,
          "the sign-in has no code of up to 4096 characters, no secrets of 43 to 128 letters and"
              + " digits, or no address of a page");
    }
  }

  private static boolean isPage(String text) {
    try {
      URI redirect = URI.create(text);
      return redirect.getHost() != null
          && ("https".equals(redirect.getScheme()) || "http".equals(redirect.getScheme()))
          && redirect.getRawQuery() == null
          && redirect.getRawFragment() == null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private HttpResponse<InputStream> ask(URI address, SignInRequest request) {
    Map<String, String> form = new LinkedHashMap<>();
    form.put("grant_type", "authorization_code");
    form.put("code", request.code());
    form.put("redirect_uri", request.redirect());
    form.put("client_id", settings.audience());
    form.put("code_verifier", request.verifier());
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(address)
            .timeout(TIMEOUT)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Accept", "application/json")
            .POST(BodyPublishers.ofString(encoded(form)));
    settings
        .signIn()
        .secretFile()
        .map(this::secret)
        .ifPresent(secret -> builder.header("Authorization", basic(secret)));
    try {
      return client.send(builder.build(), BodyHandlers.ofInputStream());
    } catch (IOException e) {
      throw unreachable(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AccountRefusal(LIMIT, "the server stops; sign in again");
    }
  }

  private String answer(HttpResponse<InputStream> response) {
    JsonNode document;
    try (InputStream body = response.body()) {
      document = Json.MAPPER.readTree(body.readNBytes(MOST_BYTES));
    } catch (IOException e) {
      throw unreachable(e);
    }
    String token = document.path("id_token").asText("");
    if (response.statusCode() == 200 && !token.isEmpty()) {
      return token;
    }
    String cause =
        Optional.of(document.path("error_description").asText(""))
            .filter(text -> !text.isEmpty())
            .orElseGet(() -> document.path("error").asText("it answered without an id_token"));
    throw new AccountRefusal(
        FORBIDDEN,
        "%s refuses the sign-in (%d): %s; sign in again, and if it stays so, an admin checks openId"
            .formatted(settings.signIn().name(), response.statusCode(), shown(cause)));
  }

  private AccountRefusal unreachable(IOException cause) {
    String said = Optional.ofNullable(cause.getMessage()).orElse("no connection");
    return new AccountRefusal(
        LIMIT, "%s does not answer: %s".formatted(settings.signIn().name(), shown(said)));
  }

  /** The file is read each time, so a new secret needs no restart. */
  private String secret(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new AccountRefusal(
          LIMIT, "the server cannot read its client secret; an admin checks secretFile of openId");
    }
  }

  private String basic(String secret) {
    String pair = encoded(settings.audience()) + ":" + encoded(secret);
    byte[] bytes = pair.getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(bytes);
  }

  private static String encoded(Map<String, String> form) {
    return form.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + encoded(entry.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String shown(String text) {
    String plain = text.replaceAll("\\p{Cntrl}", " ");
    return plain.length() > MOST_SHOWN ? plain.substring(0, MOST_SHOWN) + "..." : plain;
  }
}
