package dev.ductile.bench.testbed;

import dev.ductile.api.Speed;
import dev.ductile.models.layers.Layer;
import dev.ductile.models.layers.LayeredModel;
import dev.ductile.models.profile.PhaseTimes;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A real training job, and the model that predicts its speed.
 *
 * @param bitsPerSecond the rate of the server's link in each direction
 * @param synchrony the synchrony in the job's file
 * @param batch the batch of one worker
 */
record TrainedCase(String name, String words, double bitsPerSecond, String synchrony, int batch) {
  private static final double SLOW = 400e6;
  private static final int FEATURES = 512;
  private static final int HIDDEN = 512;
  private static final int CLASSES = 2;

  static final List<TrainedCase> ALL =
      List.of(
          new TrainedCase("trained-asp", "asp, held up by the link", SLOW, "asp", 32),
          new TrainedCase("trained-even", "asp, computing as long as each way", SLOW, "asp", 160),
          new TrainedCase("trained-bsp", "bsp, held up by the link", SLOW, "bsp", 32));

  /** The transfers of the whole model per second on the link, in one direction. */
  double mostPerSecond() {
    double floats = HIDDEN * (FEATURES + 1) + CLASSES * (HIDDEN + 1);
    return bitsPerSecond / (8 * Float.BYTES * floats * Link.WIRE_PER_PAYLOAD);
  }

  private boolean isLockstep() {
    return synchrony.equals("bsp");
  }

  /** The predictions from the profile of one worker. */
  List<Prediction> predictions(PhaseTimes profile) {
    return isLockstep()
        ? List.of(new Prediction("layered-ps", 1, inTurns(profile)))
        : Prediction.bySolvers(profile, List.of(1.0));
  }

  /** All workers push before any pulls: one layer without overlap. */
  private static Speed inTurns(PhaseTimes profile) {
    double transfer = (profile.downlink().mean() + profile.uplink().mean()) / 2;
    var layer = new Layer(profile.worker().mean(), transfer, profile.server().mean());
    return new LayeredModel()
        .create(
            new LayeredModel.Parameters(
                Optional.empty(),
                Optional.of(List.of(layer)),
                OptionalDouble.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalInt.of(1)));
  }

  /** The job's file. */
  String job(int workers) {
    return """
    job: %s
    model: {kind: mlp, hidden: [%d], classes: %d}
    data: {generate: dense, examples: 16384, features: %d, splits: 24}
    optimizer: {kind: sgd, learningRate: 0.001}
    synchrony: %s
    batch: {perWorker: %d}
    stop: {steps: 1000000}
    workers: %d
    servers: 1
    checkpoint: {every: 1h}
    """
        .formatted(name, HIDDEN, CLASSES, FEATURES, synchrony, batch, workers);
  }
}
