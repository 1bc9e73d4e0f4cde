package dev.ductile.answers.forecast;

import static dev.ductile.answers.StateFixture.job;
import static dev.ductile.answers.StateFixture.state;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.ClusterSettings;
import dev.ductile.api.JobId;
import dev.ductile.api.Seed;
import dev.ductile.api.Stability;
import dev.ductile.rest.Forecast;
import dev.ductile.rest.TimeRange;
import dev.ductile.scheduler.SizeProtection;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ForecastsTest {
  private static final Instant NOW = Instant.ofEpochSecond(3600);

  private static final String ELASTIC =
      """
      time: 3600
      cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
      jobs:
        - {id: a, arrived: 0, worker: {gpu: 1}, bounds: {workers: {min: 1, max: 4}}, work: {total: 3600, done: 1200}, running: {workers: 2, started: 0},
           speed: {model: linear, stepsPerSecond: 1}}
        - {id: b, arrived: 3000, worker: {gpu: 1}, bounds: {workers: {min: 1, max: 4}}, work: 7200, speed: {model: linear, stepsPerSecond: 1}}
      """;

  private static final String UNCERTAIN =
      """
      time: 3600
      cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
      jobs:
        - {id: a, arrived: 0, worker: {gpu: 1}, request: {workers: 4}, work: {total: 7200, done: 3600}, running: {workers: 4, started: 0},
           speed: {model: linear, stepsPerSecond: 1, exponent: 0, error: 0.5}}
        - {id: b, arrived: 3000, worker: {gpu: 1}, request: {workers: 4}, work: 3600, speed: {model: linear, stepsPerSecond: 1, exponent: 0, error: 0.5}}
      """;

  private static Forecast forecast(LiveState state, String name) {
    return forecasts(ForecastLimits.QUICK, 1).of(state, job(name)).orElseThrow();
  }

  private static Forecasts forecasts(ForecastLimits limits, long seed) {
    return new Forecasts(limits, new Seed(seed), ZoneOffset.UTC, () -> 0);
  }

  @Test
  void aJobThatStartsSmallAndGrowsSaysWhen() {
    Forecast forecast = forecast(state("max-min", ELASTIC), "b");

    assertThat(forecast.sentence())
        .isEqualTo("starts with 2 workers now, 4 by about 01:20; ends at about 01:40");
    assertThat(forecast.simulations()).isEqualTo(1);
    assertThat(forecast.isCut()).isFalse();
    assertThat(forecast.end()).contains(exactly(NOW.plusSeconds(2400)));
    assertThat(forecast.sizes())
        .extracting(size -> size.size().workers() + " " + size.from().median())
        .containsExactly("2 " + NOW, "4 " + NOW.plusSeconds(1200));
  }

  /** Users have chosen a policy over the interface, so the picture names one. */
  @Test
  void aPolicyThatUsersHaveChosenChangesNoForecastOfThePolicyOfTheState() {
    LiveState state = state("max-min", ELASTIC);
    var settings = new ClusterSettings(Optional.of("fifo"), List.of(), Map.of());

    Forecast forecast = forecast(state.with(state.cluster().withSettings(settings)), "b");

    assertThat(forecast).isEqualTo(forecast(state, "b"));
  }

  /** A start is a change, too: the job does not grow when its neighbour ends. */
  @Test
  void aJobInItsCooldownDoesNotGrow() {
    LiveState cooling = state("max-min", ELASTIC).withLimits(limits(Duration.ofHours(2), Map.of()));

    Forecast forecast = forecast(cooling, "b");

    assertThat(forecast.sizes())
        .extracting(size -> size.size().workers() + " " + size.from().median())
        .containsExactly("2 " + NOW);
    assertThat(forecast.end()).contains(exactly(NOW.plusSeconds(3600)));
  }

  @Test
  void aJobThatRestsNowGivesNothingBackBefore() {
    String alone = ELASTIC.replace("running: {workers: 2", "running: {workers: 4");
    Instant until = NOW.plusSeconds(300);
    LiveState resting =
        state("max-min", alone)
            .withLimits(limits(Duration.ZERO, Map.of(job("a"), new SizeProtection(NOW, until))));

    assertThat(forecast(state("max-min", alone), "b").start()).contains(exactly(NOW));
    assertThat(forecast(resting, "b").start()).contains(exactly(until));
  }

  @Test
  void aJobThatRestsGivesBackWhatItsQueueHasBorrowed() {
    String shared =
        ELASTIC
                .replace("running: {workers: 2", "queue: research, running: {workers: 4")
                .replace("{id: b", "{id: b, queue: teaching")
            + "queues: [{name: research, weight: 1}, {name: teaching, weight: 1}]\n";
    Instant until = NOW.plusSeconds(300);

    assertThat(startOfB(shared, new SizeProtection(NOW, until))).contains(exactly(NOW));
    assertThat(startOfB(shared, new SizeProtection(until, until))).contains(exactly(until));
  }

  private static Optional<TimeRange> startOfB(String picture, SizeProtection hold) {
    LiveState resting =
        state("max-min", picture).withLimits(limits(Duration.ZERO, Map.of(job("a"), hold)));
    return forecast(resting, "b").start();
  }

  private static LiveLimits limits(Duration cooldown, Map<JobId, SizeProtection> held) {
    Stability usual = Stability.USUAL;
    var stability =
        new Stability(
            cooldown,
            usual.minimumRun(),
            usual.period(),
            usual.mostPaused(),
            usual.mostReturns(),
            usual.firstRest(),
            usual.longestRest());
    return new LiveLimits(stability, held);
  }

  private static TimeRange exactly(Instant at) {
    return new TimeRange(at, at, at);
  }

  @Test
  void errorsOfSpeedsMakeAnInterval() {
    Forecast forecast = forecast(state("fifo", UNCERTAIN), "b");

    assertThat(forecast.simulations()).isEqualTo(ForecastLimits.SIMULATIONS);
    TimeRange start = forecast.start().orElseThrow();
    assertThat(start.earliest()).isBefore(start.median());
    assertThat(start.median()).isBetween(NOW.plusSeconds(3000), NOW.plusSeconds(4320));
    assertThat(start.latest()).isAfter(start.median());
    assertThat(forecast.sentence())
        .matches(
            "starts with 4 workers at about 0[12]:\\d\\d \\(between 0\\d:\\d\\d and 0\\d:\\d\\d\\); ends .*");
  }

  @Test
  void theSameSeedGivesTheSameForecast() {
    LiveState state = state("fifo", UNCERTAIN);

    assertThat(forecast(state, "b")).isEqualTo(forecast(state, "b"));
    assertThat(forecasts(ForecastLimits.QUICK, 2).of(state, job("b")))
        .isNotEqualTo(forecasts(ForecastLimits.QUICK, 1).of(state, job("b")));
  }

  /** An interval of 80 % from 19 futures contains about 80 % of further futures. */
  @Test
  void intervalsCoverFurtherFutures() {
    LiveState state = state("fifo", UNCERTAIN);
    int inside = 0;
    int all = 0;
    for (long seed = 0; seed < 40; seed++) {
      TimeRange start =
          forecasts(ForecastLimits.QUICK, seed)
              .of(state, job("b"))
              .flatMap(Forecast::start)
              .orElseThrow();
      for (Instant actual : actualStarts(state, new Seed(1_000 + seed))) {
        all++;
        inside += actual.isBefore(start.earliest()) || actual.isAfter(start.latest()) ? 0 : 1;
      }
    }
    assertThat((double) inside / all).as("of %d starts", all).isBetween(0.7, 0.9);
  }

  private static List<Instant> actualStarts(LiveState state, Seed seed) {
    Futures futures =
        Futures.of(
            state, Set.of(job("b")), ForecastLimits.QUICK.withSimulations(20), seed, () -> 0);
    var starts = new ArrayList<Instant>();
    futures.list().forEach(future -> starts.add(future.start(job("b")).orElseThrow()));
    return starts;
  }

  @Test
  void aStartBehindAJobOfUnknownSpeedIsUnknown() {
    Forecast forecast =
        forecast(
            state(
                "fifo",
                """
                time: 3600
                cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
                jobs:
                  - {id: mystery, arrived: 0, worker: {gpu: 1}, request: {workers: 4}, work: 7200, running: {workers: 4, started: 0}}
                  - {id: b, arrived: 3000, worker: {gpu: 1}, request: {workers: 4}, work: 3600, speed: {model: linear, stepsPerSecond: 1}}
                """),
            "b");

    assertThat(forecast.sentence())
        .isEqualTo(
            "its start is unknown, because the speed of mystery is unknown, and so the time of its end");
    assertThat(forecast.start()).isEmpty();
    assertThat(forecast.isCut()).isFalse();
  }

  @Test
  void aStartBehindAWaitingJobOfUnknownSpeedIsUnknown() {
    for (String policy : List.of("fifo", "max-min")) {
      Forecast forecast =
          forecast(
              state(
                  policy,
                  """
                  time: 3600
                  cluster: {nodes: [{count: 1, resources: {gpu: 8}}]}
                  queues: [{name: default, weight: 1}]
                  jobs:
                    - {id: a, arrived: 0, worker: {gpu: 1}, request: {workers: 4}, bounds: {workers: {min: 4, max: 4}}, work: 3600, running: {workers: 4, started: 0}, speed: {model: linear, stepsPerSecond: 1}}
                    - {id: rigid, arrived: 2000, worker: {gpu: 1}, request: {workers: 6}, bounds: {workers: {min: 6, max: 6}}, work: 7200}
                    - {id: big, arrived: 3000, worker: {gpu: 1}, request: {workers: 8}, bounds: {workers: {min: 8, max: 8}}, work: 3600, speed: {model: linear, stepsPerSecond: 1}}
                  """),
              "big");

      assertThat(forecast.sentence())
          .as(policy)
          .isEqualTo(
              "its start is unknown, because the speed of rigid is unknown, and so the time of its end");
    }
  }

  @Test
  void aJobOfUnknownSpeedHasNoEnd() {
    Forecast forecast =
        forecast(
            state(
                "fifo",
                """
                time: 3600
                cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
                jobs: [{id: b, worker: {gpu: 1}, request: {workers: 4}, work: 3600}]
                """),
            "b");

    assertThat(forecast.sentence())
        .isEqualTo("starts with 4 workers now; its end is unknown, because its speed is unknown");
    assertThat(forecast.end()).isEmpty();
  }

  @Test
  void aJobTooLargeForTheClusterNeverStarts() {
    Forecast forecast =
        forecast(
            state(
                "fifo",
                """
                time: 3600
                cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
                jobs:
                  - {id: a, arrived: 0, worker: {gpu: 1}, request: {workers: 4}, work: 7200, running: {workers: 4, started: 0},
                     speed: {model: linear, stepsPerSecond: 1}}
                  - {id: b, worker: {gpu: 8}, request: {workers: 1}, work: 3600}
                """),
            "b");

    assertThat(forecast.sentence())
        .isEqualTo(
            "its start is unknown, because it finds no place even after all other jobs have ended");
  }

  @Test
  void aForecastEndsWithItsBudget() {
    var jobs = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      jobs.append(
          "  - {id: job-%d, arrived: %d, worker: {gpu: 1}, request: {workers: 4}, work: 3600, speed: {model: linear, stepsPerSecond: 1}}\n"
              .formatted(i, i));
    }
    LiveState state =
        state(
            "fifo",
            "time: 3600\ncluster: {nodes: [{count: 1, resources: {gpu: 4}}]}\njobs:\n" + jobs);
    var few = new ForecastLimits(19, 200, Duration.ofSeconds(1));

    Forecast forecast = forecasts(few, 1).of(state, job("job-49")).orElseThrow();

    assertThat(forecast.isCut()).isTrue();
    assertThat(forecast.sentence()).startsWith("starts after ");
    assertThat(forecast(state, "job-49").start()).contains(exactly(NOW.plusSeconds(49 * 900)));
  }

  /** With too small a budget for all events the policy decides at a period, and a bit later. */
  @Test
  void aCoarserPaceIsNearTheExactForecast() {
    var jobs = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      jobs.append(
          "  - {id: job-%d, arrived: %d, worker: {gpu: 1}, request: {workers: 1}, work: %d, speed: {model: linear, stepsPerSecond: 1}}\n"
              .formatted(i, i, 600 + 37 * (i % 13)));
    }
    LiveState state =
        state(
            "fifo",
            "time: 3600\ncluster: {nodes: [{count: 2, resources: {gpu: 4}}]}\njobs:\n" + jobs);
    Instant exact = forecast(state, "job-150").start().orElseThrow().median();
    var few = new ForecastLimits(19, 200 * 300, Duration.ofSeconds(1));

    Instant coarse =
        forecasts(few, 1).of(state, job("job-150")).orElseThrow().start().orElseThrow().median();

    double wait = Duration.between(NOW, exact).toSeconds();
    assertThat((double) Duration.between(NOW, coarse).toSeconds()).isBetween(wait, 1.3 * wait);
  }
}
