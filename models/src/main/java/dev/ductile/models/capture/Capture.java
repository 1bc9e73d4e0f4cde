package dev.ductile.models.capture;

import dev.ductile.models.profile.PhaseTimes;
import dev.ductile.models.profile.Spread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a packet capture of one worker and its parameter server says about the phases of a step (Lin
 * et al., Section III-A): transfers are told apart by their direction, and the times between them
 * are those of the worker and of the server.
 *
 * @param server who it is
 * @param downlinkBytes what the server sends in a step
 * @param uplinkBytes what the worker sends in a step
 * @param isCut whether the file ends in the middle of a packet; what precedes was read
 * @param isLong whether the file goes on after as many bursts of packets as are kept; those were
 *     read
 */
public record Capture(
    PhaseTimes times,
    String server,
    String worker,
    Spread downlinkBytes,
    Spread uplinkBytes,
    boolean isCut,
    boolean isLong) {
  private static final double NANO = 1e-9;

  /** The first steps of a run are slower, and the first transfers are larger. */
  private static final int WARM_UP = 2;

  private static final int LEAST_STEPS = 3;

  /** Transfers whose sizes vary more than this are no repeated ones. */
  private static final double MOST_VARIATION = 0.5;

  /** Less than this share of the bytes is no traffic in both directions. */
  private static final double ONE_WAY = 0.001;

  /**
   * Reads a capture in pcap or pcapng format, of Ethernet, Linux cooked, loopback or raw packets;
   * their headers are enough ({@code tcpdump -s 128}).
   *
   * @param server who the server is; if nobody says, it is the one who listens
   * @throws IOException with one line that says why the file cannot be split into steps
   */
  public static Capture read(Path file, Optional<Server> server) throws IOException {
    try {
      var conversations = new Conversations();
      segments(file, conversations::add);
      Parties parties = conversations.parties(server);
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
    } catch (UnfitException e) {
      throw new IOException("%s: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** How fast the link was from the server to the worker, in bytes per second. */
  public double downlinkBandwidth() {
    return downlinkBytes.mean() / times.downlink().mean();
  }

  /** How fast the link was from the worker to the server, in bytes per second. */
  public double uplinkBandwidth() {
    return uplinkBytes.mean() / times.uplink().mean();
  }

  /** Takes packet after packet. */
  @FunctionalInterface
  private interface SegmentReader {
    void take(Segment segment) throws IOException;
  }

  private static boolean segments(Path file, SegmentReader reader) throws IOException {
    return CaptureFile.read(
        file,
        frame -> {
          Optional<Segment> segment = Headers.segment(frame);
          if (segment.isPresent()) {
            reader.take(segment.get());
          }
        });
  }

  private static Capture split(Bursts all, Parties parties, boolean cut) throws UnfitException {
    double down = all.bytes(true);
    double up = all.bytes(false);
    if (Math.min(down, up) < ONE_WAY * (down + up)) {
      throw new UnfitException(
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
    Spread downSpread = regular("from the server", downBytes, transfers);
    Spread upSpread = regular("to the server", upBytes, transfers);
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

  /**
   * A step begins with weights coming down; what is before the first whole steps does not count.
   */
  private static int first(List<Transfer> transfers) throws UnfitException {
    int first = !transfers.isEmpty() && transfers.getFirst().isDown() ? 0 : 1;
    int steps = (transfers.size() - first - 1) / 2;
    if (steps < LEAST_STEPS) {
      throw new UnfitException(
          "no repeated pattern of transfers found: %d bursts make %d whole steps, and %d are needed"
              .formatted(transfers.size(), Math.max(0, steps), LEAST_STEPS));
    }
    return first + 2 * Math.min(WARM_UP, steps - LEAST_STEPS);
  }

  private static Spread regular(String direction, List<Double> bytes, List<Transfer> transfers)
      throws UnfitException {
    Spread spread = Spread.of(bytes.stream().mapToDouble(size -> size).toArray());
    if (spread.threeQuarters() - spread.quarter() > MOST_VARIATION * spread.median()) {
      throw new UnfitException(
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
