package dev.ductile.cli.service;

import dev.ductile.reports.Wrapped;
import dev.ductile.rest.ClusterView;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.ResourceUse;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The cluster at a glance, with the last minutes of each resource as a line of blocks. */
public final class TopScreen {
  private static final String BLOCKS = "▁▂▃▄▅▆▇█";
  private static final int MOST_POINTS = 40;
  private static final int BAR = 20;
  private static final List<String> STATES =
      List.of("running", "starting", "pending", "succeeded", "failed", "cancelled");

  private final Map<String, Deque<Double>> shares = new LinkedHashMap<>();

  /** Remembers the use of each resource. */
  public void add(ClusterView cluster) {
    for (ResourceUse use : cluster.resources()) {
      Deque<Double> past = shares.computeIfAbsent(use.name(), _ -> new ArrayDeque<>());
      past.addLast(share(use));
      if (past.size() > MOST_POINTS) {
        past.removeFirst();
      }
    }
  }

  private static double share(ResourceUse use) {
    return use.total() > 0 ? Math.clamp(use.allocated() / use.total(), 0, 1) : 0;
  }

  /** The screen of this cluster and its jobs, at most so many rows. */
  public String text(ClusterView cluster, List<JobSummary> jobs, Times times, int width, int rows) {
    var text = new StringBuilder();
    text.append(
        Wrapped.text(
            "%s  policy %s  %s%s"
                .formatted(
                    times.at(cluster.at()), cluster.policy(), nodes(cluster), counts(cluster)),
            "",
            width));
    cluster.resources().forEach(use -> text.append(resource(use)));
    cluster.alerts().forEach(alert -> text.append(Wrapped.text("! " + alert, "", width)));
    long used = text.chars().filter(c -> c == '\n').count();
    int left = (int) Math.max(1, rows - used - 2);
    if (!jobs.isEmpty()) {
      List<JobSummary> shown = jobs.subList(0, Math.min(jobs.size(), left));
      text.append('\n').append(JobLists.of(shown, times).table(false, width));
    }
    return text.toString();
  }

  private static String nodes(ClusterView cluster) {
    String down = cluster.nodesDown() > 0 ? ", %d down".formatted(cluster.nodesDown()) : "";
    String drained =
        cluster.nodesDrained() > 0 ? ", %d drained".formatted(cluster.nodesDrained()) : "";
    return Words.count(cluster.nodes(), "node") + down + drained;
  }

  private static String counts(ClusterView cluster) {
    return STATES.stream()
        .filter(state -> cluster.jobs().getOrDefault(state, 0) > 0)
        .map(state -> "  %d %s".formatted(cluster.jobs().getOrDefault(state, 0), state))
        .collect(Collectors.joining());
  }

  /** One line: a bar of the allocated share, the amounts, and the past. */
  private String resource(ResourceUse use) {
    int full = (int) Math.round(share(use) * BAR);
    String used = use.used().map(now -> ", %s in use".formatted(Words.amount(now))).orElse("");
    return "%-8s [%s%s] %4s  %s of %s%s  %s%n"
        .formatted(
            use.name(),
            "#".repeat(full),
            " ".repeat(BAR - full),
            Words.percent(share(use)),
            Words.amount(use.allocated()),
            Words.amount(use.total()),
            used,
            sparkline(use.name()));
  }

  private String sparkline(String resource) {
    return shares.getOrDefault(resource, new ArrayDeque<>()).stream()
        .map(share -> (int) Math.round(share * (BLOCKS.length() - 1)))
        .map(level -> BLOCKS.substring(level, level + 1))
        .collect(Collectors.joining());
  }
}
