package dev.ductile.learned.training;

import dev.ductile.api.Seed;
import dev.ductile.history.Run;
import dev.ductile.learned.model.CurvePoint;
import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.network.TrainedNetwork;
import dev.ductile.learned.slot.Inference;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Trains both networks of a model by reinforcement, an episode of each cluster after the other. */
final class ReinforcementRun {
  private final TrainingScene scene;
  private final ReinforcementSettings settings;
  private final Seed seed;
  private final Federation federation;
  private ActionMix mix;

  ReinforcementRun(TrainingScene scene) {
    this.scene = scene;
    this.mix = scene.mix();
    this.settings = scene.settings().training().reinforcement();
    this.seed = scene.seed().child("reinforcement " + scene.settings().reinforced());
    this.federation =
        new Federation(
            IntStream.range(0, settings.clusters()).mapToObj(this::learning).toList(),
            scene.networks());
  }

  /** The way in which a cluster learns; the first one draws as it would alone. */
  private SlotLearning learning(int cluster) {
    Seed draws = cluster == 0 ? seed : seed.child("cluster " + cluster);
    SlotLearning learning = settings.learning(scene.space(), draws);
    return (before, slot) -> {
      note(slot.inferences());
      return learning.learn(before, slot);
    };
  }

  private void note(List<Inference> slot) {
    slot.forEach(mix::add);
    scene.states().add(slot);
  }

  /** The model after these episodes, or after fewer if the listener stops it. */
  LearnedModel run(int episodes, TrainingListener listener) {
    int first = scene.settings().reinforced();
    int done = 0;
    while (done < episodes && !listener.isStopped()) {
      mix = scene.mix();
      int next = first + done;
      List<Run> runs =
          federation.run(
              Math.min(settings.clusters(), episodes - done),
              (cluster, learning) -> episode(next + cluster, learning));
      done += runs.size();
      scene.add(
          new CurvePoint(
              scene.slots(),
              scene.updates(networks()),
              mix.with("meanCompletionSeconds", averageCompletion(runs))));
      listener.trained(done, episodes);
      int reached = done;
      listener.reached(() -> model(first, reached));
    }
    return model(first, done);
  }

  private LearnedModel model(int first, int done) {
    return scene.trained(networks(), "reinforcement", first, 0, done);
  }

  private Run episode(int episode, SlotLearning learning) {
    var learner =
        new OnlineLearner(
            learning,
            settings.reward(scene.settings().slot()),
            settings.guidance(),
            federation.networks(),
            seed.child("episode " + episode));
    return scene.episodes().reinforce(learner, scene.jobs().seed(episode));
  }

  private static double averageCompletion(List<Run> runs) {
    return runs.stream().mapToDouble(run -> run.figures().averageCompletion()).average().orElse(0);
  }

  private Map<String, TrainedNetwork> networks() {
    return scene.byName(federation.networks());
  }
}
