package dev.ductile.rest.client;

import java.util.Optional;
import java.util.regex.Pattern;

/** An access token. Its text never shows the secret. */
public final class BearerToken {
  /** The characters of a token in RFC 6750, so a header cannot be split. */
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._~+/-]{1,4096}=*");

  private final String secret;

  private BearerToken(String secret) {
    this.secret = secret;
  }

  /** The token in this text, without the blanks around it; empty if it cannot be a token. */
  public static Optional<BearerToken> of(String text) {
    return Optional.of(text.strip())
        .filter(secret -> FORM.matcher(secret).matches())
        .map(BearerToken::new);
  }

  /** The value of the header {@code Authorization}. */
  String header() {
    return "Bearer " + secret;
  }

  @Override
  public String toString() {
    return "(a token)";
  }
}
