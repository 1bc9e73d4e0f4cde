package dev.ductile.runtime.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * A text of JSON that detects each change: its first field is the CRC-32C of the whole text, with
 * zeros in the place of that field's digits.
 */
final class SealedText {
  /** The first field of each such text. */
  static final String FIELD = "crc32c";

  /** The placeholder of the checksum. */
  static final String ZEROS = "00000000";

  private static final Pattern HEAD =
      Pattern.compile("\\{\\s*\"" + FIELD + "\" : \"([0-9a-f]{8})\"");

  private SealedText() {}

  /** Puts the checksum into a text that has {@link #ZEROS} there. */
  static String seal(String text) {
    Matcher head = HEAD.matcher(text);
    if (!head.lookingAt() || !head.group(1).equals(ZEROS)) {
      throw new IllegalArgumentException("the text does not begin with its sum: " + text);
    }
    return withSum(text, head, sum(text));
  }

  /** The text of these bytes; refuses any that differ from the sealed ones. */
  static String open(byte[] bytes) throws IOException {
    String text = text(bytes);
    Matcher head = HEAD.matcher(text);
    if (!head.lookingAt()) {
      throw new IOException("it does not begin with its checksum");
    }
    String sum = sum(withSum(text, head, ZEROS));
    if (!sum.equals(head.group(1))) {
      throw new IOException("its checksum is %s, and it says %s".formatted(sum, head.group(1)));
    }
    return text;
  }

  private static String text(byte[] bytes) throws IOException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new IOException("it is no text", e);
    }
  }

  private static String withSum(String text, Matcher head, String sum) {
    return text.substring(0, head.start(1)) + sum + text.substring(head.end(1));
  }

  private static String sum(String text) {
    var sum = new CRC32C();
    sum.update(text.getBytes(StandardCharsets.UTF_8));
    return "%08x".formatted(sum.getValue());
  }
}
