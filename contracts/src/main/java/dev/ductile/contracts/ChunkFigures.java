package dev.ductile.contracts;

import dev.ductile.api.Figure;
import dev.ductile.api.Job;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Recounts the queues at the chunks of a cluster: each queue has one first job, the jobs behind it
 * count up by one, each job is in the queue of its note, and a chunk has room for its job.
 */
final class ChunkFigures extends SentenceCheck {
  private static final double ROUNDING = 1e-9;

  /** The queue at a chunk, of jobs of one priority. */
  private record Queue(int priority, int chunk) {}

  private final Map<Queue, Job> heads = new HashMap<>();
  private final Map<Queue, Map<Integer, Job>> behind = new HashMap<>();
  private final Set<Queue> placeless = new HashSet<>();
  private final Set<Integer> sizes = new HashSet<>();

  ChunkFigures(AfterPlan after, SentencePatterns patterns) {
    super(after, patterns);
  }

  @Override
  protected void check(Job job) {
    each(
        job,
        "it is first in the queue of its chunk(?: of (\\d+) devices?, and (no more of it is left|it can use no more of it))?",
        found -> {
          head(job);
          if (found.group(1) != null) {
            sized(job, found.group(1));
            first(job, Integer.parseInt(found.group(1)), found.group(2).startsWith("it can"));
          }
        });
    each(
        job,
        "it is too large for a chunk of (\\d+)",
        found -> {
          sized(job, found.group(1));
          Size least = job.spec().bounds().least();
          if (fits(job, least, Integer.parseInt(found.group(1)))) {
            wrong(job, "its least size is " + least);
          }
        });
    if (after.sentence(job).contains(": there is no place for ")) {
      placeless.add(queue(job));
    }
    each(
        job,
        "in the queue of chunk (\\d+) behind (\\d+) jobs?",
        found -> {
          count(job, found.group(1), queue(job).chunk());
          Map<Integer, Job> line = behind.computeIfAbsent(queue(job), _ -> new HashMap<>());
          if (line.put(Integer.parseInt(found.group(2)), job) != null) {
            wrong(job, "as many are before another one in that queue");
          }
        });
  }

  @Override
  protected void checkTogether() {
    behind.forEach((queue, line) -> {
      Job last = line.values().iterator().next();
      if (!heads.containsKey(queue) && !placeless.contains(queue)) {
        wrong(last, "no job is first in that queue");
      }
      for (int place = 1; place <= line.size(); place++) {
        if (!line.containsKey(place)) {
          wrong(last, "no job of that queue has %d before it".formatted(place));
        }
      }
    });
  }

  private void head(Job job) {
    if (heads.put(queue(job), job) != null) {
      wrong(job, "another job is first in that chunk too");
    }
    if (queue(job).chunk() < 1 || queue(job).chunk() > chunks(job)) {
      wrong(job, "there is no chunk %d".formatted(queue(job).chunk()));
    }
  }

  /** Whether a chunk has this many devices, up to the rounding of sums of shares. */
  private static boolean fits(Job job, Size size, int chunk) {
    return AfterPlan.devices(job, size) <= chunk + ROUNDING;
  }

  /** The most of a chunk that the job can use, or less if no more is free. */
  private void first(Job job, int chunk, boolean isAll) {
    Size size = after.wanted(job);
    List<Size> all = LegalSizes.byWorkers(job);
    int next = all.indexOf(size) + 1;
    boolean hasLarger =
        next < all.size()
            && job.spec().bounds().allows(all.get(next))
            && fits(job, all.get(next), chunk);
    if (!fits(job, size, chunk) || hasLarger == isAll) {
      wrong(job, "it is given " + size);
    }
  }

  /** All chunks of a plan have the same size, and there are as many as the cluster has room for. */
  private void sized(Job job, String chunk) {
    sizes.add(Integer.parseInt(chunk));
    double gpus = after.total(Resources.GPU).doubleValue();
    if (sizes.size() > 1) {
      wrong(job, "another job names another size of chunks");
    } else if (gpus > 0) {
      double chunks = Math.max(1, Math.floor(gpus / Integer.parseInt(chunk) + ROUNDING));
      if (chunks(job) != chunks) {
        wrong(job, "there are %s chunks, not %s".formatted(chunks, chunks(job)));
      }
    }
  }

  private double chunks(Job job) {
    int priority = job.spec().priority();
    String name = priority == 0 ? "chunks" : "chunksOfPriority" + priority;
    return after.plan().figures().stream()
        .filter(figure -> figure.name().equals(name))
        .mapToDouble(Figure::value)
        .findFirst()
        .orElse(Double.NaN);
  }

  private Queue queue(Job job) {
    int chunk = after.noted(job, "jsq-chunk", "chunk").map(Integer.class::cast).orElse(0);
    return new Queue(job.spec().priority(), chunk);
  }
}
