package dev.ductile.server.accounts;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a token: {@code dtl_}, its identifier, and its secret of 256 bits. A fast hash is
 * enough for a secret that cannot be guessed.
 */
public record TokenText(String id, String secret) {
  private static final Pattern FORM = Pattern.compile("dtl_([0-9a-f]{12})_([0-9a-f]{64})");
  private static final Pattern IN_TEXT =
      Pattern.compile("(dtl_)[0-9a-f]{12}_\\w+|(dts_)[0-9a-f]{64}");
  private static final int ID_BYTES = 6;
  private static final int SECRET_BYTES = 32;

  static TokenText random(RandomGenerator random) {
    return new TokenText(hex(random, ID_BYTES), hex(random, SECRET_BYTES));
  }

  static Optional<TokenText> parse(String text) {
    Matcher form = FORM.matcher(text);
    return form.matches()
        ? Optional.of(new TokenText(form.group(1), form.group(2)))
        : Optional.empty();
  }

  /** The text with the secrets of all tokens and sessions in it replaced. */
  public static String redacted(String text) {
    return IN_TEXT.matcher(text).replaceAll("$1$2[redacted]");
  }

  String hash() {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.US_ASCII));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }

  /** Compares in a time that does not depend on the place of the first difference. */
  boolean matches(StoredToken stored) {
    return MessageDigest.isEqual(
        hash().getBytes(StandardCharsets.US_ASCII),
        stored.hash().getBytes(StandardCharsets.US_ASCII));
  }

  String text() {
    return "dtl_" + id + "_" + secret;
  }

  /** Without the secret, so that no log shows it. */
  @Override
  public String toString() {
    return "dtl_" + id + "_[redacted]";
  }

  private static String hex(RandomGenerator random, int bytes) {
    byte[] drawn = new byte[bytes];
    random.nextBytes(drawn);
    return HexFormat.of().formatHex(drawn);
  }
}
