package dev.ductile.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.history.Outcome.Ending;
import dev.ductile.history.Run;
import dev.ductile.simulator.Results;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OverviewTest {
  private static final List<String> POLICIES = List.of("fifo", "srtf");
  private static final List<Long> SEEDS = List.of(1L, 2L, 3L);

  @Test
  void seedsThatChangeNothingAreNamedAndProveNothing() {
    String text = Overview.of(results(OverviewTest::same));

    assertThat(text)
        .startsWith("! The 3 seeds change nothing: every run of a policy is the same")
        .contains("the seeds change nothing\n")
        .doesNotContain("±")
        .doesNotContain("shorter");
  }

  @Test
  void seedsThatChangeSomethingHaveIntervalsAndAVerdict() {
    assertThat(Overview.of(Examples.twoByTwo()))
        .contains("±")
        .contains("no significant difference")
        .doesNotContain("change nothing");
  }

  @Test
  void aPolicyBelowTheBoundIsMarkedWithTheCause() {
    String text = Overview.of(results(OverviewTest::unfinished));

    assertThat(text)
        .contains(
            "! srtf: its mean completion is below the bound of all jobs, because it is the mean of the jobs that ended only.")
        .contains("\nsrtf !  ")
        .contains("\nfifo  ");
  }

  @Test
  void aRunThatStoppedBeforeItsJobsWereOverHasNoMakespan() {
    Results results = results(OverviewTest::unfinishedBesideFaster);
    Run stopped =
        results.runs().stream()
            .filter(run -> run.totals().end() == Run.End.HORIZON)
            .findFirst()
            .orElseThrow();

    assertThat(stopped.figures().makespan()).isNaN();
    assertThat(Overview.of(results)).containsPattern("\nsrtf ! .*\\s-\\s");
    assertThat(Format.JSON.write(results)).contains("\"makespan\": null");
  }

  @Test
  void aPolicyBelowTheBoundAtOneOfSeveralLoadsIsNamedWithTheLoad() {
    Results results =
        Examples.results(POLICIES, SEEDS, List.of(1.0, 2.0), OverviewTest::fasterAtTwo);

    assertThat(Overview.of(results))
        .contains(
            "! srtf: its mean completion at load 2 is below the bound of all jobs, because users cancelled jobs, or jobs ran faster than their models.");
    assertThat(Sections.figures(Summary.of(results)))
        .contains("srtf (below a bound)")
        .doesNotContain("not all jobs");
  }

  @Test
  void onlyPoliciesWithUnfinishedJobsAreMarkedSo() {
    Results results = results(OverviewTest::unfinishedBesideFaster);

    assertThat(Sections.figures(Summary.of(results)))
        .contains("srtf (not all jobs)")
        .contains("fifo (below a bound)");
  }

  private static Run fasterAtTwo(String policy, long seed, double load) {
    double ends = policy.equals("srtf") && load == 2 ? 20 : 90;
    return run(policy, seed, load, ends + seed, Run.End.ALL_OVER);
  }

  private static Run unfinishedBesideFaster(String policy, long seed, double load) {
    Run.End end = policy.equals("srtf") ? Run.End.HORIZON : Run.End.ALL_OVER;
    return run(policy, seed, load, 20.0 + seed, end);
  }

  private static Results results(Examples.Maker maker) {
    return Examples.results(POLICIES, SEEDS, List.of(1.0), maker);
  }

  private static Run same(String policy, long seed, double load) {
    return run(policy, seed, load, policy.equals("srtf") ? 70.1 : 90.3, Run.End.ALL_OVER);
  }

  private static Run unfinished(String policy, long seed, double load) {
    return policy.equals("srtf")
        ? run(policy, seed, load, 20.0 + seed, Run.End.HORIZON)
        : run(policy, seed, load, 90.0 + seed, Run.End.ALL_OVER);
  }

  private static Run run(String policy, long seed, double load, double ends, Run.End end) {
    return new Run(
        policy,
        seed,
        load,
        List.of(
            Examples.outcome("a", "", Ending.FINISHED, 0, 0, ends),
            end == Run.End.HORIZON
                ? Examples.outcome("b", "", Ending.UNFINISHED, 0, Double.NaN, Double.NaN)
                : Examples.outcome("b", "", Ending.FINISHED, 0, 0, ends)),
        new Run.Totals(ends, 0.75, 3, 1, 0, 30.5, 12, 0, end),
        8,
        Run.Timeline.EMPTY);
  }
}
