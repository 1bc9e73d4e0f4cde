package dev.ductile.contracts;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Node;
import dev.ductile.api.Plan;
import dev.ductile.api.Reason;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the sentences of a plan and works out again each figure in them: what is free, what a node
 * has left, what the cluster has, where a job is, its place in line, how many jobs are before it.
 */
final class ReasonFigures {
  private static final Set<Reason.Kind> GRANTED =
      EnumSet.of(
          Reason.Kind.STARTED,
          Reason.Kind.KEPT,
          Reason.Kind.GROWN,
          Reason.Kind.SHRUNK,
          Reason.Kind.MOVED);

  /** What no sentence for people has in it. */
  private static final Pattern BROKEN =
      Pattern.compile("^\\s*$|%[sd]|null|NaN|Infinity|9223372036854775807|106751|292471208677");

  private static final String AMOUNT = "(no|[-\\d.e+]+)((?: [KMGTP]iB)?) (\\S+?)";
  private static final Map<String, Double> UNITS =
      Map.of("", 1.0, "KiB", 0x1p10, "MiB", 0x1p20, "GiB", 0x1p30, "TiB", 0x1p40, "PiB", 0x1p50);

  private final Cluster cluster;
  private final Plan plan;
  private final Map<Long, Allocation> after = new HashMap<>();
  private final Map<Integer, Job> places = new TreeMap<>();
  private final List<String> untrue = new ArrayList<>();

  ReasonFigures(Cluster cluster, Plan plan) {
    this.cluster = cluster;
    this.plan = plan;
    for (Job job : cluster.jobs()) {
      after.put(job.arrival(), isProtected(job) ? job.allocation() : Allocation.NONE);
    }
    for (Grant grant : plan.grants()) {
      after.put(grant.job().arrival(), grant.allocation());
    }
  }

  /** All sentences in which something is not as it is said. */
  List<String> untrue() {
    cluster.jobs().forEach(this::check);
    checkLine();
    return untrue;
  }

  private void check(Job job) {
    Reason reason = plan.reasons().why(job);
    String sentence = reason.sentence();
    boolean isGranted = plan.grants().stream().anyMatch(grant -> grant.job().equals(job));
    if (GRANTED.contains(reason.kind()) != isGranted
        || (reason.kind() == Reason.Kind.PROTECTED) != isProtected(job)) {
      wrong(job, sentence, "it is " + reason.kind());
    }
    if (BROKEN.matcher(sentence).find()) {
      wrong(job, sentence, "a figure that is none");
    }
    checkFree(job, sentence);
    checkCluster(job, sentence);
    checkPlaces(job, sentence);
    each(
        sentence,
        "waits while (\\d+) jobs have their shares",
        (found, _) ->
            expect(job, sentence, plan.grants().size(), Integer.parseInt(found.group(1))));
    each(
        sentence,
        "(?:number (\\d+)|(first)) in line by",
        (found, _) -> {
          int place = found.group(2) != null ? 1 : Integer.parseInt(found.group(1));
          if (places.put(place, job) != null) {
            wrong(job, sentence, "two jobs have that place in line");
          }
        });
  }

  /** Places in line: priority comes first, whatever the order. */
  private void checkLine() {
    Job before = null;
    for (Job job : places.values()) {
      if (before != null && before.spec().priority() < job.spec().priority()) {
        wrong(job, plan.reasons().why(job).sentence(), "%s is before it".formatted(before.id()));
      }
      before = job;
    }
  }

  private void checkFree(Job job, String sentence) {
    each(
        sentence,
        "needs " + AMOUNT + ", and ([-\\d.e+]+)((?: [KMGTP]iB)?)(?: \\S+)? is free",
        (found, _) -> {
          String name = found.group(3);
          double free = free(name).doubleValue();
          expect(job, sentence, free, found.group(4), found.group(5));
          less(job, sentence, free, number(found.group(1), found.group(2)));
        });
    each(
        sentence,
        "needs "
            + AMOUNT
            + " on one node, the most any node has free is ([-\\d.e+]+)((?: [KMGTP]iB)?)",
        (found, _) -> {
          String name = found.group(3);
          double most = mostFree(name).doubleValue();
          expect(job, sentence, most, found.group(4), found.group(5));
          less(job, sentence, most, number(found.group(1), found.group(2)));
        });
  }

  private void checkCluster(Job job, String sentence) {
    each(
        sentence,
        "would need " + AMOUNT + "; the cluster has " + AMOUNT + "(?=$|[;,])",
        (found, _) -> {
          String name = found.group(3);
          double total = cluster.nodes().list().stream().mapToDouble(node -> has(node, name)).sum();
          expect(job, sentence, total, found.group(4), found.group(5));
          less(job, sentence, total, number(found.group(1), found.group(2)));
        });
    each(
        sentence,
        "the (\\d+) nodes of the cluster",
        (found, _) ->
            expect(job, sentence, cluster.nodes().list().size(), Integer.parseInt(found.group(1))));
  }

  /** Where it is: what it holds or is given, on which or on how many nodes. */
  private void checkPlaces(Job job, String sentence) {
    boolean isGiven = !now(job).isNone();
    each(
        sentence,
        "all on ([\\w-]+)",
        (found, _) -> {
          if (!isGiven || !now(job).uses(new dev.ductile.api.NodeId(found.group(1)))) {
            wrong(job, sentence, "it is on " + now(job));
          }
        });
    each(
        sentence,
        ", on (\\d+) nodes",
        (found, _) ->
            expect(job, sentence, now(job).shares().size(), Integer.parseInt(found.group(1))));
    each(
        sentence,
        "^(?:gets|keeps) (\\d+(?:\\+\\d+)?) \\((.*?), (?:all )?on ",
        (found, _) -> {
          if (!found.group(1).equals(now(job).size().toString())) {
            wrong(job, sentence, "it has " + now(job));
          }
          String needs = job.spec().demand().of(now(job).size()).toString();
          if (!found.group(2).equals(needs)) {
            wrong(job, sentence, "that is " + needs);
          }
        });
  }

  private Allocation now(Job job) {
    return after.getOrDefault(job.arrival(), Allocation.NONE);
  }

  private boolean isProtected(Job job) {
    return cluster.now().isBefore(job.protectedUntil()) && !job.allocation().isNone();
  }

  private BigDecimal free(String name) {
    return cluster.nodes().list().stream()
        .map(node -> left(node, name))
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private BigDecimal mostFree(String name) {
    return cluster.nodes().list().stream()
        .map(node -> left(node, name))
        .reduce(BigDecimal.ZERO, BigDecimal::max);
  }

  /** What the plan leaves of a node; nothing where its jobs hold more than it has. */
  private BigDecimal left(Node node, String name) {
    BigDecimal left = new BigDecimal(has(node, name));
    for (Job job : cluster.jobs()) {
      for (Allocation.Share share : now(job).shares()) {
        if (share.node().equals(node.id())) {
          left = left.subtract(ExactLaw.used(job.spec().demand(), share.size(), name));
        }
      }
    }
    return left.max(BigDecimal.ZERO);
  }

  private static double has(Node node, String name) {
    return node.capacity().amount(name);
  }

  private void each(String sentence, String pattern, BiConsumer<Matcher, String> check) {
    Matcher matcher = Pattern.compile(pattern).matcher(sentence);
    while (matcher.find()) {
      check.accept(matcher, matcher.group());
    }
  }

  /** An amount is written with two places, or with three digits where it is small. */
  private void expect(Job job, String sentence, double expected, String number, String unit) {
    double places = 0.0051 * UNITS.getOrDefault(unit.strip(), 1.0);
    double told = number(number, unit);
    if (Math.abs(expected - told) > Math.max(places, 0.0051 * Math.abs(expected))) {
      wrong(job, sentence, "%s is %s".formatted(told, expected));
    }
  }

  private void expect(Job job, String sentence, int expected, int told) {
    if (expected != told) {
      wrong(job, sentence, "%s is %s".formatted(told, expected));
    }
  }

  /** In a shortage the need exceeds the available amount, as far as the digits show. */
  private void less(Job job, String sentence, double there, double needed) {
    if (needed < there * (1 - 0.0051) - 0.0051) {
      wrong(job, sentence, "that is enough: " + there);
    }
  }

  private void wrong(Job job, String sentence, String truth) {
    untrue.add("%s: \"%s\": %s".formatted(job.id(), sentence, truth));
  }

  private static double number(String text, String unit) {
    return text.equals("no") ? 0 : Double.parseDouble(text) * UNITS.getOrDefault(unit.strip(), 1.0);
  }
}
