package dev.ductile.runtime.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.runtime.checkpoint.HeldOutScorer;
import dev.ductile.runtime.checkpoint.ModelScore;
import dev.ductile.runtime.checkpoint.SavedModel;
import dev.ductile.runtime.checkpoint.Scorer;
import dev.ductile.runtime.data.HeldOutExamples;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.job.ValidationSpec;
import dev.ductile.runtime.master.saving.Checkpoint;
import dev.ductile.runtime.master.saving.Validation;
import dev.ductile.runtime.master.saving.Validator;
import dev.ductile.runtime.training.Batch;
import dev.ductile.runtime.training.Gradient;
import dev.ductile.runtime.training.Model;
import dev.ductile.runtime.training.Models;
import dev.ductile.runtime.training.Parameters;
import dev.ductile.runtime.training.Reference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The reported figures of held-out examples are those of its model then says of them. */
@Tag("socket")
@Timeout(180)
class HeldOutJobTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final ValidationSpec SHARE = new ValidationSpec.Share(0.15);

  @TempDir Path folder;

  /** Evaluates as a master does, and keeps the reported figures. */
  private static final class Told implements Validator {
    private final HeldOutScorer scorer;
    private final NavigableMap<Long, Validation> all = new ConcurrentSkipListMap<>();

    Told(TrainingJob job) throws IOException {
      scorer = HeldOutScorer.read(job);
    }

    @Override
    public Optional<Validation> validate(Optional<Checkpoint> checkpoint) throws IOException {
      return checkpoint.isEmpty() ? Optional.empty() : Optional.of(validation(checkpoint.get()));
    }

    private Validation validation(Checkpoint checkpoint) throws IOException {
      ModelScore score = scorer.score(Path.of(checkpoint.directory()));
      var told =
          new Validation(
              checkpoint.step(), score.loss().orElseThrow(), score.accuracy(), score.examples());
      all.put(told.step(), told);
      return told;
    }
  }

  /** Killed tasks and all, the figures of a step are those of a job that nothing disturbed. */
  @ParameterizedTest
  @CsvSource({"3, 3, 2, false", "3, 3, 2, true"})
  void figuresOfBspAreThoseOfOneProcess(int workers, int servers, int replication, boolean newton)
      throws Exception {
    TrainingJob sparse = SmallJobs.sparse(workers, servers, replication, newton ? 200 : 300);
    TrainingJob job = heldOut(SmallJobs.saved(newton ? SmallJobs.newton(sparse) : sparse, 20));
    var told = new Told(job);
    try (var threads = new JobThreads(job, folder, told).begin()) {
      new RandomKills(threads, 3, job.size()).run(5, newton ? 10 : 20);
      assertThat(threads.await(PATIENCE)).as("%s", threads.listener()).isZero();
      assertEqualsOneProcess(job, told);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = OptimizerSpec.Kind.class,
      names = {"SGD", "ADAM"})
  void figuresOfAnAllReduceAreThoseOfOneProcess(OptimizerSpec.Kind kind) throws Exception {
    TrainingJob job = heldOut(SmallJobs.saved(SmallJobs.dense(3, kind, 200), 20));
    var told = new Told(job);
    try (var threads = new JobThreads(job, folder, told).begin()) {
      new RandomRescaling(threads, 5, job.size()).run(3, 20);
      assertThat(threads.await(PATIENCE)).as("%s", threads.listener()).isZero();
      assertEqualsOneProcess(job, told);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Synchrony.Kind.class,
      names = {"A_BSP", "SSP", "ASP"})
  void theLastFiguresAreThoseOfTheExportedModel(Synchrony.Kind kind) throws Exception {
    var synchrony = new Synchrony(kind, kind == Synchrony.Kind.SSP ? 3 : 0);
    TrainingJob job =
        heldOut(SmallJobs.saved(SmallJobs.paced(SmallJobs.sparse(2, 2, 2, 1), synchrony, 6), 40));
    var told = new Told(job);
    try (var threads = new JobThreads(job, folder, told).begin()) {
      new RandomKills(threads, 4, job.size()).run(2, 20);
      assertThat(threads.await(PATIENCE)).as("%s", threads.listener()).isZero();
      isAsExported(job, threads, told);
    }
  }

  @Test
  void aRestartedJobHoldsOutTheSameExamples() throws Exception {
    TrainingJob job = heldOut(SmallJobs.sparse(2, 1, 1, 40));
    var first = new Told(job);
    try (var threads = new JobThreads(job, folder, first).begin()) {
      assertThat(threads.await(PATIENCE)).isZero();
    }
    TrainingJob more = heldOut(SmallJobs.sparse(3, 2, 1, 80));
    var second = new Told(more);
    try (var threads = new JobThreads(more, folder, second).begin()) {
      assertThat(threads.await(PATIENCE)).isZero();
      assertEqualsOneProcess(more, second);
    }
    assertThat(second.all.get(40L)).isEqualTo(first.all.get(40L));
  }

  private static TrainingJob heldOut(TrainingJob job) {
    return job.withValidation(SHARE);
  }

  /** Each reported figure is recomputed from a run of one process up to that step. */
  private void assertEqualsOneProcess(TrainingJob job, Told told) throws IOException {
    HeldOutExamples examples = HeldOutExamples.read(job);
    var alone = Reference.read(job, Files.createDirectories(folder.resolve("alone")));
    assertThat(told.all).isNotEmpty();
    assertThat(told.all.lastKey()).isEqualTo(job.stop().steps().orElseThrow());
    for (Validation each : told.all.values()) {
      while (alone.step() < each.step()) {
        alone.advance();
      }
      assertThat(each.examples()).isEqualTo(examples.count()).isGreaterThan(50);
      assertThat(each.loss())
          .as("step %d", each.step())
          .isCloseTo(loss(alone, job, examples), within(1e-5));
    }
  }

  private static double loss(Reference alone, TrainingJob job, HeldOutExamples examples) {
    Model model = Models.predictor(job.model(), job.data().features());
    var parameters = new Parameters(model.tensors());
    for (int i = 0; i < model.tensors().size(); i++) {
      float[] numbers = alone.numbers(i);
      System.arraycopy(numbers, 0, parameters.tensor(i), 0, numbers.length);
    }
    double sum = 0;
    for (var piece : examples.pieces()) {
      var batch = new Batch(model.tensors());
      batch.add(piece, IntStream.range(0, piece.count()).toArray(), 0, piece.count());
      var gradient = new Gradient(model.tensors());
      gradient.begin(batch);
      sum += model.accumulate(batch, 0, piece.count(), parameters, gradient);
    }
    return sum / examples.count();
  }

  private static void isAsExported(TrainingJob job, JobThreads threads, Told told)
      throws IOException {
    SavedModel model = SavedModel.newest(job, threads.checkpoints(), _ -> {}).orElseThrow();
    HeldOutExamples examples = HeldOutExamples.read(job);
    ModelScore score = new Scorer(model).score(examples.pieces());
    Validation last = told.all.lastEntry().getValue();
    assertThat(model.provenance()).containsEntry("step", Long.toString(last.step()));
    assertThat(last.loss()).isCloseTo(score.loss().orElseThrow(), within(1e-5));
    assertThat(last.accuracy()).isEqualTo(score.accuracy());
    assertThat(last.examples()).isEqualTo(examples.count());
  }
}
