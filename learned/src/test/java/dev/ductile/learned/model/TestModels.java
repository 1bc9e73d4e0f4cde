package dev.ductile.learned.model;

import dev.ductile.api.Seed;
import dev.ductile.learned.network.Adam;
import dev.ductile.learned.network.DenseNetwork;
import dev.ductile.learned.network.TrainedNetwork;
import java.util.List;
import java.util.Map;

/** Small models. */
final class TestModels {
  static final String INPUTS = "ab".repeat(32);

  private TestModels() {}

  /** Settings of a policy. */
  record Settings(int jobs, double discount, String teacher) {}

  /** A policy network that was trained for a step, and a value network that was not. */
  static LearnedModel model() {
    var policy = trained(DenseNetwork.random(new Seed(1), 6, 5, 4, 3));
    var value = TrainedNetwork.untrained(DenseNetwork.random(new Seed(2), 6, 5, 1));
    var curve =
        List.of(
            new CurvePoint(0, 0, Map.of("loss", 2.5)),
            new CurvePoint(10, 4, Map.of("loss", 0.125, "entropy", 1e-3)));
    return new LearnedModel(
        "dl2",
        Map.of("policy", policy, "value", value),
        new Settings(20, 0.9, "drf"),
        List.of(new StateFeature("remaining epochs", 100, 0, 80)),
        List.of("resnet-50", "vgg-16 \"large\" ü"),
        new TrainingHistory(10, 4, INPUTS, "0.1.0", curve));
  }

  static TrainedNetwork trained(DenseNetwork network) {
    float[][] inputs = new float[8][network.inputs()];
    float[][] gradients = new float[8][network.outputs()];
    for (int row = 0; row < 8; row++) {
      inputs[row][row % network.inputs()] = row;
      gradients[row][row % network.outputs()] = row - 3;
    }
    return Adam.withRate(0.01)
        .step(TrainedNetwork.untrained(network), network.forward(inputs).backward(gradients));
  }
}
