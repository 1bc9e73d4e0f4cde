package dev.ductile.models.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CaptureTest {
  private static final int STEPS = 20;
  private static final PacketFile USUAL =
      new PacketFile(Packet.Link.ETHERNET, false, ByteOrder.LITTLE_ENDIAN, 96);

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void phasesAreFoundBehindEveryKindOfLink(Packet.Link link) throws IOException {
    List<Packet> packets = new Exchange(3, new Random(7)).opens().steps(STEPS).packets();
    for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
      for (boolean version6 : new boolean[] {false, true}) {
        var file = new PacketFile(link, version6, order, 128);
        assertPhases(file.pcap(packets, false));
        assertPhases(file.pcap(packets, true));
        assertPhases(file.pcapng(packets));
      }
    }
  }

  @Test
  void aCaptureHasBytesAndBandwidths() throws IOException {
    Capture capture = read(usual());

    assertThat(capture.server()).isEqualTo("10.0.0.2");
    assertThat(capture.worker()).isEqualTo("10.0.0.1");
    assertThat(capture.times().steps()).isEqualTo(STEPS - 3);
    assertThat(capture.downlinkBytes().median()).isEqualTo(200_009);
    assertThat(capture.uplinkBytes().median()).isEqualTo(150_017);
    assertThat(capture.downlinkBandwidth()).isCloseTo(200_000 / 0.072, within(1e3));
    assertThat(capture.uplinkBandwidth()).isCloseTo(150_000 / 0.064, within(1e3));
    assertThat(capture.times().error()).isLessThan(1e-3);
    assertThat(capture.isCut()).isFalse();
    assertThat(capture.isLong()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.2", "10.0.0.2:2222"})
  void aServerMayBeNamedIfNoOpeningWasCaptured(String server) throws IOException {
    byte[] bytes = USUAL.pcap(new Exchange(1, new Random(1)).steps(STEPS).packets(), false);
    Path file = Files.write(folder.resolve("late.pcap"), bytes);

    assertPhases(Capture.read(file, Optional.of(ServerAddress.parse(server))));
    assertThatThrownBy(() -> Capture.read(file, Optional.empty()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("late.pcap: the start of no connection was captured")
        .hasMessageContaining("--server HOST:PORT")
        .hasMessageContaining("10.0.0.2:2222");
    assertThatThrownBy(() -> Capture.read(file, Optional.of(ServerAddress.parse("10.0.0.9"))))
        .hasMessageContaining("no connection has that server")
        .hasMessageContaining("10.0.0.2:2222");
  }

  /** A real capture by tcpdump on the loopback interface, with steps of known lengths. */
  @Test
  void aRealCaptureIsRead() throws IOException {
    Capture capture = Capture.read(resource("loopback.pcap"), Optional.empty());

    assertThat(capture.server()).isEqualTo("127.0.0.1:5999");
    assertThat(capture.downlinkBytes().median()).isEqualTo(400_000);
    assertThat(capture.uplinkBytes().median()).isEqualTo(400_000);
    assertThat(capture.times().worker().mean()).isBetween(0.010, 0.011);
    assertThat(capture.times().server().mean()).isBetween(0.005, 0.006);
    assertThat(capture.times().downlink().mean()).isLessThan(0.001);
  }

  @Test
  void aCaptureThatWasCutShortIsReadAsFarAsItGoes() throws IOException {
    List<Packet> packets = new Exchange(1, new Random(2)).opens().steps(STEPS).packets();
    byte[] pcap = USUAL.pcap(packets, false);
    byte[] pcapng = USUAL.pcapng(packets);

    for (byte[] whole : List.of(pcap, pcapng)) {
      Capture capture = read(Arrays.copyOf(whole, whole.length * 3 / 4 + 5));
      assertPhases(capture);
      assertThat(capture.isCut()).isTrue();
      assertThat(capture.times().steps()).isLessThan(STEPS - 3);
    }
  }

  @Test
  void otherFilesAreRefusedInOneLine() {
    assertRefused(new byte[0], "is empty");
    assertRefused("step 1\nstep 2\n".getBytes(StandardCharsets.UTF_8), "is not a packet capture");
    assertRefused(Arrays.copyOf(usual(), 10), "ends within the header");
    assertRefused(Arrays.copyOf(usual(), 24), "has no TCP packet with a payload");
    assertRefused(Arrays.copyOf(USUAL.pcapng(List.of()), 30), "has no TCP packet");
  }

  @Test
  void damageIsReported() {
    byte[] damaged = USUAL.pcapng(new Exchange(1, new Random(3)).opens().steps(4).packets());
    damaged[28 + 4] = 3;
    assertRefused(damaged, "is damaged: it has a block of 3 bytes");
  }

  @Test
  void trafficWithoutStepsIsRefusedWithTheReason() {
    assertRefused(
        pcap(new Exchange(1, new Random(4)).opens().oneWay()),
        "traffic goes one way: 5000000 bytes from the server");
    assertRefused(
        pcap(new Exchange(1, new Random(5)).opens().steps(2)),
        "no repeated pattern of transfers found: 4 bursts make 1 whole steps, and 3 are needed");
    var headerless = new PacketFile(Packet.Link.ETHERNET, false, ByteOrder.LITTLE_ENDIAN, 30);
    assertRefused(
        headerless.pcap(new Exchange(1, new Random(6)).opens().steps(2).packets(), false),
        "captured as 30 bytes only");
  }

  @Test
  void serversAreNamedByAddress() throws IOException {
    assertThat(ServerAddress.parse("[fd00::2]:22").port()).hasValue(22);
    assertThat(ServerAddress.parse("fd00::2").port()).isEmpty();
    for (String wrong : List.of("parameter-server", "10.0.0.2:", "10.0.0.2:x", "1.2.3.4:70000")) {
      assertThatThrownBy(() -> ServerAddress.parse(wrong)).hasMessageContaining(wrong);
    }
  }

  private byte[] usual() {
    return pcap(new Exchange(2, new Random(1)).opens().steps(STEPS));
  }

  private static byte[] pcap(Exchange exchange) {
    return USUAL.pcap(exchange.packets(), false);
  }

  private void assertRefused(byte[] bytes, String why) {
    assertThatThrownBy(() -> read(bytes))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("test.pcap: ")
        .hasMessageContaining(why)
        .hasMessageNotContaining("\n");
  }

  private void assertPhases(byte[] bytes) throws IOException {
    assertPhases(read(bytes));
  }

  private static void assertPhases(Capture capture) {
    var close = within(2e-5);
    assertThat(capture.times().downlink().mean()).isCloseTo(Exchange.DOWNLINK, close);
    assertThat(capture.times().worker().mean()).isCloseTo(Exchange.WORKER, close);
    assertThat(capture.times().uplink().mean()).isCloseTo(Exchange.UPLINK, close);
    assertThat(capture.times().server().mean()).isCloseTo(Exchange.SERVER, close);
  }

  private Capture read(byte[] bytes) throws IOException {
    return Capture.read(Files.write(folder.resolve("test.pcap"), bytes), Optional.empty());
  }

  private Path resource(String name) throws IOException {
    try (var in = CaptureTest.class.getResourceAsStream(name)) {
      assertThat(in).as(name).isNotNull();
      Path file = folder.resolve(name);
      Files.write(file, java.util.Objects.requireNonNull(in).readAllBytes());
      return file;
    }
  }
}
