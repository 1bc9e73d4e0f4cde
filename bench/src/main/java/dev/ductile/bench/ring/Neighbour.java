package dev.ductile.bench.ring;

import dev.ductile.bench.ResultRecorder;
import dev.ductile.runtime.allreduce.Algorithm;
import dev.ductile.runtime.allreduce.Collective;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.transport.Address;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.ConnectionLimits;
import dev.ductile.runtime.transport.FrameHeader;
import dev.ductile.runtime.transport.Greeting;
import dev.ductile.runtime.transport.Handler;
import dev.ductile.runtime.transport.Loop;
import dev.ductile.runtime.transport.Payload;
import dev.ductile.runtime.transport.SystemServices;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** One worker of a measurement; all do the same, and the first prints the results. */
final class Neighbour implements Handler {
  private static final String TOKEN = "00112233445566778899aabbccddeeff".repeat(2);
  private static final int LARGEST = 16 << 20;
  private static final long TARGET_BYTES = 512L << 20;

  private final Loop loop =
      new Loop(
          SystemServices.system(System::nanoTime), ConnectionLimits.DEFAULT, System.err::println);
  private final Collective collective = new Collective(2L * LARGEST + 1_024, this::send);
  private final List<Connection> peers = new ArrayList<>();
  private final float[] numbers = new float[LARGEST];
  private final int rank;
  private final int workers;
  private long clock;

  private Neighbour(int rank, int workers) {
    this.rank = rank;
    this.workers = workers;
  }

  /** Arguments: this worker's place, and how many there are. */
  public static void main(String[] args) throws Exception {
    new Neighbour(Integer.parseInt(args[0]), Integer.parseInt(args[1])).run();
  }

  private void run() throws Exception {
    Address frames = loop.listen(new Address.Tcp("127.0.0.1", 0), greeting(), () -> this);
    try (var server = ServerSocketChannel.open()) {
      server.bind(new Address.Tcp("127.0.0.1", 0).socket());
      System.out.println(frames + ",127.0.0.1:" + server.socket().getLocalPort());
      var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      String[] places = in.readLine().split(" ", -1);
      var next = SocketChannel.open(address(places[(rank + 1) % workers], 1).socket());
      try (var plain = new PlainRing(next, server.accept(), LARGEST * Float.BYTES)) {
        loop.execute(() -> {
          for (String place : places) {
            peers.add(loop.connect(address(place, 0), greeting(), this));
          }
        });
        Thread.ofPlatform().name("loop").start(loop::run);
        measure(plain);
      }
    } finally {
      loop.stop();
    }
  }

  private Greeting greeting() {
    return new Greeting(TOKEN, rank);
  }

  private static Address address(String place, int which) {
    return Address.parse(place.split(",", -1)[which]);
  }

  private void measure(PlainRing plain) throws Exception {
    for (int floats = 1 << 10; floats <= LARGEST; floats <<= 2) {
      int rounds = (int) Math.clamp(TARGET_BYTES / (4L * floats * workers), 7, 200);
      long bytes = 2L * (workers - 1) * floats * Float.BYTES / workers;
      double[] copies = new double[rounds];
      Map<Algorithm, double[]> ways = new EnumMap<>(Algorithm.class);
      for (Algorithm way : Algorithm.values()) {
        if (way.fits(workers)) {
          ways.put(way, new double[rounds]);
        }
      }
      for (int i = -rounds / 4 - 2; i < rounds; i++) {
        int round = Math.max(0, i);
        add(Algorithm.RING, 64);
        long before = System.nanoTime();
        plain.pass(bytes, floats * Float.BYTES);
        copies[round] = System.nanoTime() - before;
        for (var way : ways.entrySet()) {
          add(Algorithm.RING, 64);
          before = System.nanoTime();
          add(way.getKey(), floats);
          way.getValue()[round] = System.nanoTime() - before;
        }
      }
      report(floats, median(copies), ways);
    }
  }

  private void add(Algorithm way, int floats) throws InterruptedException {
    var done = new CountDownLatch(1);
    loop.execute(() ->
        collective.begin(clock++, way.moves(workers, rank, floats), numbers, done::countDown));
    done.await();
  }

  private void report(int floats, double plain, Map<Algorithm, double[]> ways) {
    if (rank > 0) {
      return;
    }
    var line = new StringBuilder();
    line.append(
        "%d workers %,7d KB  plain %,9.0f us".formatted(workers, floats / 256, plain / 1e3));
    ways.forEach((way, times) -> {
      boolean same = way == Algorithm.BINARY_BLOCKS && Algorithm.DOUBLING_HALVING.fits(workers);
      if (!same) {
        double time = median(times);
        line.append("  %s %,9.0f us (%.2f)".formatted(way, time / 1e3, plain / time));
        String figure = "%d workers, %d KB, %s".formatted(workers, floats / 256, way);
        ResultRecorder.keep(figure, time / 1e3, "us");
        ResultRecorder.keep(figure + ", speed beside a plain ring", plain / time, "");
      }
    });
    System.out.println(line);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private void send(int peer, long step, int round, float[] from, int begin, int count) {
    FrameHeader header = FrameKind.REDUCE.header(1, -1, rank, step, round);
    peers.get(peer).send(header, Payload.of(from, begin, count));
  }

  @Override
  public void opened(Connection connection) {}

  @Override
  public void frame(Connection connection, FrameHeader header, ByteBuffer payload) {
    collective.frame(connection.peer(), header.clock(), header.extra(), payload);
  }

  @Override
  public void closed(Connection connection, String why) {}
}
