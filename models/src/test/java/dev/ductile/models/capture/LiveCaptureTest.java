package dev.ductile.models.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Captures a real exchange with the real tcpdump, if it is installed and permitted. */
@Tag("process")
@Tag("socket")
final class LiveCaptureTest {
  private static final int STEPS = 12;
  private static final int WEIGHTS = 2_000_000;
  private static final int GRADIENTS = 1_000_000;
  private static final int MOST_LOOKS = 20;
  private static final long LOOK_NANOS = 1_500_000_000;
  private static final long WORKER_NANOS = 6_000_000;
  private static final long SERVER_NANOS = 3_000_000;

  @TempDir private Path folder;

  @Test
  void aLiveExchangeIsSplitIntoItsPhases() throws Exception {
    Path file = folder.resolve("live.pcap");
    try (var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Process tcpdump = tcpdump(listening.getLocalPort(), file);
      var served = CompletableFuture.runAsync(() -> serve(listening));
      work(listening.getLocalPort());
      served.get(30, TimeUnit.SECONDS);
      awaitQuiet(file);
      tcpdump.toHandle().destroy();
      assertThat(tcpdump.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }
    Capture capture = Capture.read(file, Optional.empty());

    assertThat(capture.times().steps()).isBetween(3, STEPS - 3);
    assertThat(capture.downlinkBytes().median()).isEqualTo(WEIGHTS);
    assertThat(capture.uplinkBytes().median()).isEqualTo(GRADIENTS);
    assertThat(capture.times().worker().median()).isGreaterThan(WORKER_NANOS * 0.9e-9);
    assertThat(capture.times().server().median()).isGreaterThan(SERVER_NANOS * 0.9e-9);
  }

  /** Starts tcpdump and waits until it listens; skips the test if that fails. */
  private static Process tcpdump(int port, Path file) throws IOException {
    boolean installed = Files.isExecutable(Path.of("/usr/bin/tcpdump"));
    assumeTrue(installed, "tcpdump is not installed");
    Process tcpdump =
        new ProcessBuilder(
                "/usr/bin/tcpdump",
                "-i",
                "lo",
                "-s",
                "128",
                "-U",
                "-Z",
                "root",
                "-w",
                file.toString(),
                "tcp port " + port)
            .redirectErrorStream(true)
            .start();
    String line = tcpdump.inputReader().readLine();
    assumeTrue(line != null && line.contains("listening"), () -> "tcpdump may not listen: " + line);
    return tcpdump;
  }

  /** Waits until tcpdump has written all packets, which it fetches once a second. */
  private static void awaitQuiet(Path file) throws IOException {
    long size = -1;
    for (int look = 0; look < MOST_LOOKS && Files.size(file) > size; look++) {
      size = Files.size(file);
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private static void serve(ServerSocket listening) {
    try (Socket worker = listening.accept()) {
      exchange(worker, true);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void work(int port) throws IOException {
    try (var server = new Socket(InetAddress.getLoopbackAddress(), port)) {
      exchange(server, false);
    }
  }

  private static void exchange(Socket peer, boolean server) throws IOException {
    var in = new DataInputStream(peer.getInputStream());
    OutputStream out = peer.getOutputStream();
    for (int step = 0; step < STEPS; step++) {
      if (server) {
        out.write(new byte[WEIGHTS]);
      }
      in.skipNBytes(server ? GRADIENTS : WEIGHTS);
      LockSupport.parkNanos(server ? SERVER_NANOS : WORKER_NANOS);
      if (!server) {
        out.write(new byte[GRADIENTS]);
      }
    }
  }
}
