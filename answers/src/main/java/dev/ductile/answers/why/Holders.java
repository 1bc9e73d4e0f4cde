package dev.ductile.answers.why;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The jobs that hold some resources, the one with most of them first. */
final class Holders {
  /** Further holders are left out. */
  static final int MOST = 10;

  private record Holder(Job job, double share) {}

  private Holders() {}

  /** The holders of these resources on the nodes that a job may use. */
  static List<Job> of(Cluster cluster, Collection<String> resources, Demand demand) {
    return of(cluster, resources, demand, _ -> true);
  }

  /** The same among some jobs only. */
  static List<Job> of(
      Cluster cluster, Collection<String> resources, Demand demand, Predicate<Job> which) {
    var holders = new ArrayList<Holder>();
    Stream.concat(cluster.running().stream(), cluster.pinned().stream())
        .filter(which)
        .forEach(job -> {
          double share = share(job, resources, demand, cluster);
          if (share > 0) {
            holders.add(new Holder(job, share));
          }
        });
    holders.sort(
        Comparator.comparingDouble((Holder holder) -> -holder.share())
            .thenComparingLong(holder -> holder.job().arrival()));
    return holders.stream().limit(MOST).map(Holder::job).toList();
  }

  /** The sum of its parts of the resources of the cluster. */
  private static double share(
      Job job, Collection<String> resources, Demand demand, Cluster cluster) {
    double share = 0;
    for (Allocation.Share place : job.allocation().shares()) {
      if (cluster.nodes().find(place.node()).filter(demand::accepts).isPresent()) {
        for (String resource : resources) {
          double held = job.spec().demand().of(place.size()).amount(resource);
          double total = cluster.nodes().total().amount(resource);
          share += total > 0 ? held / total : 0;
        }
      }
    }
    return share;
  }

  static List<String> names(List<Job> jobs) {
    return jobs.stream().map(job -> job.id().name()).toList();
  }

  /** The names in a sentence: the first three, and how many more. */
  static String text(List<String> names) {
    int told = Math.min(3, names.size());
    if (names.size() > told) {
      return "%s and %d more"
          .formatted(String.join(", ", names.subList(0, told)), names.size() - told);
    }
    return told < 2
        ? String.join("", names)
        : "%s and %s".formatted(String.join(", ", names.subList(0, told - 1)), names.getLast());
  }
}
