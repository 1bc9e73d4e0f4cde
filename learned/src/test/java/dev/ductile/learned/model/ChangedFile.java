package dev.ductile.learned.model;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Changes of the bytes of a file. */
final class ChangedFile {
  private static final Pattern HASH = Pattern.compile("\"sha256\":\"[^\"]{64}\"");
  private static final String UNSIGNED = "\"sha256\":\"%s\"".formatted("0".repeat(64));

  private ChangedFile() {}

  /** Replaces the first of a text by another of the same length. */
  static byte[] replace(byte[] bytes, String old, String other) {
    return bytes(text(bytes).replaceFirst(Pattern.quote(old), Matcher.quoteReplacement(other)));
  }

  /** The same file with the header that this header becomes, and its length. */
  static byte[] withHeader(byte[] bytes, String old, String other) {
    String text = text(bytes);
    int length = length(bytes);
    String header = text.substring(8, 8 + length).replace(old, other);
    byte[] changed = bytes("        " + header + text.substring(8 + length));
    for (int i = 0; i < 8; i++) {
      changed[i] = (byte) (i < 4 ? header.length() >> (8 * i) : 0);
    }
    return changed;
  }

  /** The same file with the hash of its content. */
  static byte[] signed(byte[] bytes) {
    String unsigned = HASH.matcher(text(bytes)).replaceFirst(UNSIGNED);
    String hash = HexFormat.of().formatHex(digest(bytes(unsigned)));
    return bytes(unsigned.replace(UNSIGNED, "\"sha256\":\"%s\"".formatted(hash)));
  }

  static int length(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt();
  }

  private static byte[] digest(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException problem) {
      throw new IllegalStateException(problem);
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
