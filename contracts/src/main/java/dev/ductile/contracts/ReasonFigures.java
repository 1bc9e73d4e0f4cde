package dev.ductile.contracts;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Plan;
import dev.ductile.api.Reason;
import dev.ductile.api.Size;
import dev.ductile.laws.ExactLaw;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Recomputes each figure in the sentences of a plan. This class checks free and total resources,
 * needs and places; its parts check the rest. A figure that no check covers counts as untrue, so a
 * new sentence needs a new check.
 */
final class ReasonFigures extends SentenceCheck {
  static final String AMOUNT = "(no|[-\\d.e+]+)((?: [KMGTP]iB)?)(?: ×)? ([a-z]+)";
  private static final Pattern ONE_AMOUNT = Pattern.compile(AMOUNT);

  /**
   * Text that no sentence for people may contain: a useless figure, or one that is not a number.
   */
  private static final Pattern BROKEN =
      Pattern.compile(
          "^\\s*$|%[sd]|null|NaN|Infinity|9223372036854775807|2147483647|106751|292471208677");

  private static final Pattern ONE_OF_MANY =
      Pattern.compile(
          "(?<![\\d.+-])1 (?:jobs|nodes|devices|workers|servers|units|steps|others|GPUs)\\b"
              + "|would (?:save|take) 0 s");

  /** A digit that is not part of the name of a job or a node. */
  private static final Pattern DIGIT = Pattern.compile("(?<![\\w-])-?\\d");

  private static final String ONE = "(?:no|[-\\d.e+]+)(?: [KMGTP]iB)?(?: ×)? [a-z]+";
  private static final String LIST = "(" + ONE + "(?:, " + ONE + ")*)";
  private static final Pattern SIZES =
      Pattern.compile(
          "(?:size, |for |grow to |gets |keeps |with |sizes it needs )(\\d{1,7}(?:\\+\\d{1,7})?)\\b"
              + "|(\\d+) nodes?,");
  private static final Pattern PASSED = Pattern.compile("no job may pass ([\\w-]+),");
  private static final Map<String, Double> UNITS =
      Map.of("", 1.0, "KiB", 0x1p10, "MiB", 0x1p20, "GiB", 0x1p30, "TiB", 0x1p40, "PiB", 0x1p50);

  private ReasonFigures(AfterPlan after, SentencePatterns patterns) {
    super(after, patterns);
  }

  /** All sentences with an untrue figure. */
  static List<String> untrue(Cluster cluster, Plan plan, SentencePatterns patterns) {
    var after = new AfterPlan(cluster, plan);
    List<SentenceCheck> checks =
        List.of(
            new ReasonFigures(after, patterns).checkAll(),
            new GainFigures(after, patterns).checkAll(),
            new TurnFigures(after, patterns).checkAll(),
            new ChunkFigures(after, patterns).checkAll(),
            new ExchangeFigures(after, patterns).checkAll(),
            new WorthFigures(after, patterns).checkAll(),
            new LineFigures(after, patterns).checkAll());
    var untrue = new ArrayList<String>();
    checks.forEach(check -> untrue.addAll(check.untrue()));
    cluster.jobs().forEach(job -> untrue.addAll(unseen(job, after.sentence(job), checks)));
    return untrue;
  }

  private static List<String> unseen(Job job, String sentence, List<SentenceCheck> checks) {
    var seen = new BitSet();
    checks.forEach(check -> seen.or(check.seen(job)));
    Matcher digit = DIGIT.matcher(sentence);
    while (digit.find()) {
      if (!seen.get(digit.start())) {
        String figure = sentence.substring(digit.start());
        return List.of("%s: \"%s\": nothing looks at %s".formatted(job.id(), sentence, figure));
      }
    }
    return List.of();
  }

  @Override
  protected void check(Job job) {
    Reason reason = after.plan().reasons().why(job);
    boolean isGranted = after.plan().grants().stream().anyMatch(grant -> grant.job().equals(job));
    if (reason.kind().isOfGrant() != isGranted
        || (reason.kind() == Reason.Kind.PROTECTED) != after.isProtected(job)) {
      wrong(job, "it is " + reason.kind());
    }
    if (BROKEN.matcher(after.sentence(job)).find()
        || ONE_OF_MANY.matcher(after.sentence(job)).find()) {
      wrong(job, "a figure that is none, or one of many");
    }
    checkUnit(job);
    checkFree(job);
    checkAlsoShort(job);
    checkCluster(job);
    checkPlaces(job);
    checkNeeds(job);
  }

  private void checkFree(Job job) {
    each(
        job,
        "(?:no job may pass ([\\w-]+),.*)?needs "
            + AMOUNT
            + ", and ([-\\d.e+]+)((?: [KMGTP]iB)?)(?: [a-z]+)? (?:is|are) free",
        found -> shortage(job, found, free(subject(job, found), found.group(4)).doubleValue()));
    each(
        job,
        "(?:no job may pass ([\\w-]+),.*)?needs "
            + AMOUNT
            + " on one node; the most that a node has free is ([-\\d.e+]+)((?: [KMGTP]iB)?)",
        found -> shortage(job, found, mostFree(subject(job, found), found.group(4)).doubleValue()));
    each(
        job,
        "(?:no job may pass ([\\w-]+),.*)?among the (\\d+|only) nodes? with ",
        found -> count(job, found.group(2), eligible(subject(job, found)).size()));
  }

  /** What is there of a further short resource: free, free on a node, in total, or the limit. */
  private void checkAlsoShort(Job job) {
    Matcher passed = PASSED.matcher(after.sentence(job));
    Job subject = passed.find() ? subject(job, passed) : job;
    each(
        job,
        "([a-z]+) \\(([-\\d.e+]+)((?: [KMGTP]iB)?) needed, ([-\\d.e+]+)((?: [KMGTP]iB)?) (?:there|allowed)\\)",
        found -> {
          String name = found.group(1);
          needs(job, subject, found.group(2) + found.group(3) + " " + name);
          var limit = new BigDecimal(subject.spec().demand().limit().amount(name));
          if (Stream.of(free(subject, name), mostFree(subject, name), total(subject, name), limit)
              .noneMatch(it -> isAmount(found.group(4), found.group(5), it.doubleValue()))) {
            wrong(job, "the figure of " + name);
          }
        });
  }

  /** The job whose shortage the sentence names. */
  private Job subject(Job job, Matcher found) {
    return found.group(1) == null ? job : after.named(found.group(1)).orElse(job);
  }

  private void shortage(Job job, Matcher found, double free) {
    Job subject = subject(job, found);
    amount(job, found.group(5), found.group(6), free);
    less(job, free, number(found.group(2), found.group(3)));
    needs(job, subject, found.group(2) + found.group(3) + " " + found.group(4));
  }

  private void checkCluster(Job job) {
    each(
        job,
        "needs " + AMOUNT + "; the cluster has " + AMOUNT + "(?=$|[;,])",
        found -> {
          double total = after.total(found.group(3)).doubleValue();
          amount(job, found.group(4), found.group(5), total);
          less(job, total, number(found.group(1), found.group(2)));
          needs(job, job, found.group(1) + found.group(2) + " " + found.group(3));
        });
    each(
        job,
        "(?:^|; )needs " + AMOUNT + ", above its limit of " + AMOUNT,
        found -> {
          double limit = job.spec().demand().limit().amount(found.group(3));
          amount(job, found.group(4), found.group(5), limit);
          less(job, limit, number(found.group(1), found.group(2)));
          needs(job, job, found.group(1) + found.group(2) + " " + found.group(3));
        });
    each(
        job,
        "needs " + AMOUNT + "; the (\\d+|only) nodes? with .* (?:has|have) " + AMOUNT,
        found -> {
          count(job, found.group(4), eligible(job).size());
          double total = total(job, found.group(3)).doubleValue();
          amount(job, found.group(5), found.group(6), total);
          less(job, total, number(found.group(1), found.group(2)));
          needs(job, job, found.group(1) + found.group(2) + " " + found.group(3));
        });
    each(
        job,
        "the (\\d+|only) nodes? with .* (?:has|have) enough in total",
        found -> count(job, found.group(1), eligible(job).size()));
    each(
        job,
        "the (\\d+) nodes? of the cluster",
        found -> count(job, found.group(1), after.cluster().nodes().list().size()));
    each(
        job,
        "needs "
            + LIST
            + " and (\\d+) units? more for its application master; the cluster has "
            + LIST,
        found -> {
          needs(job, job, found.group(1));
          for (String one : found.group(3).split(", ", -1)) {
            Matcher each = ONE_AMOUNT.matcher(one);
            if (each.find()) {
              double total = after.total(each.group(3)).doubleValue();
              amount(job, each.group(1), each.group(2), total);
            }
          }
        });
  }

  /** The place of the job: its nodes, or their number. */
  private void checkPlaces(Job job) {
    each(
        job,
        "all on ([\\w-]+)",
        found -> {
          if (!after.now(job).uses(new NodeId(found.group(1)))) {
            wrong(job, "it is on " + after.now(job));
          }
        });
    each(
        job,
        ", on (\\d+) nodes",
        found -> count(job, found.group(1), after.now(job).shares().size()));
    each(
        job,
        "(?:needs|has|holds|gets|keeps|is|\\() ?" + LIST + ", (?:all )?on ",
        found -> {
          if (!isNeed(job, found.group(1), after.now(job).size())) {
            wrong(job, "it has " + after.now(job));
          }
        });
    each(
        job,
        "^(?:gets|keeps) " + AfterPlan.SIZE,
        found -> {
          if (!AfterPlan.size(found.group(1)).equals(after.now(job).size())) {
            wrong(job, "it has " + after.now(job));
          }
        });
    each(
        job,
        "there is no place for " + AfterPlan.SIZE,
        found -> {
          if (!job.spec().bounds().allows(AfterPlan.size(found.group(1)))) {
            wrong(job, "its bounds do not allow that");
          }
        });
  }

  /** The needs of several resources, or of sizes that the sentence names. */
  private void checkNeeds(Job job) {
    each(
        job,
        "(?:no job may pass ([\\w-]+),.*)?needs "
            + LIST
            + "(?: more)?(?:; enough is free|; no node has|; the (?:\\d+|only) nodes?)",
        found -> {
          Job subject = found.group(1) == null ? job : after.named(found.group(1)).orElse(job);
          needs(job, subject, found.group(2));
        });
    each(
        job,
        "; to grow to "
            + AfterPlan.SIZE
            + " it needs|other jobs gain more than it would with "
            + AfterPlan.SIZE
            + "|there are too few resources for "
            + AfterPlan.SIZE,
        found ->
            legal(job, Stream.of(1, 2, 3).map(found::group).filter(Objects::nonNull).findFirst()));
    each(
        job,
        "(?:started with|starts only with) (\\d+) nodes?",
        found -> {
          int least = job.spec().bounds().least().tasks();
          int most = job.spec().bounds().most().tasks();
          int written = Integer.parseInt(found.group(1));
          if (written < least || written > most) {
            wrong(job, "its bounds are %d to %d".formatted(least, most));
          }
        });
  }

  private void legal(Job job, Optional<String> size) {
    if (!job.spec().bounds().allows(AfterPlan.size(size.orElseThrow()))) {
      wrong(job, "its bounds do not allow %s".formatted(size.orElseThrow()));
    }
  }

  private void needs(Job job, Job subject, String list) {
    if (candidates(job, subject).stream().noneMatch(size -> isNeed(subject, list, size))) {
      wrong(job, "no size of it needs " + list);
    }
  }

  /** The sizes to which a need in the sentence may belong. */
  private Set<Size> candidates(Job job, Job subject) {
    Size now = after.now(subject).size();
    var sizes = new LinkedHashSet<Size>();
    sizes.add(subject.spec().asked());
    sizes.add(subject.spec().bounds().least());
    sizes.add(subject.spec().bounds().atMost(new Size(4, 4)));
    sizes.add(after.wanted(subject));
    Matcher written = SIZES.matcher(after.sentence(job));
    while (written.find()) {
      Size size = AfterPlan.size(written.group(1) != null ? written.group(1) : written.group(2));
      int servers = subject.spec().bounds().servers().least();
      sizes.add(size);
      sizes.add(new Size(Math.max(0, size.workers() - servers), servers));
      sizes.add(
          new Size(
              Math.max(0, size.workers() - now.workers()),
              Math.max(0, size.servers() - now.servers())));
    }
    return sizes;
  }

  private static boolean isNeed(Job job, String list, Size size) {
    for (String one : list.split(", ", -1)) {
      Matcher each = ONE_AMOUNT.matcher(one);
      if (!each.matches()) {
        return false;
      }
      BigDecimal used = ExactLaw.used(job.spec().demand(), size, each.group(3));
      if (!isAmount(each.group(1), each.group(2), used.doubleValue())) {
        return false;
      }
    }
    return true;
  }

  private List<Node> eligible(Job job) {
    return after.cluster().nodes().list().stream().filter(job.spec().demand()::accepts).toList();
  }

  private BigDecimal total(Job job, String name) {
    return eligible(job).stream()
        .map(node -> new BigDecimal(node.capacity().amount(name)))
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private BigDecimal free(Job job, String name) {
    return eligible(job).stream()
        .map(node -> after.left(node, name))
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private BigDecimal mostFree(Job job, String name) {
    return eligible(job).stream()
        .map(node -> after.left(node, name))
        .reduce(BigDecimal.ZERO, BigDecimal::max);
  }

  private void amount(Job job, String number, String unit, double truth) {
    if (!isAmount(number, unit, truth)) {
      wrong(job, "%s is %s".formatted(number + unit, truth));
    }
  }

  /** An amount is written with two decimals, or with three significant digits if it is small. */
  static boolean isAmount(String number, String unit, double truth) {
    return isAmount(number, unit, truth, 0);
  }

  /**
   * The same for an amount that is a difference of others.
   *
   * @param lost the largest rounding error of the difference
   */
  static boolean isAmount(String number, String unit, double truth, double lost) {
    double places = 0.0051 * UNITS.getOrDefault(unit.strip(), 1.0);
    double forgiven = lost + Math.max(places, 0.0051 * Math.abs(truth));
    return Math.abs(truth - number(number, unit)) <= forgiven;
  }

  /** In a shortage the need exceeds the free amount, as far as the written digits show. */
  private void less(Job job, double there, double needed) {
    if (needed < there * (1 - 0.0051) - 0.0051) {
      wrong(job, "that is enough: " + there);
    }
  }

  static double number(String text, String unit) {
    return text.equals("no") ? 0 : Double.parseDouble(text) * UNITS.getOrDefault(unit.strip(), 1.0);
  }
}
