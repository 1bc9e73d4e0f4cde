package dev.ductile.models.capture;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Optional;

/**
 * The headers of a frame, up to TCP. Lengths come from the headers, so a capture needs only the
 * headers.
 */
final class PacketHeaders {
  private static final int ETHERNET = 1;
  private static final int COOKED = 113;
  private static final int COOKED_2 = 276;
  private static final int IPV4_TYPE = 0x0800;
  private static final int IPV6_TYPE = 0x86DD;
  private static final int MOST_TAGS = 3;
  private static final int MOST_EXTENSIONS = 8;
  private static final int TCP = 6;
  private static final int SYN = 0x02;
  private static final int ACK = 0x10;
  private static final int TCP_AS_FAR_AS_FLAGS = 14;

  private final Frame frame;
  private final byte[] bytes;

  private PacketHeaders(Frame frame) {
    this.frame = frame;
    this.bytes = frame.bytes();
  }

  /**
   * The TCP segment in the frame; empty for other protocols.
   *
   * @throws UnfitException if the captured bytes end within the headers
   */
  static Optional<Segment> segment(Frame frame) throws IOException {
    var headers = new PacketHeaders(frame);
    try {
      int network = headers.network();
      return network < 0 ? Optional.empty() : headers.internet(network);
    } catch (ArrayIndexOutOfBoundsException e) {
      throw new UnusableCaptureException(
          "a packet was captured as %d bytes only, less than its headers; capture with -s 128"
              .formatted(frame.bytes().length));
    }
  }

  /** The offset of the IP header; negative if there is none. */
  private int network() {
    return switch (frame.linkType()) {
      case ETHERNET -> tagged(12);
      case COOKED -> isInternet(word(14)) ? 16 : -1;
      case COOKED_2 -> isInternet(word(0)) ? 20 : -1;
      case 0, 108 -> 4; // BSD loopback: four bytes of an address family
      case 12, 14, 101, 228, 229 -> 0; // raw IP, without a link header
      default -> -1;
    };
  }

  /** The offset after the Ethernet type, which may follow VLAN tags. */
  private int tagged(int first) {
    int at = first;
    for (int tags = 0; tags <= MOST_TAGS; tags++) {
      int type = word(at);
      if (isInternet(type)) {
        return at + 2;
      }
      if (type != 0x8100 && type != 0x88A8 && type != 0x9100) {
        return -1;
      }
      at += 4;
    }
    return -1;
  }

  private static boolean isInternet(int type) {
    return type == IPV4_TYPE || type == IPV6_TYPE;
  }

  private Optional<Segment> internet(int at) throws IOException {
    return switch (bytes[at] >> 4 & 0xF) {
      case 4 -> version4(at);
      case 6 -> version6(at);
      default -> Optional.empty();
    };
  }

  private Optional<Segment> version4(int at) throws IOException {
    boolean laterFragment = (word(at + 6) & 0x1FFF) != 0;
    if (bytes[at + 9] != TCP || laterFragment) {
      return Optional.empty();
    }
    int header = (bytes[at] & 0xF) * 4;
    int total = word(at + 2);
    long end = total == 0 ? frame.length() : at + total;
    return transport(at + header, end, host(at + 12, 4), host(at + 16, 4));
  }

  private Optional<Segment> version6(int at) throws IOException {
    int payload = word(at + 4);
    long end = payload == 0 ? frame.length() : at + 40L + payload;
    int next = bytes[at + 6];
    int header = at + 40;
    for (int i = 0; i < MOST_EXTENSIONS && next != TCP; i++) {
      if (next != 0 && next != 43 && next != 60) {
        return Optional.empty();
      }
      next = bytes[header];
      header += 8 + (bytes[header + 1] & 0xFF) * 8;
    }
    return next == TCP
        ? transport(header, end, host(at + 8, 16), host(at + 24, 16))
        : Optional.empty();
  }

  private Optional<Segment> transport(int at, long end, InetAddress from, InetAddress to) {
    int flags = bytes[at + TCP_AS_FAR_AS_FLAGS - 1];
    int header = (bytes[at + 12] >> 4 & 0xF) * 4;
    return Optional.of(
        new Segment(
            frame.nanos(),
            new Endpoint(from, word(at)),
            new Endpoint(to, word(at + 2)),
            Math.max(0, end - at - header),
            (flags & SYN) != 0 && (flags & ACK) != 0));
  }

  private InetAddress host(int at, int length) throws IOException {
    if (at + length > bytes.length) {
      throw new ArrayIndexOutOfBoundsException(at + length);
    }
    return InetAddress.getByAddress(Arrays.copyOfRange(bytes, at, at + length));
  }

  private int word(int at) {
    return ((bytes[at] & 0xFF) << 8) | (bytes[at + 1] & 0xFF);
  }
}
