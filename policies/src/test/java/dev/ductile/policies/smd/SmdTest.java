package dev.ductile.policies.smd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.ductile.api.Cluster;
import dev.ductile.api.Figure;
import dev.ductile.api.Job;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.policies.Sketch;
import dev.ductile.policies.placements.Pooled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole plans of SMD and its baselines, for jobs as in Section V. */
class SmdTest {
  private static final double RELATIVE = 1e-3;

  @ParameterizedTest
  @CsvSource({
    "false, 1, 489.9213, 7, 928.3567",
    "false, 2, 814.1656, 12, 1311.7133",
    "false, 3, 1058.7409, 16, 1567.7837",
    "false, 4, 1285.8735, 19, 1719.6805",
    "false, 5, 1469.4565, 22, 1768.7984",
    "true, 1, 405.3414, 6, 766.3144",
    "true, 2, 681.5009, 11, 1087.7966",
    "true, 3, 923.0058, 14, 1323.6701",
    "true, 4, 1118.6465, 17, 1443.3587",
    "true, 5, 1270.8306, 21, 1456.0031"
  })
  void fiftyJobsHaveTheUtilityOfAnIndependentCalculation(
      boolean sync, int units, double byLimit, int admitted, double byUse) {
    Cluster cluster = Instance.cluster(JobSet.read(sync).instances(), JobSet.units(units));

    Plan exact = decide(new SmdExact(), new SmdExact.Settings(Charge.LIMIT, 1), cluster);
    assertThat(exact.violations(cluster)).isEmpty();
    assertThat(exact.grants()).hasSize(admitted);
    assertThat(figure(exact, "utility")).isCloseTo(byLimit, offset(RELATIVE * byLimit));
    assertThat(figure(exact, "utilityAtMost")).isCloseTo(byLimit, offset(RELATIVE * byLimit));

    Plan use = decide(new SmdExact(), new SmdExact.Settings(Charge.USE, 1), cluster);
    assertThat(use.violations(cluster)).isEmpty();
    assertThat(figure(use, "utility")).isCloseTo(byUse, offset(RELATIVE * byUse));

    for (int k = 1; k <= 2; k++) {
      Plan published = decide(new Smd(), published(k), cluster);
      assertThat(figure(published, "utility")).isBetween(0.92 * byLimit, byLimit * (1 + RELATIVE));
      assertThat(figure(published, "shareOfBest"))
          .isCloseTo(figure(published, "utility") / byLimit, offset(RELATIVE))
          .isGreaterThanOrEqualTo(figure(published, "guaranteedShare"));
    }
  }

  @ParameterizedTest
  @CsvSource({"false, 489.9213, 807.6405", "true, 385.4239, 633.3285"})
  void friezeAndClarkeAgreeWithAnIndependentCalculation(
      boolean sync, double oneUnit, double twoUnits) {
    List<Instance> jobs = JobSet.read(sync).instances();
    for (int units = 1; units <= 2; units++) {
      Plan plan = decide(new Smd(), published(1), Instance.cluster(jobs, JobSet.units(units)));
      double expected = units == 1 ? oneUnit : twoUnits;
      assertThat(figure(plan, "utility")).isCloseTo(expected, offset(RELATIVE * expected));
    }
  }

  @Test
  void byDensityBaselinesAdmitMoreThanByArrival() {
    Cluster cluster = Instance.cluster(JobSet.read(false).instances(), JobSet.units(2));
    double before = 0;
    for (BaselineAdmission admission : BaselineAdmission.values()) {
      Plan plan =
          decide(
              new OptimusUtility(), new OptimusUtility.Settings(admission, Charge.LIMIT), cluster);
      assertThat(figure(plan, "utility")).as("%s", admission).isGreaterThan(before);
      before = figure(plan, "utility");
    }
    assertThat(before).isCloseTo(814.1656, offset(1e-3));
  }

  @Test
  void aJobKeepsAShareOfItsUtilityAtASmallerSize() {
    Cluster cluster = Instance.cluster(JobSet.read(false).instances(), JobSet.units(20));
    Plan all = decide(new SmdExact(), new SmdExact.Settings(Charge.LIMIT, 1), cluster);
    Plan most = decide(new SmdExact(), new SmdExact.Settings(Charge.LIMIT, 0.99), cluster);
    assertThat(figure(most, "utility") / figure(all, "utility")).isBetween(0.99, 1.0);
    assertThat(figure(most, "utilityAtMost"))
        .isGreaterThanOrEqualTo(figure(all, "utility") * (1 - RELATIVE));
    assertThat(reasons(most, cluster).getFirst())
        .endsWith("; the smallest size that keeps 99 % of its utility");
    assertThat(figure(most, "usedShare")).isLessThan(0.8 * figure(all, "usedShare"));
  }

  @Test
  void theSameSeedRoundsTheSameWay() {
    Cluster cluster = Instance.cluster(JobSet.read(true).instances(), JobSet.units(3));
    var once = new Smd.Settings(0.05, 1, Scale.ONE, 0.5, 2, Charge.LIMIT, 1);
    assertThat(sizes(decide(new Smd(), once, cluster)))
        .isEqualTo(sizes(decide(new Smd(), once, cluster)));
    Policy other =
        new Smd().create(once, PolicyContext.of(new Pooled(), new Seed(2).child("policy")));
    assertThat(sizes(decide(new Smd(), once, cluster))).isNotEqualTo(sizes(other.decide(cluster)));
  }

  @Test
  void everyReasonHasItsNumbers() {
    Instance known = JobSet.read(false).instances().getFirst();
    Instance cramped =
        new Instance(
            known.iterations(),
            known.terms(),
            known.utility(),
            List.of(1.0, 9.0, 20.0, 8.0),
            List.of(0.0, 3.0, 12.0, 6.0),
            List.of(4.0, 10.0, 32.0, 10.0));
    Cluster cluster =
        Instance.cluster(List.of(known, known, cramped), List.of(100.0, 200.0, 600.0, 200.0));
    Plan plan = decide(new SmdExact(), new SmdExact.Settings(Charge.LIMIT, 1), cluster);
    assertThat(reasons(plan, cluster))
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .startsWith("gets 14+1 (91 cpu, 28 gpu")
                    .contains(
                        "ends in 1.67 h, worth 16.9; another worker would need",
                        "another server would need"),
            second ->
                assertThat(second)
                    .startsWith(
                        "waits: worth 16.9 with 14+1, or 0.0624 for each hundredth of the remaining resources"),
            third ->
                assertThat(third)
                    .isEqualTo(
                        "needs 12 cpu, above its limit of 10 cpu; also above its limit of storage (14 needed, 10 allowed)"));
  }

  /** Trimmed sizes are worth less than the fastest, so the bound must not follow from them. */
  @Test
  void theBoundDoesNotFollowFromTrimmedSizes() {
    Cluster cluster = Instance.cluster(JobSet.read(false).instances(), JobSet.units(1));
    Plan all = decide(new SmdExact(), new SmdExact.Settings(Charge.LIMIT, 1), cluster);
    Plan half = decide(new SmdExact(), new SmdExact.Settings(Charge.LIMIT, 0.5), cluster);

    assertThat(figure(half, "utility")).isLessThan(0.97 * figure(all, "utility"));
    assertThat(figure(half, "utilityAtMost"))
        .isGreaterThanOrEqualTo(figure(all, "utility") * (1 - RELATIVE));
  }

  @Test
  void withoutALimitTheReasonIsTheRemainingAmountAndTheArrival() {
    Instance known = JobSet.read(false).instances().getFirst();
    Instance unlimited =
        new Instance(
            known.iterations(),
            known.terms(),
            known.utility(),
            known.worker(),
            known.server(),
            List.of(0.0, 0.0, 0.0, 0.0));
    Cluster cluster =
        Instance.cluster(List.of(unlimited, unlimited), List.of(40.0, 200.0, 600.0, 200.0));
    Plan plan =
        decide(new Esw(), new Esw.Settings(BaselineAdmission.ARRIVAL, Charge.LIMIT), cluster);
    List<String> reasons = reasons(plan, cluster);

    assertThat(reasons.getFirst())
        .contains(" is left")
        .doesNotContain("its limit")
        .doesNotContain("keeps");
    assertThat(reasons.getLast()).contains("; earlier jobs leave too little;");
  }

  @Test
  void aJobThatIsChargedMoreThanTheCapacityWaits() {
    Instance known = JobSet.read(false).instances().getFirst();
    Cluster cluster = Instance.cluster(List.of(known), List.of(40.0, 200.0, 600.0, 200.0));
    assertThat(reasons(decide(new Smd(), published(2), cluster), cluster))
        .containsExactly(
            "waits: it would be charged its limit of 56 gpu, and jobs of its priority share 40 gpu");
    Plan byUse = decide(new SmdExact(), new SmdExact.Settings(Charge.USE, 1), cluster);
    assertThat(sizes(byUse)).containsExactly(new Size(14, 1));
  }

  /**
   * Utility is a function of the time from submission to end; a job without a utility is worth a
   * little.
   */
  @Test
  void theWorthDependsOnTheTimeFromSubmissionToEnd() {
    Job job = JobSet.read(false).instances().getFirst().job(0);
    double atOnce = Offer.worth(job, 3 * 3600, Instance.NOW);
    double later = Offer.worth(job, 3600, Instance.NOW.plus(Duration.ofHours(2)));
    assertThat(later).isEqualTo(atOnce);
    Job plain = Sketch.gpus(1, 4).job(Sketch.spec("plain", 1, 3600));
    assertThat(Offer.worth(plain, 3600, Sketch.NOW)).isEqualTo(0.5);
  }

  private static Smd.Settings published(int k) {
    return new Smd.Settings(0.05, 20, Scale.ONE, 0.5, k, Charge.LIMIT, 1);
  }

  private static <S extends Record> Plan decide(
      PolicyProvider<S> provider, S settings, Cluster cluster) {
    Policy policy =
        provider.create(settings, PolicyContext.of(new Pooled(), new Seed(1).child("policy")));
    return policy.decide(cluster);
  }

  private static double figure(Plan plan, String name) {
    Map<String, Double> figures =
        plan.figures().stream().collect(Collectors.toMap(Figure::name, Figure::value));
    return figures.getOrDefault(name, Double.NaN);
  }

  private static List<Size> sizes(Plan plan) {
    return plan.grants().stream().map(grant -> grant.allocation().size()).toList();
  }

  private static List<String> reasons(Plan plan, Cluster cluster) {
    var reasons = new ArrayList<String>();
    cluster.jobs().forEach(job -> reasons.add(plan.reasons().why(job).sentence()));
    return reasons;
  }
}
