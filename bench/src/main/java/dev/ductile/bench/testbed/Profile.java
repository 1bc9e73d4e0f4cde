package dev.ductile.bench.testbed;

import dev.ductile.models.capture.Capture;
import dev.ductile.models.profile.PhaseTimes;

/**
 * The profile of a job from a run of one worker with one server.
 *
 * @param capture the phase times by the packet capture, from which predictions are made
 * @param reported the phase times by the processes, to check the capture
 */
record Profile(Capture capture, PhaseTimes reported) {
  @Override
  public String toString() {
    return "from packets: %s, %d steps%nreported:     %s%n"
        .formatted(phases(capture.times()), capture.times().steps(), phases(reported));
  }

  static String phases(PhaseTimes times) {
    return "downlink %.1f, worker %.1f, uplink %.1f, server %.1f ms"
        .formatted(
            times.downlink().mean() * 1e3,
            times.worker().mean() * 1e3,
            times.uplink().mean() * 1e3,
            times.server().mean() * 1e3);
  }
}
