package dev.ductile.learned.training;

import dev.ductile.api.Seed;
import dev.ductile.history.Run;
import dev.ductile.learned.dl2.Dl2Model;
import dev.ductile.learned.dl2.Inference;
import dev.ductile.learned.model.CurvePoint;
import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.network.DenseNetwork;
import dev.ductile.learned.network.TrainedNetwork;
import java.util.Map;
import java.util.Optional;

/** Trains both networks of a model by reinforcement, an episode after the other. */
final class ReinforcementRun {
  private final TrainingScene scene;
  private final OnlineLearner learner;
  private ActionMix mix;

  ReinforcementRun(TrainingScene scene) {
    this.scene = scene;
    this.mix = scene.mix();
    ReinforcementSettings settings = scene.settings().training().reinforcement();
    Seed seed = scene.seed().child("reinforcement " + scene.settings().reinforced());
    SlotLearning learning = settings.learning(scene.matrix(), seed);
    this.learner =
        new OnlineLearner(
            (before, slot) -> {
              slot.inferences().forEach(this::note);
              return learning.learn(before, slot);
            },
            settings.guidance(),
            new ActorCritic.Networks(
                scene.model().trained(Dl2Model.POLICY), value(settings.credit())),
            seed);
  }

  private void note(Inference inference) {
    mix.add(inference);
    scene.states().add(inference);
  }

  /** The value network so far; a new one if there is none for these values. */
  private TrainedNetwork value(Credit credit) {
    int[] layers = scene.settings().shape().layers(1);
    layers[0] = credit.inputs(scene.matrix());
    return Optional.ofNullable(scene.model().networks().get(Dl2Model.VALUE))
        .filter(trained -> trained.network().inputs() == layers[0])
        .orElseGet(() ->
            TrainedNetwork.untrained(DenseNetwork.random(scene.seed().child("value"), layers)));
  }

  /** The model after these episodes, or after fewer if the listener stops it. */
  LearnedModel run(int episodes, TrainingListener listener) {
    int first = scene.settings().reinforced();
    int done = 0;
    while (done < episodes && !listener.isStopped()) {
      mix = scene.mix();
      Run run = scene.episodes().reinforce(learner, scene.jobs().seed(first + done));
      done++;
      scene.add(
          new CurvePoint(
              scene.slots(),
              scene.updates(networks()),
              mix.with("meanCompletionSeconds", run.figures().averageCompletion())));
      listener.trained(done, episodes);
      int reached = done;
      listener.reached(() -> model(first, reached));
    }
    return model(first, done);
  }

  private LearnedModel model(int first, int done) {
    return scene.trained(networks(), "reinforcement", first, 0, done);
  }

  private Map<String, TrainedNetwork> networks() {
    return Map.of(
        Dl2Model.POLICY, learner.networks().policy(), Dl2Model.VALUE, learner.networks().value());
  }
}
