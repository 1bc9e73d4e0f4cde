package dev.ductile.models.capture;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;

/** A capture file of tcpdump or Wireshark: pcap or pcapng. */
final class CaptureFile {
  private static final int MAGIC = 4;
  private static final int CHUNK = 1 << 16;
  private static final String PCAPNG = "0a0d0d0a";

  /**
   * The first bytes of pcap, in both byte orders, with time stamps in microseconds or nanoseconds.
   */
  private static final Set<String> PCAP = Set.of("a1b2c3d4", "d4c3b2a1", "a1b23c4d", "4d3cb2a1");

  private CaptureFile() {}

  /**
   * Passes every frame to the reader, in the order of the file.
   *
   * @return whether the file ends within a frame, as after its writer was killed
   */
  static boolean read(Path file, Frame.Reader reader) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), CHUNK)) {
      in.mark(MAGIC);
      byte[] start = in.readNBytes(MAGIC);
      in.reset();
      if (start.length == 0) {
        throw new IOException("%s: is empty".formatted(file));
      }
      String magic = HexFormat.of().formatHex(start);
      if (magic.equals(PCAPNG)) {
        return new PcapngStream(in, file).read(reader);
      }
      if (PCAP.contains(magic)) {
        return PcapStream.read(in, file, reader);
      }
      throw new IOException(
          "%s: is not a packet capture: its first bytes are %s, not those of pcap or pcapng"
              .formatted(file, Arrays.toString(start)));
    }
  }
}
