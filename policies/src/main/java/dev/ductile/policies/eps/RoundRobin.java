package dev.ductile.policies.eps;

import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * Takes one task from each job in turn, beginning with the largest, workers and servers apart
 * (Algorithm 1, lines 9 to 27). The jobs are sorted once; among equals the earlier arrival gives
 * first. If all of them together cannot give enough, which the printed loop never notices, nothing
 * is taken.
 */
final class RoundRobin implements Removal {
  private static final double ROUNDING = 1e-9;

  @Override
  public Answer find(DraftPlan draft, Incoming incoming, List<PlannedJob> givers) {
    Size missing = incoming.missing();
    var workers = new Turns(Role.WORKER, draft, incoming, givers);
    var servers = new Turns(Role.SERVER, draft, incoming, givers);
    if (!workers.canFree(missing.workers()) || !servers.canFree(missing.servers())) {
      return new TooFew(new Size(Parts.whole(workers.most()), Parts.whole(servers.most())));
    }
    var cuts = new TreeMap<PlannedJob, Size>(PlannedJob.IN_ORDER);
    workers.collect(missing.workers(), cuts);
    servers.collect(missing.servers(), cuts);
    return new Cuts(cuts.entrySet().stream().map(RoundRobin::cut).toList());
  }

  private static Cut cut(Map.Entry<PlannedJob, Size> entry) {
    return new Cut(entry.getKey(), entry.getValue());
  }

  /**
   * A job that gives tasks.
   *
   * @param worth tasks of the new job that fit into the resources of one task of this job
   */
  private record Giver(PlannedJob plannedJob, int count, Range range, double worth) {
    static final Comparator<Giver> LARGEST_FIRST =
        Comparator.<Giver>comparingInt(giver -> -giver.count())
            .thenComparingLong(giver -> giver.plannedJob().job().arrival());

    /** Its remaining tasks after this many turns: the most that its bounds allow. */
    int after(int turns) {
      return Math.min(count, range.atMost(Math.max(1, count - turns)));
    }

    int given(int turns) {
      return count - after(turns);
    }
  }

  /** All turns for one role, computed at once instead of turn by turn. */
  private static final class Turns {
    private final Role role;
    private final List<Giver> givers = new ArrayList<>();
    private int longest;

    Turns(Role role, DraftPlan draft, Incoming incoming, List<PlannedJob> plannedJobs) {
      this.role = role;
      Resources needed = role.of(incoming.job().spec().demand());
      double[] worths = new double[draft.kinds(plannedJobs)];
      Arrays.fill(worths, Double.NaN);
      for (PlannedJob plannedJob : plannedJobs) {
        int count = plannedJob.count(role);
        int kind = plannedJob.kind(draft);
        if (Double.isNaN(worths[kind])) {
          worths[kind] = worth(role.of(plannedJob.job().spec().demand()), needed);
        }
        double worth = worths[kind];
        if (count > 1 && worth > 0) {
          givers.add(
              new Giver(plannedJob, count, role.of(plannedJob.job().spec().bounds()), worth));
          longest = Math.max(longest, count - 1);
        }
      }
    }

    double most() {
      return freed(longest) + ROUNDING;
    }

    boolean canFree(int wanted) {
      return wanted <= most();
    }

    /** Records how many tasks each job gives until this many are free. */
    void collect(int wanted, Map<PlannedJob, Size> cuts) {
      int full = fullTurns(wanted);
      double freed = freed(full);
      var inTurn = new PriorityQueue<>(Math.max(1, givers.size()), Giver.LARGEST_FIRST);
      inTurn.addAll(givers);
      while (!inTurn.isEmpty() && freed < wanted - ROUNDING) {
        Giver giver = inTurn.remove();
        int tasks = giver.given(full + 1);
        freed += giver.worth() * (tasks - giver.given(full));
        note(giver, tasks, cuts);
      }
      inTurn.forEach(giver -> note(giver, giver.given(full), cuts));
    }

    private void note(Giver giver, int tasks, Map<PlannedJob, Size> cuts) {
      if (tasks > 0) {
        cuts.merge(giver.plannedJob(), role.size(tasks), Size::plus);
      }
    }

    /** The number of full rounds before this many tasks are free. */
    private int fullTurns(int wanted) {
      int low = 0;
      int high = 1;
      while (high < longest && freed(high) <= wanted + ROUNDING) {
        low = high;
        high = Math.min(longest, 2 * high);
      }
      while (low < high) {
        int middle = (low + high + 1) >>> 1;
        if (freed(middle) <= wanted + ROUNDING) {
          low = middle;
        } else {
          high = middle - 1;
        }
      }
      return low;
    }

    private double freed(int turns) {
      double freed = 0;
      for (Giver giver : givers) {
        freed += giver.worth() * giver.given(turns);
      }
      return freed;
    }

    private static double worth(Resources given, Resources needed) {
      if (given.equals(needed)) {
        return 1;
      }
      double worth = Double.POSITIVE_INFINITY;
      for (Map.Entry<String, Double> need : needed.amounts().entrySet()) {
        worth = Math.min(worth, given.amount(need.getKey()) / need.getValue());
      }
      return needed.isNone() ? 0 : worth;
    }
  }
}
