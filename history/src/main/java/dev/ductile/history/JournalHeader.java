package dev.ductile.history;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The first line of a journal: the name of the format and its version. */
final class JournalHeader {
  /** Goes up when a journal of the version before can no longer be read. */
  private static final int VERSION = 2;

  private static final String TEXT = "ductile-journal %d\n".formatted(VERSION);
  private static final Pattern ANY_VERSION = Pattern.compile("ductile-journal (\\d+)\n?");
  private static final int LONGEST = 32;

  private JournalHeader() {}

  static byte[] bytes() {
    return TEXT.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Reads the first line.
   *
   * @return whether it is complete; a process that died when it began the journal leaves a part
   * @throws IOException with the next step for a file that is no journal of this version
   */
  static boolean read(InputStream in, Path file) throws IOException {
    String found = line(in);
    if (found.equals(TEXT)) {
      return true;
    }
    if (TEXT.startsWith(found)) {
      return false;
    }
    Matcher other = ANY_VERSION.matcher(found);
    throw new IOException(
        other.matches() ? otherVersion(file, other.group(1)) : file + " is not a journal");
  }

  private static String otherVersion(Path file, String version) {
    return ("%s has version %s of the journal, and this Ductile reads version %d; use the Ductile"
            + " that wrote it, or begin a new run in another folder")
        .formatted(file, version, VERSION);
  }

  private static String line(InputStream in) throws IOException {
    var bytes = new ByteArrayOutputStream();
    int next = 0;
    for (int room = LONGEST; room > 0 && next >= 0 && next != '\n'; room--) {
      next = in.read();
      if (next >= 0) {
        bytes.write(next);
      }
    }
    return bytes.toString(StandardCharsets.US_ASCII);
  }
}
