package dev.ductile.bench.testbed;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** How long the four phases of a step take with one worker and one server, in seconds. */
record Phases(double downlink, double worker, double uplink, double server) {
  /** As the two processes tell it themselves, between two moments of the machine's clock. */
  static Phases told(List<Span> work, List<Span> applications, Span window) {
    var downlink = new ArrayList<Double>();
    var worker = new ArrayList<Double>();
    var uplink = new ArrayList<Double>();
    var server = new ArrayList<Double>();
    for (Span done : work) {
      if (done.from() < window.from() || done.to() > window.to()) {
        continue;
      }
      worker.add(done.seconds());
      applications.stream()
          .filter(apply -> apply.to() <= done.from())
          .reduce((first, second) -> second)
          .ifPresent(before -> downlink.add(Span.seconds(before.to(), done.from())));
      applications.stream()
          .filter(apply -> apply.from() >= done.to())
          .findFirst()
          .ifPresent(
              after -> {
                uplink.add(Span.seconds(done.to(), after.from()));
                server.add(after.seconds());
              });
    }
    return new Phases(median(downlink), median(worker), median(uplink), median(server));
  }

  double sum() {
    return downlink + worker + uplink + server;
  }

  @Override
  public String toString() {
    return "downlink %.1f, worker %.1f, uplink %.1f, server %.1f ms"
        .formatted(downlink * 1e3, worker * 1e3, uplink * 1e3, server * 1e3);
  }

  private static double median(List<Double> values) {
    if (values.isEmpty()) {
      throw new IllegalStateException("not one whole step was seen");
    }
    Collections.sort(values);
    return values.get(values.size() / 2);
  }
}
