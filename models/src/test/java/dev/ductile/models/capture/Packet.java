package dev.ductile.models.capture;

import java.nio.ByteBuffer;

/**
 * One TCP packet of a test, as bytes that tcpdump would capture.
 *
 * @param down whether the server sends it
 * @param port the port of the worker
 */
record Packet(long nanos, boolean down, int port, int payload, int flags) {
  static final int SERVER_PORT = 2222;
  static final int ACK = 0x10;
  static final int SYN = 0x02;

  private static final int TCP_HEADER = 20;

  /** The link layer around a packet. */
  enum Link {
    ETHERNET(1),
    TAGGED(1),
    COOKED(113),
    COOKED_2(276),
    LOOPBACK(0),
    RAW(101);

    final int type;

    Link(int type) {
      this.type = type;
    }

    private void write(ByteBuffer out, int etherType) {
      switch (this) {
        case ETHERNET -> out.put(new byte[12]).putShort((short) etherType);
        case TAGGED ->
            out.put(new byte[12])
                .putShort((short) 0x8100)
                .putShort((short) 7)
                .putShort((short) etherType);
        case COOKED -> out.put(new byte[14]).putShort((short) etherType);
        case COOKED_2 -> out.putShort((short) etherType).put(new byte[18]);
        case LOOPBACK -> out.put(new byte[] {2, 0, 0, 0});
        case RAW -> {}
      }
    }
  }

  /** The whole packet; its payload is zeros. */
  byte[] bytes(Link link, boolean version6) {
    ByteBuffer out = ByteBuffer.allocate(100 + payload);
    link.write(out, version6 ? 0x86DD : 0x0800);
    if (version6) {
      out.putInt(0x60000000).putShort((short) (TCP_HEADER + payload)).put((byte) 6).put((byte) 64);
      out.put(host(down, 16)).put(host(!down, 16));
    } else {
      out.putShort((short) 0x4500).putShort((short) (20 + TCP_HEADER + payload)).putInt(0);
      out.put((byte) 64).put((byte) 6).putShort((short) 0);
      out.put(host(down, 4)).put(host(!down, 4));
    }
    out.putShort((short) (down ? SERVER_PORT : port)).putShort((short) (down ? port : SERVER_PORT));
    out.putLong(0).put((byte) 0x50).put((byte) flags).put(new byte[6 + payload]);
    byte[] bytes = new byte[out.position()];
    out.flip().get(bytes);
    return bytes;
  }

  private static byte[] host(boolean server, int length) {
    byte[] host = new byte[length];
    host[0] = 10;
    host[length - 1] = (byte) (server ? 2 : 1);
    return host;
  }
}
