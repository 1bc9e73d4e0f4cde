package dev.ductile.contracts;

import dev.ductile.api.Bounds;
import dev.ductile.api.Job;
import dev.ductile.api.Range;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;

/** What jobs would gain by more tasks, and how long they would take: worked out again. */
final class GainFigures extends SentenceCheck {
  private static final String MORE =
      "(?:at (\\d+(?:\\+\\d+)?) )?(one more worker|one more server|the next \\d+ servers|the next \\d+(?:\\+\\d+)?)";
  private static final String UNIT = "(s|min|h|d) per (GPU|worker|node|% of the cluster)";

  /** So many sizes of one role are looked at. */
  private static final int MOST_SIZES = 10_000;

  /** A difference of two doubles is untrue by this part of them. */
  private static final double LOST = 1e-12;

  GainFigures(AfterPlan after) {
    super(after);
  }

  @Override
  protected void check(Job job) {
    gains(job);
    knees(job);
    hell(job);
    times(job);
    trials(job);
    each(
        job,
        "too little for its least size, " + AfterPlan.SIZE,
        found -> same(job, found.group(1), job.spec().bounds().least()));
  }

  private void gains(Job job) {
    each(
        job,
        MORE + " would save no time",
        found -> {
          Size from = from(job, found);
          double saved = saved(job, from, larger(from, found.group(2)));
          if (saved > lost(job, from)) {
            wrong(job, "it would save %s s".formatted(saved));
          }
        });
    each(
        job,
        MORE
            + " would save "
            + Told.NUMBER
            + " "
            + UNIT
            + "(?:, and ([\\w-]+) saves "
            + Told.NUMBER
            + "(?: per (GPU|worker))?|, but so much is not left)",
        found -> gain(job, found));
  }

  private void gain(Job job, Matcher found) {
    double unit = Told.unit(found.group(4));
    Size from = from(job, found);
    Size to = larger(from, found.group(2));
    double per = per(job, from, to, found.group(5));
    number(job, found.group(3), saved(job, from, to) / per / unit, lost(job, from) / per / unit);
    if (found.group(6) == null) {
      return;
    }
    Optional<Job> rival = after.named(found.group(6));
    if (rival.stream().noneMatch(other -> hasGained(other, found, unit))) {
      wrong(job, "no step of %s gains that".formatted(found.group(6)));
    }
  }

  /** The size that a gain is told of. */
  private Size from(Job job, Matcher found) {
    return found.group(1) == null ? after.wanted(job) : AfterPlan.size(found.group(1));
  }

  /** Whether some step on a job's way to its size gained so much. */
  private boolean hasGained(Job rival, Matcher found, double unit) {
    Size end = after.wanted(rival);
    for (Size from : below(rival, end)) {
      for (Size to : above(rival, from)) {
        boolean isOnTheWay = to.workers() <= end.workers() && to.servers() <= end.servers();
        String unitOfRival = found.group(8) == null ? found.group(5) : found.group(8);
        double per = per(rival, from, to, unitOfRival);
        double gain = saved(rival, from, to) / per / unit;
        if (isOnTheWay && Told.isNumber(found.group(7), gain, lost(rival, from) / per / unit)) {
          return true;
        }
      }
    }
    return false;
  }

  private double saved(Job job, Size from, Size to) {
    return after.seconds(job, from) - after.seconds(job, to);
  }

  private double lost(Job job, Size from) {
    return LOST * after.seconds(job, from);
  }

  private double per(Job job, Size from, Size to, String unit) {
    int workers = to.workers() - from.workers();
    int servers = to.servers() - from.servers();
    return switch (unit) {
      case "GPU" -> AfterPlan.devices(job, to) - AfterPlan.devices(job, from);
      case "worker" -> workers;
      case "node" -> workers + servers;
      default ->
          100
              * (workers * after.share(job, Size.workers(1))
                  + servers * after.share(job, new Size(0, 1)));
    };
  }

  private static Size larger(Size from, String more) {
    if (more.equals("one more worker")) {
      return from.plus(Size.workers(1));
    }
    if (more.equals("one more server")) {
      return from.plus(new Size(0, 1));
    }
    String count = more.substring("the next ".length());
    return count.endsWith(" servers")
        ? from.plus(new Size(0, Integer.parseInt(count.split(" ", 2)[0])))
        : from.plus(AfterPlan.size(count));
  }

  /** The legal sizes up to this one. */
  private static List<Size> below(Job job, Size end) {
    Bounds bounds = job.spec().bounds();
    var sizes = new ArrayList<Size>();
    for (int workers : counts(bounds.workers(), end.workers())) {
      for (int servers : counts(bounds.servers(), end.servers())) {
        sizes.add(new Size(workers, servers));
      }
    }
    return sizes;
  }

  /** The next sizes: by workers, by servers, by both, and by twice the workers. */
  private static List<Size> above(Job job, Size from) {
    Bounds bounds = job.spec().bounds();
    int worker = after(bounds.workers(), from.workers());
    int server = after(bounds.servers(), from.servers());
    var sizes = new ArrayList<Size>();
    sizes.add(new Size(worker, from.servers()));
    sizes.add(new Size(from.workers(), server));
    int twice = bounds.workers().after(2 * from.workers() - 1);
    sizes.add(bounds.after(new Size(2 * from.workers() - 1, from.servers())));
    sizes.add(bounds.after(from));
    for (int workers : List.of(worker, twice)) {
      int servers = Math.max(from.servers(), bounds.servers().atMost(workers));
      sizes.add(new Size(workers, servers));
      sizes.add(new Size(workers, from.servers()));
    }
    for (int workers : counts(bounds.workers(), Math.min(64, bounds.workers().most()))) {
      sizes.add(new Size(workers, from.servers()));
    }
    sizes.removeIf(size -> size.compareTo(from) <= 0);
    return sizes;
  }

  private static List<Integer> counts(Range range, int most) {
    var counts = new ArrayList<Integer>();
    int count = range.least();
    while (count <= most && counts.size() < MOST_SIZES) {
      counts.add(count);
      int next = after(range, count);
      if (next == count) {
        break;
      }
      count = next;
    }
    return counts;
  }

  /** The next larger count that is looked at: of many tasks a 64th more, else one. */
  private static int after(Range range, int count) {
    int stride = count < 256 ? 1 : count / 64;
    return range.after(Math.max(count, range.atMost(count + stride - 1)));
  }

  private void knees(Job job) {
    each(
        job,
        "its knee: the next node would save (?:"
            + Told.NUMBER
            + " % of its time|nothing)"
            + ", less than "
            + Told.NUMBER
            + " %",
        found -> {
          Size from = after.wanted(job);
          Size next =
              new Size(after(job.spec().bounds().workers(), from.workers()), from.servers());
          double saved = part(job, from, next);
          if (found.group(1) == null ? saved > LOST : saved > 1.01 * alpha(found.group(2))) {
            wrong(job, "it would save %s".formatted(saved));
          }
          if (found.group(1) != null) {
            number(job, found.group(1), 100 * saved, 100 * LOST);
          }
        });
    each(
        job,
        "the last node still saves " + Told.NUMBER + " % of its time",
        found -> {
          Size last = after.wanted(job);
          List<Integer> fewer = counts(job.spec().bounds().workers(), last.workers() - 1);
          Size before = new Size(fewer.getLast(), last.servers());
          number(job, found.group(1), 100 * part(job, before, last), 100 * LOST);
        });
    each(
        job,
        "its knee (?:is|, which is) at (\\d+)|up to its knee, which is at (\\d+)",
        found -> {
          String told = found.group(1) != null ? found.group(1) : found.group(2);
          if (Integer.parseInt(told) <= after.wanted(job).tasks()) {
            wrong(job, "it has as many");
          }
        });
  }

  private static double alpha(String percent) {
    return Double.parseDouble(percent) / 100;
  }

  /** The part of its time that a job saves by each further node. */
  private static double part(Job job, Size from, Size to) {
    double ratio = AfterPlan.speed(job, from) / AfterPlan.speed(job, to);
    return (1 - ratio) / (to.tasks() - from.tasks());
  }

  private void hell(Job job) {
    each(
        job,
        "time over efficiency is "
            + Told.SPAN
            + " with (\\d+) nodes?"
            + "(?: and "
            + Told.SPAN
            + " with (\\d+)|, and there are no more left for it)",
        found -> {
          Size own = after.wanted(job);
          count(job, found.group(2), own.tasks());
          span(job, found.group(1), overEfficiency(job, own));
          if (found.group(4) != null) {
            int workers = Integer.parseInt(found.group(4)) - own.servers();
            span(job, found.group(3), overEfficiency(job, new Size(workers, own.servers())));
          }
        });
  }

  /**
   * Time over efficiency: time times nodes, divided by how much faster the job is than at least.
   */
  private double overEfficiency(Job job, Size size) {
    double faster = AfterPlan.speed(job, size) / AfterPlan.speed(job, job.spec().bounds().least());
    return after.seconds(job, size) * size.tasks() / faster;
  }

  private void times(Job job) {
    each(
        job,
        "all that is left goes to who ends first, this one in " + Told.SPAN,
        found -> span(job, found.group(1), after.seconds(job, after.wanted(job))));
    each(
        job,
        "it would end before all others with (\\d+) more, which were left: in " + Told.SPAN,
        found -> {
          span(job, found.group(2), after.seconds(job, after.wanted(job)));
          if (Integer.parseInt(found.group(1)) >= after.wanted(job).tasks()) {
            wrong(job, "it has no more than that in all");
          }
        });
    each(
        job,
        "([\\w-]+) goes first: its (time left|time over efficiency)(, longer by gamma,)? is "
            + Told.SPAN
            + ", here it would be "
            + Told.SPAN,
        found -> turns(job, found));
  }

  /** Gamma makes times longer by a power that no sentence has in it. */
  private void turns(Job job, Matcher found) {
    if (found.group(3) != null) {
      return;
    }
    boolean isTime = found.group(2).equals("time left");
    Job first = after.named(found.group(1)).orElse(job);
    Size size = after.wanted(first);
    span(first, found.group(4), isTime ? after.seconds(first, size) : overEfficiency(first, size));
    Bounds bounds = job.spec().bounds();
    boolean isThere =
        counts(bounds.workers(), bounds.workers().most()).stream()
            .map(workers -> new Size(workers, bounds.servers().least()))
            .mapToDouble(own -> isTime ? after.seconds(job, own) : overEfficiency(job, own))
            .anyMatch(own -> Told.isSpan(found.group(5), own, 0));
    if (!isThere) {
      wrong(job, "no size of it takes " + found.group(5));
    }
  }

  private void trials(Job job) {
    each(
        job,
        "it tries this size for "
            + Told.SPAN
            + ", number (\\d+) of (\\d+), and "
            + AfterPlan.SIZE
            + " are reserved for it",
        found -> {
          List<Size> doubling = doubling(job);
          same(job, after.wanted(job).toString(), doubling.get(rung(found.group(2))));
          same(job, found.group(4), doubling.get(rung(found.group(3))));
        });
    each(
        job,
        "to try its sizes it needs " + AfterPlan.SIZE + " reserved, which are not left",
        found -> {
          if (!doubling(job).contains(AfterPlan.size(found.group(1)))) {
            wrong(job, "it has no such size");
          }
        });
  }

  private static int rung(String number) {
    return Integer.parseInt(number) - 1;
  }

  /** The least size, and from each the least legal one of at least twice the workers. */
  private static List<Size> doubling(Job job) {
    Bounds bounds = job.spec().bounds();
    var sizes = new ArrayList<Size>();
    Size size = bounds.least();
    int twice = 0;
    while (size.workers() >= twice && sizes.size() < MOST_SIZES) {
      sizes.add(size);
      twice = 2 * size.workers();
      size = bounds.after(new Size(twice - 1, size.servers()));
    }
    return sizes;
  }

  private void same(Job job, String told, Size truth) {
    if (!AfterPlan.size(told).equals(truth)) {
      wrong(job, "%s is %s".formatted(told, truth));
    }
  }
}
