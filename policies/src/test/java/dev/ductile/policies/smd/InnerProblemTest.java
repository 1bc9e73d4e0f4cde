package dev.ductile.policies.smd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.ductile.api.Job;
import dev.ductile.api.Size;
import dev.ductile.api.StepTerms;
import dev.ductile.policies.smd.Grid.Fractional;
import dev.ductile.policies.smd.Instance.Model;
import dev.ductile.policies.smd.JobSet.Member;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The best size of one job (Problems 9 and 10), found exactly, on a grid, and by baselines. */
class InnerProblemTest {
  private static final List<Double> SEQUENTIAL = List.of(1.0, 1.0, 1.0);
  private static final Rounding ROUNDING = new Rounding(20, Scale.ONE, 0.5);

  /** The results of an independent calculation, for one mode of training. */
  record Found(Size best, double seconds, Size equal, double continuousSeconds) {}

  /** A job of 100 iterations whose best sizes are known. */
  record Known(
      Model model,
      List<Double> worker,
      List<Double> server,
      List<Double> limit,
      Found sync,
      Found async) {
    Instance instance(StepTerms terms) {
      return new Instance(100, terms, Instance.hours(50, 5, 0.05), worker, server, limit);
    }
  }

  private static final Known A =
      new Known(
          new Model(100, 1250, 32, 320, 0.05, 0.2, SEQUENTIAL, 0.02, 0.01, 0.5),
          List.of(1.0, 4.0, 8.0, 5.0),
          List.of(0.0, 2.0, 4.0, 5.0),
          List.of(8.0, 40.0, 80.0, 100.0),
          new Found(new Size(8, 4), 272, new Size(6, 6), 272),
          new Found(new Size(8, 4), 27, new Size(6, 6), 27));

  private static final Known B =
      new Known(
          new Model(100, 1250, 32, 3200, 0.05, 0.2, SEQUENTIAL, 3.5, 0.005, 0.5),
          List.of(2.0, 5.0, 16.0, 8.0),
          List.of(0.0, 4.0, 10.0, 6.0),
          List.of(40.0, 100.0, 320.0, 100.0),
          new Found(new Size(7, 7), 4775.214286, new Size(7, 7), 4770.75617),
          new Found(new Size(11, 2), 370.454545, new Size(7, 7), 370.25848));

  private static final Known D =
      new Known(
          new Model(400, 700, 32, 64, 0.05, 0.2, SEQUENTIAL, 0.5, 0.2, 0.5),
          List.of(1.0, 2.0, 4.0, 5.0),
          List.of(0.0, 2.0, 4.0, 5.0),
          List.of(24.0, 64.0, 128.0, 120.0),
          new Found(new Size(2, 3), 416.190476, new Size(12, 12), 415.12619),
          new Found(new Size(19, 5), 76.165414, new Size(12, 12), 76.06442));

  @ParameterizedTest
  @MethodSource("known")
  void theBestSizesOfKnownJobsAreFound(Known known) {
    check(known.instance(known.model.sync()), known.sync);
    check(known.instance(known.model.async()), known.async);
  }

  static Stream<Known> known() {
    return Stream.of(A, B, D);
  }

  private static void check(Instance instance, Found found) {
    Job job = instance.job(0);
    Allowance allowance = Instance.allowance(job);
    assertThat(new BestSize().size(allowance)).contains(found.best());
    assertThat(new BestSize().size(Instance.allowance(instance.opaque(0)))).contains(found.best());
    assertThat(Offer.seconds(job, found.best(), Instance.NOW))
        .isCloseTo(found.seconds(), offset(1e-5));
    assertThat(new EqualSize().size(allowance)).contains(found.equal());
    for (double epsilon : new double[] {0.2, 0.05, 0.01}) {
      assertThat(continuous(instance, allowance, epsilon))
          .isLessThanOrEqualTo((1 + epsilon) * found.continuousSeconds())
          .isGreaterThanOrEqualTo(found.continuousSeconds() * (1 - 1e-6));
    }
    Size rounded = new PublishedSize(0.01, ROUNDING, 1).size(allowance).orElseThrow();
    assertThat(Offer.seconds(job, rounded, Instance.NOW))
        .isLessThanOrEqualTo(1.02 * found.seconds());
  }

  private static double continuous(Instance instance, Allowance allowance, double epsilon) {
    Fractional size = Grid.best(Ratio.of(instance.terms()), Region.of(allowance), epsilon);
    return instance.iterations() * instance.terms().secondsPerStep(size.workers(), size.servers());
  }

  @Test
  void aJobWhoseLeastSizeIsBeyondItsLimitHasNone() {
    Model model = A.model;
    for (StepTerms terms : List.of(model.sync(), model.async())) {
      var instance =
          new Instance(
              100,
              terms,
              Instance.hours(50, 5, 0.05),
              List.of(1.0, 9.0, 20.0, 8.0),
              List.of(0.0, 3.0, 12.0, 6.0),
              List.of(0.0, 0.0, 0.0, 0.0));
      var most = new double[] {10, 4, 32, 10};
      Allowance allowance = new Allowance(Instance.allowance(instance.job(0)).candidate(), most);
      for (Sizer sizer :
          List.of(
              new BestSize(),
              new PublishedSize(0.05, ROUNDING, 1),
              new EqualSize(),
              new GreedySize())) {
        assertThat(sizer.size(allowance)).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void fiftyJobsHaveTheSizesOfAnIndependentCalculation(boolean sync) {
    for (Member member : JobSet.read(sync).members()) {
      Job job = member.instance().job(0);
      Allowance allowance = Instance.allowance(job);
      assertThat(new BestSize().size(allowance)).isEqualTo(member.best());
      assertThat(new EqualSize().size(allowance)).isEqualTo(member.equal());
      assertThat(new GreedySize().size(allowance)).isEqualTo(member.greedy());
      member.best().ifPresent(best -> checkWorth(member, job, allowance, best));
    }
  }

  private static void checkWorth(Member member, Job job, Allowance allowance, Size best) {
    double seconds = Offer.seconds(job, best, Instance.NOW);
    assertThat(seconds / member.seconds()).isBetween(1 - 1e-6, 1 + 1e-6);
    assertThat(Offer.worth(job, seconds, Instance.NOW)).isCloseTo(member.utility(), offset(1e-4));
    assertThat(continuous(member.instance(), allowance, 0.05))
        .isBetween(member.continuousSeconds() * (1 - 1e-6), member.continuousSeconds() * 1.05);
    Optional<Size> rounded = new PublishedSize(0.05, ROUNDING, 1).size(allowance);
    assertThat(rounded).hasValueSatisfying(allowance::covers);
  }
}
