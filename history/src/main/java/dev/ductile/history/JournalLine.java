package dev.ductile.history;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.CRC32C;

/** A line of a journal: eight digits of a checksum, a space, JSON, and the end of the line. */
final class JournalLine {
  private static final int SUM_DIGITS = 8;
  private static final int OVERHEAD = SUM_DIGITS + 2;
  private static final int MOST_BYTES = 1 << 28;

  private JournalLine() {}

  static byte[] of(byte[] json) throws IOException {
    if (json.length > MOST_BYTES - OVERHEAD) {
      throw new IOException(
          "a batch of %d bytes is too large for a journal".formatted(json.length));
    }
    byte[] line = new byte[length(json)];
    byte[] sum = sum(json).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(sum, 0, line, 0, SUM_DIGITS);
    line[SUM_DIGITS] = ' ';
    System.arraycopy(json, 0, line, SUM_DIGITS + 1, json.length);
    line[line.length - 1] = '\n';
    return line;
  }

  static int length(byte[] json) {
    return json.length + OVERHEAD;
  }

  /**
   * Reads the JSON of the next line.
   *
   * @param number of the line, for people
   * @param left bytes that the file has from here on
   * @return empty for a last line that was not finished
   */
  static Optional<byte[]> read(InputStream in, Path file, int number, long left)
      throws IOException {
    byte[] line = bytesOfLine(in, left);
    if (line.length == 0) {
      return Optional.empty();
    }
    boolean hasEnd = line[line.length - 1] == '\n';
    boolean fitsItsSum = fitsItsSum(line);
    if (hasEnd && fitsItsSum) {
      return Optional.of(json(line));
    }
    if (hasEnd || fitsItsSum) {
      throw new IOException(
          "%s is damaged: line %d does not match its checksum".formatted(file, number));
    }
    return Optional.empty();
  }

  /** Whether the line, without the byte that ends it, matches its checksum. */
  private static boolean fitsItsSum(byte[] line) {
    return line.length > OVERHEAD
        && line[SUM_DIGITS] == ' '
        && new String(line, 0, SUM_DIGITS, StandardCharsets.US_ASCII).equals(sum(json(line)));
  }

  private static byte[] json(byte[] line) {
    return Arrays.copyOfRange(line, SUM_DIGITS + 1, line.length - 1);
  }

  private static byte[] bytesOfLine(InputStream in, long left) throws IOException {
    var bytes = new ByteArrayOutputStream();
    int next = 0;
    for (long room = Math.min(left, MOST_BYTES); room > 0 && next >= 0 && next != '\n'; room--) {
      next = in.read();
      if (next >= 0) {
        bytes.write(next);
      }
    }
    return bytes.toByteArray();
  }

  private static String sum(byte[] json) {
    var sum = new CRC32C();
    sum.update(json);
    return HexFormat.of().toHexDigits((int) sum.getValue());
  }
}
