package dev.ductile.contracts;

import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.laws.ExactLaw;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Recomputes the free resources at the turn of each job: from the capacity of the cluster, the
 * allocations of earlier jobs, and the tasks that running jobs give by their sentences.
 */
final class Supply {
  private static final Pattern GIVES =
      Pattern.compile("it had " + AfterPlan.SIZE + " and gives (.*)");
  private static final Pattern GIFT =
      Pattern.compile(ExchangeFigures.TASKS + " to ([\\w-]+)(?=,|$)");

  /** The order in which waiting jobs have their turns. */
  private static final Comparator<Job> TURNS =
      Comparator.<Job>comparingInt(job -> -job.spec().priority()).thenComparingLong(Job::arrival);

  /** Factors of rounding of an amount. */
  private static final double[] ROUNDINGS = {1, 1 - 1e-9, 1 + 1e-9};

  private static final double ROUNDING = 1e-9;

  /** The most units that any policy under test keeps free for each application master. */
  private static final int MOST_MASTERS = 2;

  private final AfterPlan after;

  Supply(AfterPlan after) {
    this.after = after;
  }

  /** The tasks that other jobs give to this one, by their sentences. */
  Size given(Job job) {
    return after.cluster().jobs().stream()
        .map(giver -> given(giver, job.id().name()::equals))
        .reduce(Size.NONE, Size::plus);
  }

  /** Whether the job lacked these tasks at its turn. */
  boolean isMissing(Job job, Size written) {
    if (!isKnown()) {
      return true;
    }
    long running = after.cluster().jobs().stream().filter(each -> isThere(each, job)).count();
    Size asked = job.spec().asked();
    for (int masters = 0; masters <= MOST_MASTERS; masters++) {
      long reserved = masters * (running + 1);
      for (double rounding : ROUNDINGS) {
        double times = times(job, reserved, rounding);
        var missing =
            new Size(
                Math.max(0, asked.workers() - whole(times * asked.workers())),
                Math.max(0, asked.servers() - whole(times * asked.servers())));
        if (missing.equals(written)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether these tasks are free for all running jobs, in the ratio of their requested tasks. */
  boolean isToAdd(Size written) {
    if (!isKnown()) {
      return true;
    }
    for (int masters = 0; masters <= MOST_MASTERS; masters++) {
      for (double rounding : ROUNDINGS) {
        if (toAdd(masters, rounding).equals(written)) {
          return true;
        }
      }
    }
    return false;
  }

  private Size toAdd(int masters, double rounding) {
    Resources each = Resources.NONE;
    Resources reserved = Resources.NONE;
    double workers = 0;
    double servers = 0;
    for (Job job : after.cluster().jobs()) {
      if (!job.allocation().isNone()) {
        Size size = job.spec().request().orElseGet(() -> job.allocation().size());
        Demand demand = job.spec().demand();
        workers += size.workers();
        servers += size.servers();
        each = each.plus(demand.worker().times(size.workers()));
        each = each.plus(demand.server().times(size.servers()));
        reserved = masters == 0 ? reserved : reserved.plus(demand.worker().times(masters));
      }
    }
    double times = Double.POSITIVE_INFINITY;
    for (Map.Entry<String, Double> need : each.amounts().entrySet()) {
      double left = rounding * free(need.getKey(), _ -> false);
      times = Math.min(times, (left - reserved.amount(need.getKey())) / need.getValue());
    }
    return new Size(Math.max(0, whole(times * workers)), Math.max(0, whole(times * servers)));
  }

  /** How many times the requested size of a job fits in the free resources of its turn. */
  private double times(Job job, long reserved, double rounding) {
    Demand demand = job.spec().demand();
    Size asked = job.spec().asked();
    boolean isUnit = asked.servers() == 0 || demand.worker().equals(demand.server());
    var names = new LinkedHashSet<>(demand.worker().amounts().keySet());
    if (!isUnit) {
      names.addAll(demand.server().amounts().keySet());
    }
    double times = Double.POSITIVE_INFINITY;
    for (String name : names) {
      double left = rounding * free(name, other -> TURNS.compare(other, job) < 0);
      double worker = demand.worker().amount(name);
      if (isUnit) {
        times = Math.min(times, Math.floor(left / worker));
      } else {
        double needed = ExactLaw.used(demand, asked, name).doubleValue();
        times = needed > 0 ? Math.min(times, (left - reserved * worker) / needed) : times;
      }
    }
    return isUnit ? (times - reserved) / asked.tasks() : times;
  }

  /** The free amount of a resource after the turns of these jobs. */
  private double free(String name, Predicate<Job> isServed) {
    double free = after.freeBefore(name).doubleValue();
    Set<String> served = new LinkedHashSet<>();
    after.cluster().jobs().stream().filter(isServed).forEach(job -> served.add(job.id().name()));
    for (Job job : after.cluster().jobs()) {
      Demand demand = job.spec().demand();
      Size before = beforeGifts(job);
      Size gone = given(job, served::contains);
      if (!job.allocation().isNone() && !after.isProtected(job)) {
        Size held = job.allocation().size();
        boolean isLess = LegalSizes.isWithin(before, held);
        free += isLess ? amount(demand, held, name) - amount(demand, before, name) : 0;
        free += amount(demand, gone, name);
      } else if (isServed.test(job) && !before.isNone() && job.allocation().isNone()) {
        free -= amount(demand, before, name) - amount(demand, gone, name);
      }
    }
    return Math.max(0, free);
  }

  private static double amount(Demand demand, Size size, String name) {
    return ExactLaw.used(demand, size, name).doubleValue();
  }

  /** The size of a job after the decision about its speed and before it gave tasks away. */
  private Size beforeGifts(Job job) {
    Matcher gives = GIVES.matcher(after.sentence(job));
    return gives.find() ? AfterPlan.size(gives.group(1)) : after.now(job).size();
  }

  private Size given(Job giver, Predicate<String> isTaker) {
    Matcher gives = GIVES.matcher(after.sentence(giver));
    Size given = Size.NONE;
    if (gives.find()) {
      Matcher gift = GIFT.matcher(gives.group(2));
      while (gift.find()) {
        given = isTaker.test(gift.group(4)) ? given.plus(ExchangeFigures.tasks(gift, 0)) : given;
      }
    }
    return given;
  }

  /** Whether a job holds resources at the turn of another one. */
  private boolean isThere(Job job, Job other) {
    return !job.allocation().isNone()
        || (TURNS.compare(job, other) < 0 && !after.now(job).isNone());
  }

  /** Whether sentences name all given tasks, and no node is overdrawn. */
  private boolean isKnown() {
    return !after.cluster().left().isOverdrawn()
        && after.cluster().jobs().stream()
            .noneMatch(job -> after.sentence(job).contains(", and more to "));
  }

  private static int whole(double tasks) {
    return (int) Math.min(Range.LIMIT + 1, Math.floor(tasks + ROUNDING));
  }
}
