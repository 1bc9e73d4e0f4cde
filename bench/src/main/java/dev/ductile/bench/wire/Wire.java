package dev.ductile.bench.wire;

import dev.ductile.runtime.wire.Address;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A model of 64 MB pushed to and pulled from another process, beside a plain copy of as many bytes
 * each way between the same two; and pushes of few keys.
 */
public final class Wire {
  private static final int WARM_UP = 5;
  private static final int ROUNDS = 25;

  private Wire() {}

  public static void main(String[] args) throws Exception {
    System.out.printf(
        "medians of %d interleaved rounds, GB/s; push + pull beside a plain copy both ways%n",
        ROUNDS);
    Path folder = Files.createTempDirectory("ductile-wire");
    try {
      Address frames = new Address.Unix(folder.resolve("frames").toString());
      Address plain = new Address.Unix(folder.resolve("plain").toString());
      measure("unix", List.of(frames.toString(), plain.toString()));
    } finally {
      for (String name : List.of("frames", "plain", "")) {
        Files.deleteIfExists(folder.resolve(name));
      }
    }
    measure("tcp", List.of("127.0.0.1:0", "127.0.0.1:0"));
  }

  private static void measure(String kind, List<String> places) throws Exception {
    Process far = start(places);
    try (BufferedReader said = far.inputReader();
        var near = new Near(Address.parse(said.readLine()));
        var channel = SocketChannel.open(Address.parse(said.readLine()).socket())) {
      report(kind, near, new PlainCopy(channel, Numbers.BYTES));
    } finally {
      far.destroy();
      far.waitFor();
    }
  }

  private static Process start(List<String> places) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes = System.getProperty("java.class.path", "");
    return new ProcessBuilder(
            java, "-cp", classes, Far.class.getName(), places.getFirst(), places.getLast())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static void report(String kind, Near near, PlainCopy plain) throws Exception {
    var copies = new double[ROUNDS];
    var pushes = new double[ROUNDS];
    var pulls = new double[ROUNDS];
    var ratios = new double[ROUNDS];
    var keyed = new double[ROUNDS];
    for (int i = -WARM_UP; i < ROUNDS; i++) {
      int round = Math.max(0, i);
      copies[round] =
          seconds(() -> {
            plain.send();
            plain.receive();
          });
      pushes[round] = seconds(near::push);
      pulls[round] = seconds(near::pull);
      ratios[round] = copies[round] / (pushes[round] + pulls[round]);
      keyed[round] = seconds(near::pushKeyed);
    }
    double gigabytes = Numbers.BYTES / 1e9;
    System.out.printf(
        "%-5s plain %5.2f   push %5.2f   pull %5.2f   ratio %.2f (aim 0.70)%n",
        kind,
        2 * gigabytes / median(copies),
        gigabytes / median(pushes),
        gigabytes / median(pulls),
        median(ratios));
    System.out.printf(
        "%-5s keyed pushes of %,d: %,.0f million updates per second%n",
        kind, Numbers.KEYS, Near.KEYED_FRAMES * (Numbers.KEYS / 1e6) / median(keyed));
  }

  /** Something that takes time. */
  @FunctionalInterface
  private interface Deed {
    void run() throws Exception;
  }

  private static double seconds(Deed deed) throws Exception {
    long begin = System.nanoTime();
    deed.run();
    return (System.nanoTime() - begin) / 1e9;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
