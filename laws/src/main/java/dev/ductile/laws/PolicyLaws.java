package dev.ductile.laws;

import dev.ductile.api.Cluster;
import dev.ductile.api.Figure;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Notebook;
import dev.ductile.api.Placement;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.Reason;
import dev.ductile.api.Seed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The laws of every policy, checked without a test framework. {@link #require} checks them all; the
 * test of a policy calls it.
 */
public final class PolicyLaws {
  /** The random clusters and the extreme pictures of a usual check. */
  public static final int HISTORIES = 30;

  public static final int PICTURES = 100;

  /** The decisions in the history of a random cluster. */
  public static final int STEPS = 8;

  /** Each extreme picture is shown without and with labels. */
  public static final int VARIANTS = 2;

  private static final int MOST_REPORTED = 5;

  /** Text that no sentence for people may contain. */
  private static final Pattern BROKEN = Pattern.compile("^\\s*$|%[sd]|null|NaN|Infinity");

  private final Supplier<Policy> policies;
  private final boolean resizes;
  private final Predicate<String> ownNames;
  private final List<Notebook<?>> notebooks;

  /**
   * @param policies makes the policy anew
   * @param resizes whether the policy chooses sizes, as {@code PolicyProvider.resizes()} says
   * @param ownNames names of values in reasons that the policy documents itself
   * @param notebooks the notes that extreme pictures have
   */
  public PolicyLaws(
      Supplier<Policy> policies,
      boolean resizes,
      Predicate<String> ownNames,
      List<Notebook<?>> notebooks) {
    this.policies = policies;
    this.resizes = resizes;
    this.ownNames = ownNames;
    this.notebooks = List.copyOf(notebooks);
  }

  /** The laws of a policy with its default settings; its reasons may have values of any name. */
  public static <S extends Record> PolicyLaws of(PolicyProvider<S> provider, Placement placement) {
    return new PolicyLaws(
        () ->
            provider.create(
                provider.defaults(), PolicyContext.of(placement, new Seed(1).child("policy"))),
        provider.resizes(),
        _ -> true,
        provider.notebook().stream().<Notebook<?>>map(one -> one).toList());
  }

  /**
   * Checks all laws.
   *
   * @throws AssertionError with the first broken law, and the seed and step at which it is broken
   */
  public void require() {
    Stream.concat(
            Stream.iterate(0L, seed -> seed < HISTORIES, seed -> seed + 1)
                .flatMap(seed -> brokenInHistory(seed).stream()),
            Stream.iterate(0L, seed -> seed < PICTURES, seed -> seed + 1)
                .flatMap(seed -> brokenOnOddPicture(seed).stream()))
        .findFirst()
        .ifPresent(law -> {
          throw new AssertionError(law);
        });
  }

  /** The laws that the policy breaks in the history of a random cluster; a few at most. */
  public List<String> brokenInHistory(long seed) {
    var reported = new ArrayList<String>();
    String at = "random cluster %d".formatted(seed);
    var memories = new Memories(policies, seed);
    var cluster = new RandomCluster(seed);
    report(reported, at, () -> blocked(cluster.picture()));
    for (int step = 0; step < STEPS && reported.isEmpty(); step++) {
      Cluster picture = cluster.picture();
      report(
          reported,
          "%s, step %d".formatted(at, step),
          () -> {
            Plan plan = policies.get().decide(picture);
            List<String> broken = broken(plan, picture);
            broken.addAll(memories.forgotten(plan, picture));
            cluster.follow(plan);
            return broken;
          });
    }
    return reported;
  }

  /** The laws that the policy breaks on a picture with extreme values; a few at most. */
  public List<String> brokenOnOddPicture(long seed) {
    var reported = new ArrayList<String>();
    for (boolean isLabelled : List.of(false, true)) {
      Cluster picture =
          isLabelled ? OddPictures.withLabels(seed, notebooks) : OddPictures.of(seed, notebooks);
      report(
          reported,
          "odd picture %d%s".formatted(seed, isLabelled ? " with labels" : ""),
          () -> {
            Plan plan = policies.get().decide(picture);
            var broken = new ArrayList<String>();
            plan.violations(picture).forEach(violation -> broken.add("illegal: " + violation));
            broken.addAll(ExactLaw.broken(picture, plan));
            broken.addAll(reasons(plan, picture));
            return broken;
          });
    }
    return reported;
  }

  private static void report(List<String> reported, String at, Supplier<List<String>> check) {
    try {
      check.get().stream().limit(MOST_REPORTED).forEach(law -> reported.add(at + ": " + law));
    } catch (RuntimeException | StackOverflowError crash) {
      String line = crash.toString().replaceAll("\\p{Cntrl}+", " ").strip();
      reported.add("%s: the policy throws %s%s".formatted(at, line, place(crash)));
    }
  }

  /** The innermost call outside of the JDK. */
  private static String place(Throwable crash) {
    return Stream.of(crash.getStackTrace())
        .filter(call -> !call.getClassName().startsWith("java."))
        .findFirst()
        .map(call -> " at " + call)
        .orElse("");
  }

  private List<String> broken(Plan plan, Cluster picture) {
    var broken = new ArrayList<String>();
    plan.violations(picture).forEach(violation -> broken.add("illegal: " + violation));
    if (!plan.reconsider().stream().allMatch(picture.now()::isBefore)) {
      broken.add("Plan.reconsider is not in the future: " + plan.reconsider());
    }
    if (!plan.figures().stream().allMatch(figure -> Double.isFinite(figure.value()))
        || plan.figures().stream().map(Figure::name).distinct().count() < plan.figures().size()) {
      broken.add("figures are not numbers with different names: " + plan.figures());
    }
    broken.addAll(reasons(plan, picture));
    if (!resizes) {
      broken.addAll(sizes(plan));
    }
    return broken;
  }

  /** Experiments warn of a workload without elastic jobs only if some policy chooses sizes. */
  private static List<String> sizes(Plan plan) {
    return plan.grants().stream()
        .filter(grant ->
            !grant.job().holdsResources()
                && !grant.allocation().size().equals(grant.job().spec().asked()))
        .map(grant ->
            "%s asks for %s and gets %s; a policy that chooses sizes returns true from resizes() of its provider"
                .formatted(grant.job().id(), grant.job().spec().asked(), grant.allocation().size()))
        .toList();
  }

  private List<String> reasons(Plan plan, Cluster picture) {
    Set<Long> granted = granted(plan);
    var wrong = new ArrayList<String>();
    for (Job job : picture.jobs()) {
      Reason reason = plan.reasons().why(job);
      String of = "the reason of %s, %s \"%s\", ".formatted(job.id(), reason.kind(), reason);
      boolean isGranted = granted.contains(job.arrival());
      if (reason.kind().isOfGrant() != isGranted) {
        wrong.add(
            of + (isGranted ? "is no reason for a grant" : "is one for a grant: it has none"));
      }
      if ((reason.kind() == Reason.Kind.PROTECTED) != job.isProtected(picture.now())) {
        wrong.add(of + "is PROTECTED if, and only if, the job is protected");
      }
      if (BROKEN.matcher(reason.sentence()).find()) {
        wrong.add(of + "is no sentence for people");
      }
      ReasonNames.wrong(reason, ownNames).forEach(name -> wrong.add(of + "is wrong: " + name));
    }
    return wrong;
  }

  /** Jobs that can never start do not delay other jobs. */
  private List<String> blocked(Cluster picture) {
    Plan plan = policies.get().decide(picture);
    List<Job> possible =
        picture.jobs().stream()
            .filter(job -> plan.reasons().why(job).kind() != Reason.Kind.INFEASIBLE)
            .toList();
    Cluster without = Cluster.of(picture.now(), picture.nodes(), possible);
    List<Grant> grants = policies.get().decide(without).grants();
    return grants.equals(plan.grants())
        ? List.of()
        : List.of(
            "jobs that can never start change the plan for others: without them it is %s, and with them %s"
                .formatted(grants, plan.grants()));
  }

  private static Set<Long> granted(Plan plan) {
    var granted = new HashSet<Long>();
    for (Grant grant : plan.grants()) {
      granted.add(grant.job().arrival());
    }
    return granted;
  }

  /**
   * The same picture gives the same plan: a policy that has followed this history, one that has
   * seen other pictures, and a new one agree.
   */
  private static final class Memories {
    private final Policy following;
    private final Policy wandering;
    private final RandomCluster elsewhere;

    Memories(Supplier<Policy> policies, long seed) {
      this.following = policies.get();
      this.wandering = policies.get();
      this.elsewhere = new RandomCluster(seed + 1);
    }

    List<String> forgotten(Plan plan, Cluster picture) {
      var different = new ArrayList<String>();
      compare(different, plan, following.decide(picture), picture, "has followed this history");
      compare(different, plan, following.decide(picture), picture, "is asked twice");
      elsewhere.follow(wandering.decide(elsewhere.picture()));
      compare(different, plan, wandering.decide(picture), picture, "has seen other pictures");
      return different;
    }

    private static void compare(
        List<String> different, Plan plan, Plan other, Cluster picture, String seen) {
      boolean isSame =
          plan.grants().equals(other.grants())
              && plan.notes().equals(other.notes())
              && plan.reconsider().equals(other.reconsider())
              && plan.figures().equals(other.figures())
              && sentences(plan, picture).equals(sentences(other, picture));
      if (!isSame) {
        different.add(
            "the same picture gives another plan if the policy %s: %s, and a new policy %s"
                .formatted(seen, other.grants(), plan.grants()));
      }
    }

    private static List<String> sentences(Plan plan, Cluster picture) {
      return picture.jobs().stream().map(job -> plan.reasons().why(job).sentence()).toList();
    }
  }
}
