package dev.ductile.server.cluster;

import dev.ductile.answers.PredictionAnswer;
import dev.ductile.api.JobId;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.models.fit.FittedModel;
import java.util.List;
import java.util.Optional;

/** Where the speed of a job comes from, in words. */
final class SpeedSource {
  private SpeedSource() {}

  /** The source for a job; empty while its speed is not known. */
  static Optional<String> of(JobTrack track) {
    if (track.speed().isUnknown()) {
      return Optional.empty();
    }
    Optional<JobId> earlier = track.origin().speedFrom();
    if (!track.measured()) {
      return Optional.of(
          earlier.map(job -> earlier(job, track.speed())).orElse("the job file, not measured"));
    }
    String own = earlier.map(job -> " and those of job " + job).orElse("");
    return Optional.of("its own measurements%s%s".formatted(own, sizes(track.speed(), ", at ")));
  }

  /** The measured speed of an earlier job. */
  static String earlier(JobId job, SpeedSpec speed) {
    return "speeds of job %s%s".formatted(job, sizes(speed, ", measured at "));
  }

  /** The measured sizes after a text; empty if the speed model does not tell them. */
  private static String sizes(SpeedSpec speed, String before) {
    return speed.parameters() instanceof FittedModel.Parameters fitted
        ? before + sizes(fitted)
        : "";
  }

  private static String sizes(FittedModel.Parameters fitted) {
    List<Size> sizes =
        fitted.points().stream()
            .map(point -> new Size(point.workers(), point.servers().orElse(0)))
            .distinct()
            .sorted()
            .toList();
    if (sizes.size() == 1) {
      return PredictionAnswer.words(sizes.getFirst());
    }
    boolean areWorkers = sizes.stream().allMatch(size -> size.servers() == 0);
    String unit = areWorkers ? "workers" : "workers + servers";
    return "%s %s".formatted(joined(sizes.stream().map(Size::toString).toList()), unit);
  }

  private static String joined(List<String> words) {
    return String.join(", ", words.subList(0, words.size() - 1)) + " and " + words.getLast();
  }
}
