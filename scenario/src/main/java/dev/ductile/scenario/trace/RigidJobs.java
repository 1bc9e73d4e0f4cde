package dev.ductile.scenario.trace;

import dev.ductile.api.Aggregation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Gang;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Program;
import dev.ductile.api.Protection;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Utility;
import dev.ductile.api.Work;
import dev.ductile.scenario.Constant;
import dev.ductile.scenario.Submission;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes the jobs of foreign traces, which have one size only. Jobs share equal values, so a million
 * jobs need little memory.
 */
final class RigidJobs {
  private static final String SECONDS = "seconds";
  private static final SpeedSpec REAL_TIME = new Constant(1).spec();
  private static final int MOST_REMEMBERED = 10_000;

  private final Map<Demand, Demand> demands = new HashMap<>();
  private final Map<Size, Bounds> bounds = new HashMap<>();
  private final Map<Bounds, Optional<Size>> requests = new HashMap<>();
  private final Map<String, String> words = new HashMap<>();
  private final Map<Double, SpeedSpec> speeds = new HashMap<>();

  /** The name, owner and queue of a job. */
  record Label(String id, String owner, String queue) {}

  /** A job that ran for this many seconds. */
  Submission lasting(Instant at, Label label, Demand demand, Size size, double seconds) {
    return new Submission(at, spec(label, demand, size, new Work(seconds, 0, SECONDS)), REAL_TIME);
  }

  /** A job with this many steps at a known rate. */
  Submission stepping(
      Instant at, Label label, Demand demand, Size size, double steps, double stepsPerSecond) {
    SpeedSpec speed = shared(speeds, stepsPerSecond, each -> new Constant(each).spec());
    return new Submission(at, spec(label, demand, size, Work.steps(steps)), speed);
  }

  /** The resources of one task: an equal share of the resources of the job. */
  static Resources each(Map<String, Double> whole, int tasks) {
    var part = new HashMap<String, Double>();
    whole.forEach((name, amount) -> part.put(name, amount / tasks));
    return Resources.of(part);
  }

  private JobSpec spec(Label label, Demand demand, Size size, Work work) {
    Bounds rigid = shared(bounds, size, Bounds::rigid);
    return new JobSpec(
        new JobId(label.id()),
        shared(words, label.owner(), word -> word),
        shared(
            words, label.queue().isEmpty() ? JobSpec.DEFAULT_QUEUE : label.queue(), word -> word),
        0,
        size.servers() > 0 ? Aggregation.PARAMETER_SERVER : Aggregation.ALL_REDUCE,
        shared(demands, demand, one -> one),
        rigid,
        shared(requests, rigid, all -> Optional.of(all.least())),
        work,
        Utility.NONE,
        RescaleMode.CHECKPOINT,
        Protection.NONE,
        Program.NONE,
        Gang.NONE,
        List.of());
  }

  private static <K, V> V shared(Map<K, V> known, K key, Function<K, V> make) {
    V value = known.get(key);
    if (value != null) {
      return value;
    }
    V made = make.apply(key);
    if (known.size() < MOST_REMEMBERED) {
      known.put(key, made);
    }
    return made;
  }
}
