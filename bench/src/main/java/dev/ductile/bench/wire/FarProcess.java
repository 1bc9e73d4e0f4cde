package dev.ductile.bench.wire;

import dev.ductile.runtime.transport.Address;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** The process of the {@link Far} end, and the connection to its plain copy. */
final class FarProcess implements AutoCloseable {
  private final Process process;
  private final Address frames;
  private final SocketChannel channel;
  private final PlainCopy plain;

  /** Starts the process with its addresses for frames and for the plain copy. */
  FarProcess(String framesAt, String plainAt) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes = System.getProperty("java.class.path", "");
    process =
        new ProcessBuilder(
                java, "-XX:+UseSerialGC", "-cp", classes, Far.class.getName(), framesAt, plainAt)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader said = process.inputReader();
    frames = Address.parse(said.readLine());
    channel = SocketChannel.open(Address.parse(said.readLine()).socket());
    plain = new PlainCopy(channel);
  }

  Address frames() {
    return frames;
  }

  PlainCopy plain() {
    return plain;
  }

  @Override
  public void close() throws IOException, InterruptedException {
    channel.close();
    process.destroy();
    process.waitFor();
  }
}
