package dev.ductile.models.capture;

import dev.ductile.models.profile.MeasurementSummary;
import dev.ductile.models.profile.PhaseTimes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The phases of a step, from a packet capture of one worker and its parameter server (Lin et al.,
 * Section III-A). Transfers are distinguished by their direction. The times between them are those
 * of the worker and of the server.
 *
 * @param server the address of the server
 * @param downlinkBytes the bytes that the server sends in a step
 * @param uplinkBytes the bytes that the worker sends in a step
 * @param isCut whether the file ends within a packet; the packets before it were read
 * @param isLong whether the file has more bursts of packets than the limit; only those within it
 *     were read
 */
public record Capture(
    PhaseTimes times,
    String server,
    String worker,
    MeasurementSummary downlinkBytes,
    MeasurementSummary uplinkBytes,
    boolean isCut,
    boolean isLong) {
  private static final double NANO = 1e-9;

  /** The number of first steps that are left out: they are slower, and their transfers larger. */
  private static final int WARM_UP = 2;

  private static final int LEAST_STEPS = 3;

  /** The most relative variation of the sizes of repeated transfers. */
  private static final double MOST_VARIATION = 0.5;

  /** The least share of the bytes in each direction. */
  private static final double ONE_WAY = 0.001;

  /**
   * Reads a capture in pcap or pcapng format, of Ethernet, Linux cooked, loopback or raw packets;
   * their headers are enough ({@code tcpdump -s 128}).
   *
   * @param server the address of the server; if absent, the end that listens
   * @throws IOException with the reason, in one line, why the file cannot be split into steps
   */
  public static Capture read(Path file, Optional<ServerAddress> server) throws IOException {
    try {
      var conversations = new Connections();
      segments(file, conversations::add);
      WorkerServerPair parties = conversations.parties(server);
      var bursts = new Bursts();
      boolean cut =
          segments(
              file,
              segment -> {
                if (segment.payload() > 0 && parties.concerns(segment)) {
                  bursts.add(parties.isDown(segment), segment.nanos(), segment.payload());
                }
              });
      return split(bursts, parties, cut);
    } catch (UnusableCaptureException e) {
      throw new IOException("%s: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** The bandwidth from the server to the worker, in bytes per second. */
  public double downlinkBandwidth() {
    return downlinkBytes.mean() / times.downlink().mean();
  }

  /** The bandwidth from the worker to the server, in bytes per second. */
  public double uplinkBandwidth() {
    return uplinkBytes.mean() / times.uplink().mean();
  }

  /** Consumes one packet after the other. */
  @FunctionalInterface
  private interface SegmentReader {
    void take(Segment segment) throws IOException;
  }

  private static boolean segments(Path file, SegmentReader reader) throws IOException {
    return CaptureFile.read(
        file,
        frame -> {
          Optional<Segment> segment = PacketHeaders.segment(frame);
          if (segment.isPresent()) {
            reader.take(segment.get());
          }
        });
  }

  private static Capture split(Bursts all, WorkerServerPair parties, boolean cut)
      throws UnusableCaptureException {
    double down = all.bytes(true);
    double up = all.bytes(false);
    if (Math.min(down, up) < ONE_WAY * (down + up)) {
      throw new UnusableCaptureException(
          "traffic goes one way: %.0f bytes from the server %s, %.0f bytes to it"
              .formatted(down, parties.serverText(), up));
    }
    List<Transfer> transfers = Transfers.of(all);
    var steps = new ArrayList<PhaseTimes.Step>();
    var downBytes = new ArrayList<Double>();
    var upBytes = new ArrayList<Double>();
    for (int i = first(transfers); i + 2 < transfers.size(); i += 2) {
      Transfer weights = transfers.get(i);
      Transfer gradients = transfers.get(i + 1);
      steps.add(step(all, weights, gradients, transfers.get(i + 2)));
      downBytes.add((double) weights.bytes());
      upBytes.add((double) gradients.bytes());
    }
    MeasurementSummary downSpread = regular("from the server", downBytes, transfers);
    MeasurementSummary upSpread = regular("to the server", upBytes, transfers);
    return new Capture(
        PhaseTimes.of(steps),
        parties.serverText(),
        parties.worker().getHostAddress(),
        downSpread,
        upSpread,
        cut,
        all.isFull());
  }

  private static PhaseTimes.Step step(
      Bursts bursts, Transfer weights, Transfer gradients, Transfer nextWeights) {
    return new PhaseTimes.Step(
        seconds(bursts.start(weights.first()), bursts.end(weights.last())),
        seconds(bursts.end(weights.last()), bursts.start(gradients.first())),
        seconds(bursts.start(gradients.first()), bursts.end(gradients.last())),
        seconds(bursts.end(gradients.last()), bursts.start(nextWeights.first())));
  }

  /** The first transfer that counts: a download of weights, after the warm-up. */
  private static int first(List<Transfer> transfers) throws UnusableCaptureException {
    int first = !transfers.isEmpty() && transfers.getFirst().isDown() ? 0 : 1;
    int steps = (transfers.size() - first - 1) / 2;
    if (steps < LEAST_STEPS) {
      throw new UnusableCaptureException(
          "no repeated pattern of transfers found: %d bursts make %d whole steps, and %d are needed"
              .formatted(transfers.size(), Math.max(0, steps), LEAST_STEPS));
    }
    return first + 2 * Math.min(WARM_UP, steps - LEAST_STEPS);
  }

  private static MeasurementSummary regular(
      String direction, List<Double> bytes, List<Transfer> transfers)
      throws UnusableCaptureException {
    MeasurementSummary spread =
        MeasurementSummary.of(bytes.stream().mapToDouble(size -> size).toArray());
    if (spread.threeQuarters() - spread.quarter() > MOST_VARIATION * spread.median()) {
      throw new UnusableCaptureException(
          "no repeated pattern of transfers found: of %d bursts, those %s vary from %.0f to %.0f"
                  .formatted(transfers.size(), direction, spread.quarter(), spread.threeQuarters())
              + " bytes; do transfers in both directions overlap?");
    }
    return spread;
  }

  private static double seconds(long from, long to) {
    return Math.max(0, to - from) * NANO;
  }
}
