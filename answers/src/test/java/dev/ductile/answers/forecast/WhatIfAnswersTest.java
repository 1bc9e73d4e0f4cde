package dev.ductile.answers.forecast;

import static dev.ductile.answers.StateFixture.CATALOG;
import static dev.ductile.answers.StateFixture.cluster;
import static dev.ductile.answers.StateFixture.policy;
import static dev.ductile.answers.StateFixture.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Command;
import dev.ductile.api.Job;
import dev.ductile.api.NodeId;
import dev.ductile.api.Seed;
import dev.ductile.rest.AddedNodes;
import dev.ductile.rest.DryRun;
import dev.ductile.rest.Forecast;
import dev.ductile.rest.ShadowView;
import dev.ductile.rest.TimeRange;
import dev.ductile.rest.WhatIfAnswer;
import dev.ductile.rest.WhatIfMeasure;
import dev.ductile.scheduler.Decision;
import dev.ductile.text.InputException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class WhatIfAnswersTest {
  private static final Instant NOW = Instant.ofEpochSecond(3600);

  /** Two jobs of an hour and one of a minute, one after the other on one node. */
  private static final String QUEUE =
      """
      time: 3600
      cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
      jobs:
        - {id: a, arrived: 0, worker: {gpu: 1}, request: {workers: 4}, work: 3600, running: {workers: 4, started: 3600},
           speed: {model: linear, stepsPerSecond: 1, exponent: 0}}
        - {id: b, arrived: 10, worker: {gpu: 1}, request: {workers: 4}, work: 3600, speed: {model: linear, stepsPerSecond: 1, exponent: 0}}
        - {id: c, arrived: 20, worker: {gpu: 1}, request: {workers: 4}, work: 60, speed: {model: linear, stepsPerSecond: 1, exponent: 0}}
      """;

  private static WhatIfAnswer answer(String yaml, WhatIfChanges changes) {
    return answers().of(state("fifo", yaml), changes);
  }

  private static WhatIfAnswers answers() {
    return new WhatIfAnswers(ForecastLimits.QUICK, new Seed(1), CATALOG, () -> 0);
  }

  private static WhatIfMeasure measure(WhatIfAnswer answer, String name) {
    return answer.measures().stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void anotherPolicyIsComparedOnThePresentJobs() {
    WhatIfAnswer answer = answer(QUEUE, WhatIfChanges.policy("sjf", policy("sjf")));

    assertThat(answer.question()).isEqualTo("the policy sjf");
    WhatIfMeasure end = measure(answer, "mean time to end");
    assertThat(end.now()).isEqualTo((3600 + 7200 + 7260) / 3.0);
    assertThat(end.asked()).isEqualTo((3600 + 7260 + 3660) / 3.0);
    assertThat(end.isClear()).isTrue();
    assertThat(measure(answer, "time to the last end").difference()).isZero();
    assertThat(measure(answer, "utilisation").now()).isEqualTo(100);
    assertThat(answer.jobs()).extracting(job -> job.job()).containsExactly("c", "b", "a");
  }

  @Test
  void moreNodesLetTheNextJobStartNow() {
    WhatIfAnswer answer =
        answer(QUEUE, WhatIfChanges.with(List.of(new AddedNodes(1, Map.of("gpu", 4.0), Map.of()))));

    assertThat(answer.question()).isEqualTo("1 node more with 4 gpu");
    assertThat(answer.jobs().getFirst().startAsked().orElseThrow().median()).isEqualTo(NOW);
    assertThat(measure(answer, "mean wait").asked()).isEqualTo(1800);
  }

  @Test
  void aLostNodeStopsItsJobs() {
    String two = QUEUE.replace("count: 1", "count: 2");
    WhatIfAnswer answer = answer(two, WhatIfChanges.without(List.of(new NodeId("node-0"))));

    assertThat(answer.question()).isEqualTo("without node-0");
    assertThat(measure(answer, "time to the last end").now()).isEqualTo(3660);
    assertThat(measure(answer, "time to the last end").asked()).isEqualTo(7260);
    assertThatThrownBy(() -> answer(two, WhatIfChanges.without(List.of(new NodeId("node-9")))))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("there is no node node-9 that is up");
  }

  private static Command.Submit submit(String yaml) {
    Job job = cluster(yaml).jobs().iterator().next();
    return new Command.Submit(job.spec(), job.speedSpec(), Duration.ZERO);
  }

  private static final String EXTRA =
      """
      cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
      jobs: [{id: extra, worker: {gpu: 1}, request: {workers: 4}, priority: 1, work: 60, speed: {model: linear, stepsPerSecond: 1, exponent: 0}}]
      """;

  @Test
  void oneMoreJobDelaysThoseBehindIt() {
    WhatIfAnswer answer = answer(QUEUE, WhatIfChanges.submitting(List.of(submit(EXTRA))));

    assertThat(answer.question()).isEqualTo("one more job extra");
    assertThat(measure(answer, "mean time to end").difference()).isEqualTo(40);
    assertThat(answer.jobs().getFirst().job()).isEqualTo("extra");
    assertThat(answer.jobs().getFirst().endAsked().orElseThrow().median())
        .isEqualTo(NOW.plusSeconds(3660));
  }

  @Test
  void differencesOfUncertainFuturesHaveAnInterval() {
    String uncertain = QUEUE.replace("exponent: 0}", "exponent: 0, error: 0.5}");
    WhatIfAnswer answer = answer(uncertain, WhatIfChanges.policy("sjf", policy("sjf")));

    WhatIfMeasure end = measure(answer, "mean time to end");
    assertThat(answer.simulations()).isEqualTo(ForecastLimits.SIMULATIONS);
    assertThat(end.low()).isLessThan(end.difference());
    assertThat(end.high()).isGreaterThan(end.difference()).isNegative();
    assertThat(end.isClear()).isTrue();
    assertThat(measure(answer, "rescales").isClear()).isFalse();
  }

  @Test
  void theAnswerHasCharts() {
    WhatIfAnswer answer = answer(QUEUE, WhatIfChanges.policy("sjf", policy("sjf")));

    assertThat(answer.pictures().keySet())
        .containsExactly("completion", "utilisation", "queue", "gantt as it is", "gantt as asked");
    assertThat(answer.pictures().values())
        .allSatisfy(svg -> assertThat(svg).startsWith("<svg ").endsWith("</svg>\n"));
  }

  @Test
  void theAnswerComparesEachJob() {
    WhatIfAnswer answer = answer(QUEUE, WhatIfChanges.policy("sjf", policy("sjf")));

    assertThat(answer.jobs())
        .filteredOn(job -> !job.startNow().equals(job.startAsked()))
        .extracting(
            job -> "%s %s %s".formatted(job.job(), start(job.startNow()), start(job.startAsked())))
        .containsExactlyInAnyOrder("c 03:00 02:00", "b 02:00 02:01");
  }

  private static LocalTime start(Optional<TimeRange> range) {
    return LocalTime.ofInstant(range.orElseThrow().median(), ZoneOffset.UTC)
        .truncatedTo(ChronoUnit.MINUTES);
  }

  @Test
  void aDryRunTellsStartAndGrowth() {
    var answers =
        new DryRunAnswers(
            new Forecasts(ForecastLimits.QUICK, new Seed(1), ZoneOffset.UTC, () -> 0), CATALOG);

    DryRun answer = answers.of(state("fifo", QUEUE), List.of(submit(EXTRA)));

    assertThat(answer.accepted()).isTrue();
    assertThat(answer.forecasts())
        .extracting(Forecast::sentence)
        .containsExactly("starts with 4 workers at about 02:00; ends at about 02:01");
  }

  @Test
  void aDryRunOfAnImpossibleJobNamesTheLimit() {
    var answers =
        new DryRunAnswers(
            new Forecasts(ForecastLimits.QUICK, new Seed(1), ZoneOffset.UTC, () -> 0), CATALOG);
    String large = EXTRA.replace("request: {workers: 4}", "bounds: {workers: {min: 9, max: 9}}");

    DryRun answer =
        answers.of(state("fifo", QUEUE), List.of(submit(large.replace("gpu: 4", "gpu: 9"))));

    assertThat(answer.accepted()).isFalse();
    assertThat(answer.problems())
        .containsExactly("extra: its size of 9 needs 9 gpu, but the 1 node has only 4 gpu");
  }

  @Test
  void aShadowCountsEqualDecisionsAndComparesFutures() {
    LiveState state = state("fifo", QUEUE);
    var same = new ShadowComparison(() -> "fifo", "fifo", policy("fifo"), Runnable::run);
    var other = new ShadowComparison(() -> "fifo", "max-min", policy("max-min"), Runnable::run);
    Decision decision = Decision.of(state.cluster(), state.policy().get());

    same.decided(decision.cluster(), decision.plan());
    other.decided(decision.cluster(), decision.plan());
    other.compare(state, answers());

    ShadowView equal = same.view();
    assertThat(equal.equal()).isEqualTo(equal.decisions()).isEqualTo(1);
    assertThat(other.view().equal()).isZero();
    assertThat(other.view().sentence())
        .matches(
            "max-min would have given the same sizes in 0 of 1 decision; the present jobs would end .* (earlier|later) on average");
    assertThat(other.view().measures()).isNotEmpty();
  }

  @Test
  void aShadowThatIsBehindLeavesPicturesOut() {
    LiveState state = state("fifo", QUEUE);
    var late = new ShadowComparison(() -> "fifo", "srtf", policy("srtf"), task -> {});
    Decision decision = Decision.of(state.cluster(), state.policy().get());

    late.decided(decision.cluster(), decision.plan());
    late.decided(decision.cluster(), decision.plan());

    assertThat(late.view().decisions()).isZero();
    assertThat(late.view().sentence())
        .isEqualTo("srtf has not decided yet; it did not see 1 further picture");
  }

  @Test
  void aShadowThatFailsSaysSo() {
    LiveState state = state("fifo", QUEUE);
    var broken =
        new ShadowComparison(
            () -> "fifo",
            "broken",
            () ->
                _ -> {
                  throw new IllegalStateException("no plan");
                },
            Runnable::run);
    Decision decision = Decision.of(state.cluster(), state.policy().get());

    broken.decided(decision.cluster(), decision.plan());

    assertThat(broken.view().sentence())
        .contains("it failed 1 time, last with")
        .contains("no plan");
  }
}
