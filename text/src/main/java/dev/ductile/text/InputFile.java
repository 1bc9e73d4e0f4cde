package dev.ductile.text;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/**
 * The input of a command: a regular file, which can be read any number of times, a folder, or a
 * stream, which can be read once: standard input ({@code -}), a pipe, a device.
 */
public final class InputFile {
  private static final int BUFFER = 1 << 16;

  /** The most bytes of a compressed stream that are read to recognise its format. */
  private static final int MOST_PEEKED = 1 << 20;

  private final Path path;
  private final InputStream standard;
  private final boolean isStandard;
  private Optional<InputStream> stream = Optional.empty();
  private boolean isTaken;

  private InputFile(Path path, InputStream standard) {
    this.path = path;
    this.standard = standard;
    this.isStandard = Descriptor.isStandard(path) || Descriptor.isOwn(path, Descriptor.IN);
  }

  public static InputFile of(Path path) {
    return of(path, System.in);
  }

  /** The same with another standard input. */
  static InputFile of(Path path, InputStream standard) {
    return new InputFile(path, standard);
  }

  /** Its path; {@code -} for standard input. */
  public Path path() {
    return path;
  }

  public boolean isFolder() {
    return !isStandard && Files.isDirectory(path);
  }

  /** Whether it can be read only once. */
  public boolean isStream() {
    return isStandard || (Files.exists(path) && !Files.isRegularFile(path) && !isFolder());
  }

  /** The bytes as they are. */
  public InputStream bytes() throws IOException {
    if (!isStream()) {
      return new BufferedInputStream(Files.newInputStream(path), BUFFER);
    }
    if (isTaken) {
      throw new IOException("is a stream, which can be read only once");
    }
    isTaken = true;
    InputStream whole = stream();
    return isStandard ? new Shared(whole) : whole;
  }

  /** The content, unpacked if it is compressed. */
  public InputStream open() throws IOException {
    InputStream in = bytes();
    try {
      return unpacked(in);
    } catch (IOException problem) {
      in.close();
      throw problem;
    }
  }

  /** The first characters of the content, without a byte order mark. */
  public String start() {
    try {
      String start = isStream() ? peeked(stream()) : beginning();
      return start.startsWith(TextFile.BYTE_ORDER_MARK) ? start.substring(1) : start;
    } catch (IOException problem) {
      throw TextFile.failed(this, problem);
    }
  }

  /** Its name in messages. */
  @Override
  public String toString() {
    return isStandard ? "standard input" : path.toString();
  }

  private InputStream stream() throws IOException {
    if (stream.isPresent()) {
      return stream.get();
    }
    InputStream opened =
        new BufferedInputStream(isStandard ? standard : Files.newInputStream(path), BUFFER);
    stream = Optional.of(opened);
    return opened;
  }

  private String beginning() throws IOException {
    try (InputStream in = open()) {
      return text(in);
    }
  }

  private static String peeked(InputStream in) throws IOException {
    in.mark(MOST_PEEKED);
    String start = text(unpacked(new Shared(new Ahead(in))));
    in.reset();
    return start;
  }

  private static String text(InputStream in) throws IOException {
    return new String(in.readNBytes(BUFFER), StandardCharsets.UTF_8);
  }

  private static InputStream unpacked(InputStream in) throws IOException {
    var pushed = in.markSupported() ? in : new BufferedInputStream(in, BUFFER);
    pushed.mark(2);
    boolean compressed = pushed.read() == 0x1f && pushed.read() == 0x8b;
    pushed.reset();
    return compressed ? new GZIPInputStream(pushed, BUFFER) : pushed;
  }

  /** A stream that stays open when this one is closed. */
  private static class Shared extends FilterInputStream {
    Shared(InputStream in) {
      super(in);
    }

    @Override
    public void close() {}
  }

  /** Reads ahead and then resets to the beginning. */
  private static final class Ahead extends Shared {
    private int left = MOST_PEEKED;

    Ahead(InputStream in) {
      super(in);
    }

    @Override
    public boolean markSupported() {
      return false;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int most = Math.min(length, left);
      int count = most == 0 && length > 0 ? -1 : in.read(buffer, offset, most);
      left -= Math.max(0, count);
      return count;
    }
  }
}
