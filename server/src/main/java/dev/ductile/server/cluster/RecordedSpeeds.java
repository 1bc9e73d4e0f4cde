package dev.ductile.server.cluster;

import dev.ductile.api.Size;
import dev.ductile.rest.JobChange;
import dev.ductile.rest.SpeedCurve;
import dev.ductile.rest.SpeedPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The speeds of a job that is over, at the sizes that it had: those that its history predicted when
 * it got them, and those that were measured.
 */
final class RecordedSpeeds {
  private static final String MODEL = "recorded";

  private RecordedSpeeds() {}

  /** The curve by the last prediction for each size; 0 where there was none. */
  static SpeedCurve of(List<JobChange> changes, Map<Size, Double> measured) {
    Map<Size, Double> predicted = new TreeMap<>();
    Map<Size, Double> speeds = new TreeMap<>();
    for (JobChange change : changes) {
      Size size = Words.size(change.to());
      change.predictedSpeed().ifPresent(speed -> predicted.put(size, speed));
      change.measuredSpeed().ifPresent(speed -> speeds.put(size, speed));
    }
    speeds.putAll(measured);
    var sizes = new TreeSet<Size>(predicted.keySet());
    sizes.addAll(speeds.keySet());
    var points = new ArrayList<SpeedPoint>();
    for (Size size : sizes) {
      double speed = predicted.getOrDefault(size, 0.0);
      points.add(
          new SpeedPoint(
              Words.size(size), speed, speed, speed, Optional.ofNullable(speeds.get(size))));
    }
    return new SpeedCurve(points.isEmpty() ? "unknown" : MODEL, points, Words.size(Size.NONE));
  }
}
