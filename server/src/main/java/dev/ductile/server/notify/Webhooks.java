package dev.ductile.server.notify;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.ductile.engines.supervision.Secrets;
import dev.ductile.rest.Json;
import dev.ductile.text.Scalars;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Posts changes as JSON. It follows no redirection, and reads no body of an answer. */
final class Webhooks implements AutoCloseable {
  /** The header with the signature of the body. */
  static final String SIGNATURE = "X-Ductile-Signature";

  private static final String ALGORITHM = "HmacSHA256";
  private static final int FIRST_FAILURE = 300;
  private static final int TOO_MANY = 429;
  private static final int SERVER_ERROR = 500;

  private final DeliverySettings settings;
  private final Secrets secrets;
  private final HttpClient client;

  /** The result of one attempt. */
  sealed interface Attempt {
    record Delivered() implements Attempt {}

    /** Another attempt may succeed. */
    record Failed(String why) implements Attempt {}

    /** No attempt can succeed. */
    record Refused(String why) implements Attempt {}
  }

  Webhooks(DeliverySettings settings, Secrets secrets) {
    this.settings = settings;
    this.secrets = secrets;
    this.client =
        HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(settings.timeout())
            .build();
  }

  Attempt post(Notice notice) throws InterruptedException {
    String host = notice.hook().webhook().getHost();
    Optional<String> complaint =
        settings.privateAddresses() ? Optional.empty() : PublicAddress.complaint(host);
    if (complaint.isPresent()) {
      return new Attempt.Refused(complaint.get());
    }
    try {
      return answer(
          client.send(request(notice), HttpResponse.BodyHandlers.discarding()).statusCode());
    } catch (IOException broken) {
      return new Attempt.Failed(
          "%s cannot be reached: %s".formatted(host, broken.getClass().getSimpleName()));
    } catch (GeneralSecurityException noSignature) {
      return new Attempt.Refused(String.valueOf(noSignature.getMessage()));
    }
  }

  private static Attempt answer(int status) {
    if (status < FIRST_FAILURE) {
      return new Attempt.Delivered();
    }
    String why = "the answer was " + status;
    return status >= SERVER_ERROR || status == TOO_MANY
        ? new Attempt.Failed(why)
        : new Attempt.Refused(why);
  }

  private HttpRequest request(Notice notice)
      throws JsonProcessingException, GeneralSecurityException {
    byte[] body = Json.MAPPER.writeValueAsBytes(document(notice));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(notice.hook().webhook())
            .timeout(settings.timeout())
            .header("Content-Type", "application/json")
            .header("User-Agent", "ductile")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    if (notice.hook().secret().isPresent()) {
      String name = notice.hook().secret().get();
      String key =
          secrets
              .value(notice.owner(), name)
              .orElseThrow(() ->
                  new GeneralSecurityException(
                      "%s has no secret named %s for the signature"
                          .formatted(notice.owner(), name)));
      request.header(SIGNATURE, "sha256=" + signature(key, body));
    }
    return request.build();
  }

  private static Map<String, Object> document(Notice notice) {
    return new TreeMap<>(
        Map.of(
            "job", notice.job(),
            "owner", notice.owner(),
            "change", Scalars.word(notice.moment()),
            "at", notice.at().toString(),
            "message", notice.message()));
  }

  static String signature(String key, byte[] body) throws GeneralSecurityException {
    Mac mac = Mac.getInstance(ALGORITHM);
    mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), ALGORITHM));
    return HexFormat.of().formatHex(mac.doFinal(body));
  }

  @Override
  public void close() {
    client.shutdownNow();
    try {
      client.awaitTermination(Duration.ofSeconds(1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
