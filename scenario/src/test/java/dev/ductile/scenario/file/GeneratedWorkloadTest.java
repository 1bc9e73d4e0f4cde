package dev.ductile.scenario.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Progress;
import dev.ductile.api.Seed;
import dev.ductile.scenario.Plugins;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.Submission;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneratedWorkloadTest {
  private static final String POISSON =
      """
      jobs: 8
      arrivals: {poisson: {perHour: 30}}
      mix:
        - {name: small, weight: 2, worker: {gpu: 1}, work: {min: 10, max: 20}}
        - {name: large, worker: {gpu: 1}, bounds: {workers: {max: 4}}, work: {lognormal: {median: 1000, sigma: 1}}, unit: epochs}
      """;

  @TempDir private Path folder;

  /** Fixed expected values: the same on every machine and in every version. */
  @Test
  void theSameSeedMakesTheSameJobsInEveryVersion() throws IOException {
    assertThat(lines(read(POISSON), 1, 1))
        .containsExactly(
            "1970-01-01T00:01:41.374770672Z small-0 19.684820525273768 steps",
            "1970-01-01T00:02:12.632062064Z large-1 243.27322961327263 epochs",
            "1970-01-01T00:02:26.332510933Z large-2 650.5474089672923 epochs",
            "1970-01-01T00:06:24.861695654Z large-3 348.93374520766105 epochs",
            "1970-01-01T00:07:04.633273043Z small-4 11.933294782739509 steps",
            "1970-01-01T00:07:47.167533841Z large-5 231.8138438948129 epochs",
            "1970-01-01T00:09:16.046644509Z large-6 950.6691586592328 epochs",
            "1970-01-01T00:10:13.010481593Z small-7 10.192301273401894 steps");
  }

  @Test
  void jobsDifferBySeedAndAreTheSameForEachLoad() throws IOException {
    Scenario scenario = read(POISSON);

    assertThat(lines(scenario, 1, 1)).isEqualTo(lines(scenario, 1, 1));
    assertThat(lines(scenario, 1, 1)).isNotEqualTo(lines(scenario, 2, 1));
    List<Submission> sparse = jobs(scenario, 1, 1);
    List<Submission> dense = jobs(scenario, 1, 4);
    for (int i = 0; i < sparse.size(); i++) {
      assertThat(dense.get(i).spec()).isEqualTo(sparse.get(i).spec());
      assertThat(seconds(dense.get(i))).isCloseTo(seconds(sparse.get(i)) / 4, within(1e-6));
    }
  }

  @Test
  void aChangeOfTheMixDoesNotChangeTheArrivals() throws IOException {
    Scenario other = read(POISSON.replace("weight: 2", "weight: 9").replace("max: 20", "max: 90"));

    assertThat(jobs(other, 1, 1))
        .extracting(Submission::at)
        .isEqualTo(jobs(read(POISSON), 1, 1).stream().map(Submission::at).toList());
  }

  @Test
  void jobsOfAKindShareEqualValues() throws IOException {
    List<Submission> jobs = jobs(read(POISSON.replace("jobs: 8", "jobs: 1000")), 1, 1);

    Submission first = jobs.getFirst();
    assertThat(jobs)
        .filteredOn(job -> job.spec().id().name().startsWith("small"))
        .hasSizeBetween(600, 730)
        .allSatisfy(job -> assertThat(job.spec().work().steps()).isBetween(10.0, 20.0));
    assertThat(jobs)
        .filteredOn(job -> job.spec().bounds().equals(first.spec().bounds()))
        .allSatisfy(job -> assertThat(job.spec().demand()).isSameAs(first.spec().demand()));
  }

  @Test
  void arrivalsFollowTheHoursOfTheDay() {
    var rates = new ArrayList<>(Collections.nCopies(24, 0.0));
    rates.set(3, 60.0);
    rates.set(22, 20.0);
    var table = new Arrivals.Table(rates);
    var random = new Seed(5).stream("arrivals");
    int[] byHour = new int[24];
    double now = 0;
    int days = 500;
    while (now < days * 86_400.0) {
      double next = table.after(now, 1, random);
      assertThat(next).isGreaterThanOrEqualTo(now);
      now = next;
      byHour[(int) (now / 3600 % 24)]++;
    }
    assertThat(byHour[3]).isCloseTo(60 * days, within(600));
    assertThat(byHour[22]).isCloseTo(20 * days, within(400));
    assertThat(byHour[3] + byHour[22]).isEqualTo(Arrays.stream(byHour).sum());
  }

  @Test
  void arrivalsFollowTheHoursOfTheWeek() {
    var rates = new ArrayList<>(Collections.nCopies(7 * 24, 0.0));
    rates.set(3, 60.0);
    rates.set(2 * 24 + 3, 20.0);
    var table = new Arrivals.Table(rates);
    var random = new Seed(6).stream("arrivals");
    int[] byHour = new int[7 * 24];
    int weeks = 500;
    for (double now = 0; now < weeks * 7 * 86_400.0; now = table.after(now, 1, random)) {
      byHour[(int) (now / 3600 % byHour.length)]++;
    }
    assertThat(byHour[3]).isCloseTo(60 * weeks, within(600));
    assertThat(byHour[2 * 24 + 3]).isCloseTo(20 * weeks, within(400));
    assertThat(byHour[3] + byHour[2 * 24 + 3]).isEqualTo(Arrays.stream(byHour).sum() - 1);
  }

  @Test
  void distributionsHaveTheirStatedMeans() {
    assertThat(mean(new Distribution.Uniform(10, 20))).isCloseTo(15, within(0.1));
    assertThat(mean(new Distribution.Exponential(7))).isCloseTo(7, within(0.1));
    assertThat(mean(new Distribution.Lognormal(5, 0.5))).isCloseTo(5.6657, within(0.06));
    assertThat(mean(new Distribution.Normal(200, 14))).isCloseTo(200, within(0.2));
    assertThat(mean(new Distribution.LogUniform(1, 100))).isCloseTo(21.498, within(0.4));
    assertThat(mean(new Distribution.OneOf(List.of(1.0, 2.0, 6.0)))).isCloseTo(3, within(0.05));
    assertThat(mean(new Distribution.Fixed(4))).isCloseTo(4, within(1e-9));
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          jobs: 8               | jobs: 0                | generate.jobs must be between 1 and 10000000, not 0
          jobs: 8               | jobs: 1e3              | generate.jobs must be a whole number, not 1000.0
          {poisson: {perHour: 30}} | {poisson: {perHour: 0}} | generate.arrivals.poisson.perHour must be above 0
          {poisson: {perHour: 30}} | {poisson: {perHour: 1e-9}} | would arrive after
          {poisson: {perHour: 30}} | {table: [1, 2]}     | a table needs 24 rates, one for each hour of the day, or 168, one for each hour of the week, not 2
          {poisson: {perHour: 30}} | {}                  | generate.arrivals: arrivals are either poisson or a table
          weight: 2             | weight: 0              | generate.mix[0].weight must be a finite number above 0, not 0.0
          {min: 10, max: 20}    | {min: 10}              | generate.mix[0].work: a range needs both min and max
          {min: 10, max: 20}    | {min: 30, max: 20}     | generate.mix[0].work.min is 30.0, above max 20.0
          {min: 10, max: 20}    | {min: 10, max: 20, oneOf: [1]} | generate.mix[0].work: a distribution is one of
          {min: 10, max: 20}    | {oneOf: []}            | generate.mix[0].work.oneOf needs 1 to 100000 values, not 0
          {min: 10, max: 20}    | {exponential: {mean: 0}} | generate.mix[0].work.exponential.mean must be above 0
          {min: 10, max: 20}    | {normal: {mean: 0, deviation: 1}} | generate.mix[0].work.normal.mean must be above 0
          {min: 10, max: 20}    | {normal: {mean: 1, deviation: -1}} | normal.deviation must be between 0 and 1e18, not -1.0
          {min: 10, max: 20}    | 0                      | must be above 0
          name: small           | name: a b              | job name "a b-0" has the character ' '
          """)
  void aMistakeIsOneLine(String good, String bad, String message) {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> jobs(read(POISSON.replace(good, bad)), 1, 1))
        .withMessageContaining(message);
  }

  @Test
  void aNormalDistributionHasItsDeviationAndNoNegativeAmounts() {
    var random = new Seed(7).stream("normal");
    var narrow = new Distribution.Normal(200, StrictMath.sqrt(2));
    var wide = new Distribution.Normal(1, 10);
    double squares = 0;
    for (int i = 0; i < 100_000; i++) {
      double off = narrow.draw(random) - 200;
      squares += off * off;
      assertThat(wide.draw(random)).isPositive();
    }
    assertThat(squares / 100_000).isCloseTo(2, within(0.05));
  }

  private static double mean(Distribution distribution) {
    var random = new Seed(3).stream("mean");
    double sum = 0;
    for (int i = 0; i < 100_000; i++) {
      sum += distribution.draw(random);
    }
    return sum / 100_000;
  }

  private static List<String> lines(Scenario scenario, long seed, double load) {
    return jobs(scenario, seed, load).stream()
        .map(job ->
            "%s %s %s %s"
                .formatted(
                    job.at(), job.spec().id(), job.spec().work().steps(), job.spec().work().unit()))
        .toList();
  }

  private static double seconds(Submission job) {
    return Progress.seconds(Instant.EPOCH, job.at());
  }

  private static List<Submission> jobs(Scenario scenario, long seed, double load) {
    try (Stream<Submission> jobs = scenario.workload().submissions(seed, load)) {
      return jobs.toList();
    }
  }

  private Scenario read(String generate) throws IOException {
    String text =
        "cluster: {capacity: {gpu: 8}}\npolicies: [plain]\nworkload:\n  generate:\n"
            + generate.indent(4);
    return ScenarioFile.read(Files.writeString(folder.resolve("g.yaml"), text), Plugins.catalog());
  }
}
