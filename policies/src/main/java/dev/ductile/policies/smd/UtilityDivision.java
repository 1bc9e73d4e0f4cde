package dev.ductile.policies.smd;

import dev.ductile.api.Figure;
import dev.ductile.api.Size;
import dev.ductile.policies.sizing.Budget;
import dev.ductile.policies.sizing.Candidate;
import dev.ductile.policies.sizing.Division;
import dev.ductile.policies.sizing.SizeDecision;
import dev.ductile.policies.smd.Selection.ChosenJobs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * SMD's decomposition (Section IV): a rule sizes each job alone, and then another rule admits jobs.
 * A job of no worth gets resources that admitted jobs leave.
 */
final class UtilityDivision implements Division {
  private static final SizeTrim FASTEST = new SizeTrim(1);

  private final Sizer inner;
  private final Selection outer;
  private final Charge charge;
  private final SizeTrim trim;
  private final Optional<Guarantee> guarantee;
  private final Sizer best = remembering(new BestSize());

  UtilityDivision(
      Sizer inner, Selection outer, Charge charge, SizeTrim trim, Optional<Guarantee> guarantee) {
    this.inner = inner;
    this.outer = outer;
    this.charge = charge;
    this.trim = trim;
    this.guarantee = guarantee;
  }

  /** Caches the results of a rule for each kind of job. */
  static Sizer remembering(Sizer rule) {
    var kinds = new CacheByKind<Optional<Size>>();
    return allowance -> kinds.of(allowance, rule::size);
  }

  @Override
  public Shares divide(Table table) {
    var reasons = SmdReasons.before(table.budget(), table.now(), trim.keep(), outer);
    var decisions = new ArrayList<SizeDecision>();
    var waiting = new ArrayList<SizeDecision>();
    var offers = new ArrayList<Offer>();
    for (Candidate candidate : table.candidates()) {
      Allowance allowance = charge.allowance(candidate, table.budget());
      Optional<Offer> offer = offer(inner, trim, allowance, table);
      if (offer.isEmpty()) {
        waiting.add(SizeDecision.none(candidate, () -> reasons.tooSmall(allowance)));
      } else if (!fits(offer.get(), table.budget())) {
        waiting.add(SizeDecision.none(candidate, () -> reasons.tooLarge(offer.get())));
      } else {
        offers.add(offer.get());
      }
    }
    Knapsack knapsack = knapsack(offers, table.budget());
    ChosenJobs choice = outer.choose(knapsack).firstOfEquals(knapsack);
    List<Figure> figures = figures(offers, choice, table);
    admit(offers, knapsack, choice, table.budget(), reasons, decisions);
    decisions.addAll(waiting);
    return new Shares(decisions, List.of(), Optional.empty(), figures);
  }

  /** Charged but unused resources stay reserved for the jobs that are charged for them. */
  @Override
  public boolean reserves() {
    return true;
  }

  private Optional<Offer> offer(Sizer rule, SizeTrim trim, Allowance allowance, Table table) {
    Candidate candidate = allowance.candidate();
    return rule.size(allowance)
        .map(size -> trim.trimmed(allowance, size, table.now()))
        .map(size ->
            new Offer(allowance, size, charge.of(candidate, size, table.budget()), table.now()));
  }

  private static Knapsack knapsack(List<Offer> offers, Budget budget) {
    return Knapsack.of(offers, budget.left());
  }

  private static boolean fits(Offer offer, Budget budget) {
    return Knapsack.of(List.of(offer), budget.left()).fits(0);
  }

  private static void admit(
      List<Offer> offers,
      Knapsack knapsack,
      ChosenJobs choice,
      Budget budget,
      SmdReasons reasons,
      List<SizeDecision> decisions) {
    double least = choice.chosen().stream().mapToDouble(knapsack::density).min().orElse(0);
    var others = new ArrayList<SizeDecision>();
    double[] left = knapsack.left(choice.chosen());
    Comparator<Integer> mostFirst = Comparator.<Integer>comparingDouble(knapsack::value).reversed();
    for (int item : IntStream.range(0, offers.size()).boxed().sorted(mostFirst).toList()) {
      Offer offer = offers.get(item);
      boolean admitted = choice.chosen().get(item);
      if (!admitted && knapsack.value(item) <= 0 && knapsack.fits(item, left)) {
        knapsack.take(item, left);
        admitted = true;
      }
      if (admitted) {
        budget.take(offer.candidate(), offer.charge());
        decisions.add(
            new SizeDecision(offer.candidate(), offer.size(), () -> reasons.admitted(offer)));
      } else {
        others.add(
            SizeDecision.none(
                offer.candidate(), () -> reasons.passedOver(offer, knapsack.density(item), least)));
      }
    }
    decisions.addAll(others);
  }

  private List<Figure> figures(List<Offer> offers, ChosenJobs choice, Table table) {
    if (table.candidates().isEmpty()) {
      return List.of();
    }
    List<Offer> fastest =
        table.candidates().stream()
            .map(candidate -> charge.allowance(candidate, table.budget()))
            .flatMap(allowance -> offer(best, FASTEST, allowance, table).stream())
            .filter(offer -> fits(offer, table.budget()))
            .toList();
    double most = Math.max(choice.worth(), atMost(fastest, choice, table.budget()));
    var figures = new ArrayList<Figure>();
    figures.add(
        new Figure(
            "utility",
            choice.worth(),
            "sum of the utilities of the admitted jobs, before placement"));
    figures.add(
        new Figure(
            "utilityAtMost", most, "upper bound on that sum, for jobs at their greatest speed"));
    figures.add(
        new Figure(
            "shareOfBest",
            most > 0 ? choice.worth() / most : 1,
            "utility divided by utilityAtMost"));
    figures.add(
        new Figure(
            "usedShare",
            choice.chosen().stream()
                .mapToDouble(item -> offers.get(item).usedShare())
                .average()
                .orElse(0),
            "used part of the resources that admitted jobs are charged, on average"));
    guarantee.ifPresent(theorem ->
        figures.addAll(theorem.figures(fastest, table.now(), table.budget().resources().size())));
    return figures;
  }

  private double atMost(List<Offer> fastest, ChosenJobs choice, Budget budget) {
    return outer instanceof BranchAndBound && trim.equals(FASTEST)
        ? choice.atMost()
        : BranchAndBound.BRIEF.choose(knapsack(fastest, budget)).atMost();
  }
}
