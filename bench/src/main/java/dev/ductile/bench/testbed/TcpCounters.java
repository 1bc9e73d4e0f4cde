package dev.ductile.bench.testbed;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * TCP counters of all hosts of a bed.
 *
 * @param segments the segments sent
 * @param retransmitted the segments sent again
 * @param timeouts the timeouts of retransmission
 */
record TcpCounters(long segments, long retransmitted, long timeouts) {
  static TcpCounters on(Bed bed, int servers, int workers)
      throws IOException, InterruptedException {
    var hosts = new ArrayList<BedHost>();
    for (int i = 0; i < servers; i++) {
      hosts.add(bed.server(i));
    }
    for (int i = 0; i < workers; i++) {
      hosts.add(bed.worker(i));
    }
    var sum = new TcpCounters(0, 0, 0);
    for (BedHost host : hosts) {
      sum = sum.plus(parse(bed.ask(host, "nstat", "-asz").lines().toList()));
    }
    return sum;
  }

  private static TcpCounters parse(List<String> lines) {
    return new TcpCounters(
        counter(lines, "TcpOutSegs"),
        counter(lines, "TcpRetransSegs"),
        counter(lines, "TcpExtTCPTimeouts"));
  }

  private static long counter(List<String> lines, String name) {
    return lines.stream()
        .map(line -> line.split("\\s+"))
        .filter(words -> words[0].equals(name))
        .mapToLong(words -> Long.parseLong(words[1]))
        .sum();
  }

  TcpCounters since(TcpCounters before) {
    return new TcpCounters(
        segments - before.segments,
        retransmitted - before.retransmitted,
        timeouts - before.timeouts);
  }

  /** The share of segments that were sent again. */
  double resentShare() {
    return segments == 0 ? 0 : (double) retransmitted / segments;
  }

  TcpCounters plus(TcpCounters other) {
    return new TcpCounters(
        segments + other.segments, retransmitted + other.retransmitted, timeouts + other.timeouts);
  }
}
