package dev.ductile.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Work;
import dev.ductile.text.Document;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ElasticJobsTest {
  private static final Catalog CATALOG = Plugins.catalog();
  private static final SpeedSpec DOUBLING =
      CATALOG.speedSpec(Document.of("f", "{model: doubling, first: 0.5}").root().node());

  @Test
  void atTheAskedSizeAJobTakesTheTimeOfItsTrace() {
    Submission elastic = jobs("1", "4x", Nodes.NONE).of(rigid(3, 1000));

    assertThat(elastic.spec().asked()).isEqualTo(Size.workers(3));
    assertThat(elastic.speed()).isEqualTo(DOUBLING);
    assertThat(seconds(elastic, 3)).isCloseTo(1000, within(1e-9));
    assertThat(seconds(elastic, 6)).isCloseTo(500, within(1e-9));
  }

  @Test
  void boundsContainTheAskedSize() {
    assertThat(range(jobs("4", "16", Nodes.NONE), 2)).isEqualTo(Range.between(2, 16));
    assertThat(range(jobs("4", "16", Nodes.NONE), 32)).isEqualTo(Range.between(4, 32));
    assertThat(range(jobs("0.5x", "2x", Nodes.NONE), 6)).isEqualTo(Range.between(3, 12));
  }

  @Test
  void boundsEndAtTheWorkersThatTheClusterHolds() {
    Nodes nodes = Nodes.uniform(2, Resources.of(java.util.Map.of("gpu", 3.0)));

    assertThat(range(jobs("1", "8x", nodes), 2)).isEqualTo(Range.between(1, 6));
    assertThat(range(jobs("1", "8x", nodes), 9)).isEqualTo(Range.between(1, 9));
  }

  @Test
  void aJobWithSeveralSizesStaysAsItIs() {
    Submission given = rigid(2, 10);
    JobSpec spec = given.spec().withBounds(Bounds.workers(1, 3), Size.workers(2));
    ElasticJobs jobs = jobs("1", "8x", Nodes.NONE);

    assertThat(jobs.of(given.withSpec(spec)).spec()).isEqualTo(spec);
    assertThat(jobs.notes()).last().asString().startsWith("elastic does not apply to 1 job");
    assertThat(jobs.notes()).hasSize(1);
    assertThat(jobs.assumption()).isEmpty();
  }

  @Test
  void aJobOfWhichTheBoundsAllowOneSizeStaysAsItIs() {
    ElasticJobs jobs = jobs("1x", "1x", Nodes.NONE);
    Submission job = rigid(2, 10);

    assertThat(jobs.of(job)).isEqualTo(job);
    assertThat(jobs.notes())
        .containsExactly(
            "elastic does not apply to 1 job, because of several sizes, a program, an unknown speed, or no second size within the bounds");
  }

  @Test
  void theAssumptionIsKnownBeforeTheFirstJobIsUsed() {
    Submission given = rigid(2, 10);
    Submission elastic =
        given.withSpec(given.spec().withBounds(Bounds.workers(1, 3), Size.workers(2)));
    ElasticJobs some = jobs("1", "4x", Nodes.NONE);
    ElasticJobs none = jobs("1", "4x", Nodes.NONE);

    Stream<Submission> changed = some.of(Stream.of(elastic, given, elastic));
    Stream<Submission> unchanged = none.of(Stream.of(elastic, elastic));

    assertThat(some.assumption()).isPresent();
    assertThat(none.assumption()).isEmpty();
    assertThat(changed)
        .extracting(job -> job.spec().bounds().workers().most())
        .containsExactly(3, 8, 3);
    assertThat(unchanged).containsExactly(elastic, elastic);
  }

  @Test
  void aJobOfUnknownSpeedStaysAsItIs() {
    Submission job = rigid(2, 10);
    var unknown = new Submission(job.at(), job.spec(), SpeedSpec.UNKNOWN);

    assertThat(jobs("1", "4x", Nodes.NONE).of(unknown)).isEqualTo(unknown);
  }

  @Test
  void notesSayWhatIsAssumedAndWhereTheSpeedIsFrom() {
    ElasticJobs jobs = jobs("1", "4x", Nodes.NONE);
    jobs.of(rigid(1, 10));

    assertThat(jobs.notes())
        .containsExactly(
            "1 job may change its size; sizes and speeds are assumed, because the input does not have them: a job may have from 1 worker to 4 times the workers that it asked for; at the size that it asked for it takes the same time as before, and it scales like the model doubling, first 0.5 (a test)");
  }

  private static ElasticJobs jobs(String min, String max, Nodes nodes) {
    var rule =
        new Elasticity(
            WorkerBound.read(min).orElseThrow(),
            WorkerBound.read(max).orElseThrow(),
            DOUBLING,
            "a test");
    return new ElasticJobs(rule, CATALOG, nodes);
  }

  private static Range range(ElasticJobs jobs, int workers) {
    return jobs.of(rigid(workers, 10)).spec().bounds().workers();
  }

  private static double seconds(Submission job, int workers) {
    Allocation where = Allocation.together(Size.workers(workers));
    return job.spec().work().steps() / CATALOG.speed(job.speed()).stepsPerSecond(where);
  }

  private static Submission rigid(int workers, double seconds) {
    JobSpec spec =
        JobSpec.of(
            new JobId("a"),
            Demand.perWorker(Resources.gpus(1)),
            Bounds.rigid(Size.workers(workers)),
            Work.steps(seconds));
    return new Submission(Instant.EPOCH, spec, new Constant(1).spec());
  }
}
