package dev.ductile.models.capture;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Writes packets in the formats of tcpdump and Wireshark, truncated to their first bytes. */
record PacketFile(Packet.Link link, boolean version6, ByteOrder order, int snapLength) {

  byte[] pcap(List<Packet> packets, boolean nanoseconds) {
    var out = new ByteArrayOutputStream();
    ByteBuffer head = buffer(24).putInt(nanoseconds ? 0xA1B23C4D : 0xA1B2C3D4);
    head.putShort((short) 2).putShort((short) 4).putLong(0).putInt(snapLength).putInt(link.type);
    out.writeBytes(bytes(head));
    for (Packet packet : packets) {
      byte[] bytes = packet.bytes(link, version6);
      int kept = Math.min(snapLength, bytes.length);
      long rest = packet.nanos() % 1_000_000_000;
      out.writeBytes(
          bytes(
              buffer(16)
                  .putInt((int) (packet.nanos() / 1_000_000_000))
                  .putInt((int) (nanoseconds ? rest : rest / 1000))
                  .putInt(kept)
                  .putInt(bytes.length)));
      out.write(bytes, 0, kept);
    }
    return out.toByteArray();
  }

  /** With time stamps in nanoseconds, and blocks between them that readers must skip. */
  byte[] pcapng(List<Packet> packets) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(block(0x0A0D0D0A, buffer(16).putInt(0x1A2B3C4D).putInt(1).putLong(-1)));
    out.writeBytes(
        block(
            1,
            buffer(20)
                .putShort((short) link.type)
                .putShort((short) 0)
                .putInt(snapLength)
                .putShort((short) 9)
                .putShort((short) 1)
                .put((byte) 9)
                .put(new byte[7])));
    for (Packet packet : packets) {
      byte[] bytes = packet.bytes(link, version6);
      int kept = Math.min(snapLength, bytes.length);
      ByteBuffer body = buffer(20 + (kept + 3) / 4 * 4);
      body.putInt(0).putInt((int) (packet.nanos() >>> 32)).putInt((int) packet.nanos());
      body.putInt(kept).putInt(bytes.length).put(bytes, 0, kept);
      out.writeBytes(block(6, body));
    }
    out.writeBytes(block(5, buffer(12)));
    return out.toByteArray();
  }

  private byte[] block(int type, ByteBuffer body) {
    int length = body.capacity() + 12;
    return bytes(buffer(length).putInt(type).putInt(length).put(bytes(body)).putInt(length));
  }

  private static byte[] bytes(ByteBuffer full) {
    byte[] bytes = new byte[full.capacity()];
    full.rewind().get(bytes);
    return bytes;
  }

  private ByteBuffer buffer(int size) {
    return ByteBuffer.allocate(size).order(order);
  }
}
