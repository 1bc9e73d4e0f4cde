package dev.ductile.models.capture;

import io.pkts.Pcap;
import io.pkts.framer.FramingException;
import io.pkts.packet.PCapPacket;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** A reader of pcap, the older format. */
final class PcapStream {
  private static final long NANOS_PER_MICRO = 1_000;

  private PcapStream() {}

  /** As {@link CaptureFile#read}. */
  static boolean read(InputStream in, Path file, Frame.Reader reader) throws IOException {
    Pcap pcap = open(in, file);
    int linkType = pcap.getPcapHeader().getDataLinkType();
    long unit = pcap.getPcapHeader().timestampsInNs() ? 1 : NANOS_PER_MICRO;
    try {
      pcap.loop(packet -> {
        var frame = (PCapPacket) packet;
        reader.take(
            new Frame(
                frame.getArrivalTime() * unit,
                linkType,
                frame.getPayload().getArray(),
                frame.getTotalLength()));
        return true;
      });
      return in.read() >= 0;
    } catch (IndexOutOfBoundsException e) {
      // The library throws this if the file ends within a packet.
      return true;
    } catch (IllegalArgumentException | FramingException e) {
      throw new UnusableCaptureException("is damaged: " + e.getMessage());
    }
  }

  private static Pcap open(InputStream in, Path file) throws IOException {
    try {
      return Pcap.openStream(in);
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new IOException("%s: ends within the header of a capture".formatted(file), e);
    }
  }
}
