package dev.ductile.learned.training;

import dev.ductile.api.Seed;
import dev.ductile.history.Run;
import dev.ductile.learned.dl2.Dl2Model;
import dev.ductile.learned.dl2.Inference;
import dev.ductile.learned.model.CurvePoint;
import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.network.Adam;
import dev.ductile.learned.network.DenseNetwork;
import dev.ductile.learned.network.TrainedNetwork;
import java.util.Map;

/** Trains both networks of a model by reinforcement, an episode after the other. */
final class ReinforcementRun {
  private final TrainingScene scene;
  private final OnlineLearner learner;
  private ActionMix mix;

  ReinforcementRun(TrainingScene scene) {
    this.scene = scene;
    this.mix = scene.mix();
    TrainingSettings settings = scene.settings().training();
    Seed seed = scene.seed().child("reinforcement " + scene.settings().reinforced());
    var actorCritic =
        new ActorCritic(
            Adam.withRate(settings.reinforcementRate()), settings.discount(), settings.entropy());
    var replay =
        new ReplayLearning(
            new ReplayLearning.Settings(
                actorCritic,
                Baseline.VALUE,
                settings.nextState(),
                settings.batch(),
                settings.memory()),
            seed);
    this.learner =
        new OnlineLearner(
            (before, slot) -> {
              slot.inferences().forEach(this::note);
              return replay.learn(before, slot);
            },
            settings.guidance(),
            new ActorCritic.Networks(scene.model().trained(Dl2Model.POLICY), value()),
            seed);
  }

  private void note(Inference inference) {
    mix.add(inference);
    scene.states().add(inference);
  }

  private TrainedNetwork value() {
    if (scene.model().networks().containsKey(Dl2Model.VALUE)) {
      return scene.model().trained(Dl2Model.VALUE);
    }
    return TrainedNetwork.untrained(
        DenseNetwork.random(scene.seed().child("value"), scene.settings().shape().layers(1)));
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
    }
    return scene.trained(networks(), "reinforcement", first, 0, done);
  }

  private Map<String, TrainedNetwork> networks() {
    return Map.of(
        Dl2Model.POLICY, learner.networks().policy(), Dl2Model.VALUE, learner.networks().value());
  }
}
