import ai.djl.Model;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.GradientCollector;
import ai.djl.training.Trainer;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import dev.ductile.bench.LearnedNetworks;
import dev.ductile.bench.ResultRecorder;
import java.io.IOException;

/**
 * The training step and the inference of {@link LearnedNetworks}, by DJL and PyTorch, after those of
 * Ductile in the same run. It is not part of the build, which would download PyTorch.
 */
public final class DjlNetwork {
  private final Model model = Model.newInstance("policy", "PyTorch");
  private final Trainer trainer;
  private final float[] inputs = new float[LearnedNetworks.BATCH * LearnedNetworks.INPUTS];
  private final float[] row = LearnedNetworks.batch()[0];
  private final float[] chosen = new float[LearnedNetworks.BATCH * LearnedNetworks.ACTIONS];

  private DjlNetwork() {
    float[][] batch = LearnedNetworks.batch();
    for (int i = 0; i < batch.length; i++) {
      System.arraycopy(batch[i], 0, inputs, i * LearnedNetworks.INPUTS, LearnedNetworks.INPUTS);
      chosen[i * LearnedNetworks.ACTIONS + i % LearnedNetworks.ACTIONS] = 1;
    }
    model.setBlock(
        new SequentialBlock()
            .add(Linear.builder().setUnits(LearnedNetworks.HIDDEN).build())
            .add(Activation::relu)
            .add(Linear.builder().setUnits(LearnedNetworks.HIDDEN).build())
            .add(Activation::relu)
            .add(Linear.builder().setUnits(LearnedNetworks.ACTIONS).build()));
    Tracker rate = Tracker.fixed((float) LearnedNetworks.LEARNING_RATE);
    trainer =
        model.newTrainer(
            new DefaultTrainingConfig(Loss.l2Loss())
                .optOptimizer(Optimizer.adam().optLearningRateTracker(rate).build()));
    trainer.initialize(new Shape(LearnedNetworks.BATCH, LearnedNetworks.INPUTS));
  }

  public static void main(String[] arguments) throws IOException {
    ResultRecorder results = ResultRecorder.ofThisRun();
    var ductile = new LearnedNetworks();
    LearnedNetworks.record(results, ", beside DJL", ductile::step, ductile::infer);
    var djl = new DjlNetwork();
    LearnedNetworks.record(results, ", DJL with PyTorch", djl::step, djl::infer);
    results.save();
  }

  private void step() {
    try (NDManager manager = model.getNDManager().newSubManager()) {
      int batch = LearnedNetworks.BATCH;
      NDArray states = manager.create(inputs, new Shape(batch, LearnedNetworks.INPUTS));
      NDArray actions = manager.create(chosen, new Shape(batch, LearnedNetworks.ACTIONS));
      try (GradientCollector gradients = trainer.newGradientCollector();
          NDArray outputs = trainer.forward(new NDList(states)).singletonOrThrow()) {
        NDArray logs = outputs.logSoftmax(1);
        NDArray ascent = logs.mul(actions).sum(new int[] {1});
        NDArray entropy = logs.exp().mul(logs).sum(new int[] {1}).neg();
        NDArray gain = ascent.add(entropy.mul((float) LearnedNetworks.ENTROPY_WEIGHT));
        gradients.backward(gain.mean().neg());
      }
      trainer.step();
    }
  }

  private void infer() {
    try (NDManager manager = model.getNDManager().newSubManager()) {
      NDArray state = manager.create(row, new Shape(1, LearnedNetworks.INPUTS));
      float[] shares = trainer.evaluate(new NDList(state)).singletonOrThrow().softmax(1).toFloatArray();
      if (shares.length != LearnedNetworks.ACTIONS) {
        throw new IllegalStateException("an action that does not exist");
      }
    }
  }
}
