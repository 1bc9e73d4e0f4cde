package dev.ductile.runtime.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.runtime.data.ExampleOrder;
import dev.ductile.runtime.data.Examples;
import dev.ductile.runtime.job.BatchSpec;
import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.ModelSpec.Kind;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.StopRule;
import dev.ductile.runtime.job.TrainingJob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The truncated Newton method in one process. */
@Tag("figures")
class NewtonTest {
  private static final int EXAMPLES = 2_000;

  @TempDir Path directory;

  private static TrainingJob job(ModelSpec model, String shape, int features) {
    TrainingJob job =
        Jobs.generated(
            model, shape, EXAMPLES, features, OptimizerSpec.of(OptimizerSpec.Kind.ADAGRAD, 0.1));
    return new TrainingJob(
        job.name(),
        model,
        job.data(),
        OptimizerSpec.of(OptimizerSpec.Kind.NEWTON, 1),
        job.synchrony(),
        BatchSpec.ALL,
        new StopRule(Optional.of(40), Optional.empty(), Optional.empty()),
        job.size(),
        job.checkpoint(),
        job.faults(),
        job.seed());
  }

  /** The point at which the gradient of the objective is zero, in double precision. */
  @ParameterizedTest
  @CsvSource({
    "LOGISTIC, a9a, 123, 1e-2, true",
    "LOGISTIC, a9a, 123, 1e-3, false",
    "LOGISTIC, kdd2012, 200000, 1e-3, true",
    "SVM, a9a, 123, 1e-2, true",
    "LINEAR, dense, 20, 0, true",
    "RIDGE, dense, 20, 1e-2, false",
    "HUBER, dense, 20, 1e-2, true"
  })
  void stepsEndAtTheMinimum(Kind kind, String shape, int features, double l2, boolean bias)
      throws IOException {
    TrainingJob job = job(new ModelSpec(kind, 0, List.of(), 0, l2, 1, bias), shape, features);
    Reference reference = Reference.read(job, directory);
    double last = Double.POSITIVE_INFINITY;
    while (reference.step() < 120) {
      reference.advance();
      double objective = reference.objective();
      assertThat(objective).as("step %d", reference.step()).isLessThan(last + 1e-5);
      last = objective;
    }
    assertThat(slope(reference, Reference.splits(job, directory), l2)).isLessThan(2e-4);
  }

  /** Steps to the minimum of the quadratic model need 14 and 11 passes to 1 %. */
  @ParameterizedTest
  @CsvSource({"a9a, 123, 10", "kdd2012, 20000, 9"})
  void lengthenedStepsConvergeInFewPasses(String shape, int features, int most) throws IOException {
    TrainingJob job =
        job(new ModelSpec(Kind.LOGISTIC, 0, List.of(), 0, 1e-3, 1, false), shape, features);
    Reference reference = Reference.read(job, directory);
    double near = Double.POSITIVE_INFINITY;
    while (reference.step() < 60) {
      reference.advance();
      near = reference.step() == most ? reference.objective() : near;
    }
    assertThat(near / reference.objective()).isLessThan(1.01);
  }

  /** The length of the objective's gradient. */
  private static double slope(Reference reference, List<Examples> splits, double l2) {
    Model model = reference.model();
    var plain = ((NewtonModel) model).plain();
    var parameters = new Parameters(plain.tensors());
    var gradient = new Gradient(plain.tensors());
    double[] sums = new double[reference.numbers(0).length + 1];
    for (Examples split : splits) {
      var batch = new Batch(plain.tensors());
      batch.add(split, ExampleOrder.of(split.count(), 0, 0, 0, false), 0, split.count());
      parameters.fit(batch);
      gradient.begin(batch);
      boolean keyed = plain.tensors().getFirst().keyed();
      int rows = keyed ? batch.rowCount() : reference.numbers(0).length;
      for (int i = 0; i < rows; i++) {
        parameters.tensor(0)[i] = reference.numbers(0)[keyed ? batch.rows()[i] : i];
      }
      if (plain.tensors().size() > 1) {
        parameters.tensor(1)[0] = reference.numbers(1)[0];
      }
      plain.accumulate(batch, 0, batch.count(), parameters, gradient);
      for (int i = 0; i < rows; i++) {
        sums[keyed ? batch.rows()[i] : i] += gradient.sums(0)[i];
      }
      if (plain.tensors().size() > 1) {
        sums[sums.length - 1] += gradient.sums(1)[0];
      }
    }
    double square = 0;
    for (int i = 0; i < sums.length; i++) {
      double drawn = i < sums.length - 1 ? l2 * reference.numbers(0)[i] : 0;
      square += Math.pow(sums[i] / EXAMPLES + drawn, 2);
    }
    return Math.sqrt(square);
  }

  @Test
  void oneFeatureReachesItsClosedForm() {
    float[] x = {1, 2, -1, 0.5f};
    float[] y = {2, 5, -1, 1};
    double xy = 2 + 10 + 1 + 0.5;
    double xx = 1 + 4 + 1 + 0.25;
    var spec = new ModelSpec(Kind.RIDGE, 0, List.of(), 0, 0.125, 1, false);
    var reference = new Reference(job(spec, "dense", 1), List.of(Examples.dense(y, 1, x)));
    reference.run();
    assertThat((double) reference.numbers(0)[0]).isCloseTo(xy / 4 / (xx / 4 + 0.125), within(1e-6));
  }

  /** A product is the difference of two gradients at near points. */
  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"LOGISTIC", "LINEAR", "RIDGE"})
  void productsAreDifferencesOfGradients(Kind kind) throws IOException {
    var spec = new ModelSpec(kind, 0, List.of(), 0, 0, 1, true);
    List<Examples> splits = Reference.splits(job(spec, "dense", 5), directory);
    var model = (Smooth) Models.of(spec, 5, false, 1);
    var batch = new Batch(model.tensors());
    int count = splits.getFirst().count();
    batch.add(splits.getFirst(), ExampleOrder.of(count, 0, 0, 0, false), 0, count);
    float[] direction = {0.3f, -0.2f, 0.1f, 0.4f, -0.5f, 0.2f};
    float step = 1e-2f;
    float[] before = gradient(model, batch, direction, -step);
    float[] behind = gradient(model, batch, direction, step);
    var product = new Gradient(model.tensors());
    float[] curvature = new float[count];
    product.begin(batch);
    model.curve(batch, 0, count, at(model, direction, 0), curvature);
    double along = model.multiply(batch, 0, count, at(model, direction, 1), product, curvature);
    double expected = 0;
    for (int i = 0; i < 6; i++) {
      double difference = (behind[i] - before[i]) / (2 * step);
      expected += difference * direction[i];
      float found = i < 5 ? product.sums(0)[i] : product.sums(1)[0];
      assertThat((double) found).isCloseTo(difference, within(0.02 * count * 0.01 + 0.02));
    }
    assertThat(along).isCloseTo(expected, within(0.01 * Math.abs(expected)));
  }

  /** However features are numbered, they get the same numbers. */
  @Test
  void bitsAndTablesNumberFeaturesAlike() throws IOException {
    var spec = new ModelSpec(Kind.LOGISTIC, 0, List.of(), 0, 0, 1, true);
    TrainingJob job = job(spec, "kdd2012", 200_000);
    List<Examples> splits = Reference.splits(job, directory);
    Model model = Models.of(spec, 200_000, true, 1);
    var few = new Batch(model.tensors());
    var all = new Batch(model.tensors(), true);
    for (int round = 0; round < 2; round++) {
      few.clear();
      all.clear();
      for (Examples split : splits.subList(round, splits.size())) {
        int[] order = ExampleOrder.of(split.count(), 1, 0, 0, true);
        few.add(split, order, 0, split.count());
        all.add(split, order, 0, split.count());
      }
      assertThat(all.rowCount()).isEqualTo(few.rowCount());
      assertThat(all.rows()).containsExactly(Arrays.copyOf(few.rows(), few.rowCount()));
      for (int slice = 0; slice < splits.size() - round; slice++) {
        assertThat(all.slices(0, all.count()).get(slice).examples().features())
            .containsExactly(few.slices(0, few.count()).get(slice).examples().features());
      }
    }
  }

  private static float[] gradient(Model model, Batch batch, float[] direction, float times) {
    var gradient = new Gradient(model.tensors());
    gradient.begin(batch);
    model.accumulate(batch, 0, batch.count(), at(model, direction, times), gradient);
    float[] all = Arrays.copyOf(gradient.sums(0), 6);
    all[5] = gradient.sums(1)[0];
    return all;
  }

  private static Parameters at(Model model, float[] direction, float times) {
    var parameters = new Parameters(model.tensors());
    for (int i = 0; i < 5; i++) {
      parameters.tensor(0)[i] = times * direction[i];
    }
    parameters.tensor(1)[0] = times * direction[5];
    return parameters;
  }
}
