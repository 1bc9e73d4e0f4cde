package dev.ductile.server.accounts;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.scenario.OpenIdProvider;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;

/**
 * The addresses in the discovery document of an OpenID Connect provider. Each one is safe against
 * changes on the way.
 *
 * @param keys the keys that verify tokens
 * @param authorization the address to which people are sent
 * @param token the address that gives a token for a code
 */
record OpenIdDocument(URI keys, Optional<URI> authorization, Optional<URI> token) {
  /**
   * The addresses of an issuer.
   *
   * @throws IOException with a sentence for operators if the document does not fit
   */
  static OpenIdDocument of(URI issuer, JsonNode document) throws IOException {
    String named = document.path("issuer").asText();
    if (!named.equals(issuer.toString())) {
      throw new IOException("its discovery document is of the issuer " + named);
    }
    URI keys = address(document, "jwks_uri");
    if (!OpenIdProvider.isSafe(keys)) {
      throw new IOException("its keys have the address %s, which is not https".formatted(keys));
    }
    return new OpenIdDocument(
        keys,
        Optional.of(address(document, "authorization_endpoint")).filter(OpenIdProvider::isSafe),
        Optional.of(address(document, "token_endpoint")).filter(OpenIdProvider::isSafe));
  }

  private static URI address(JsonNode document, String key) {
    return URI.create(document.path(key).asText());
  }
}
