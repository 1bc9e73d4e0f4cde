package dev.ductile.learned.training;

import dev.ductile.api.Seed;
import dev.ductile.learned.model.CurvePoint;
import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.network.TrainedNetwork;
import dev.ductile.learned.policy.PolicyModel;
import dev.ductile.learned.slot.Inference;
import dev.ductile.scenario.Choice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Trains the policy network of a model from the plans of a teacher. In the first episodes the
 * teacher acts; in the others the model acts and the teacher corrects it.
 */
final class ImitationRun {
  private final TrainingScene scene;
  private final Choice teacher;
  private final ImitationSettings settings;
  private final Imitation imitation;
  private final List<Inference> lessons = new ArrayList<>();
  private TrainedNetwork network;

  ImitationRun(TrainingScene scene, Choice teacher) {
    this.scene = scene;
    this.teacher = teacher;
    this.settings = scene.settings().training().imitation();
    this.imitation = settings.imitation();
    this.network = scene.model().trained(PolicyModel.POLICY);
  }

  /** The model after these episodes, or after fewer if the listener stops it. */
  LearnedModel run(int episodes, TrainingListener listener) {
    int first = scene.settings().imitated();
    int shown = (int) Math.ceil(episodes * (1 - settings.corrected()));
    int done = 0;
    while (done < episodes && !listener.isStopped()) {
      List<List<Inference>> more = lessons(done < shown, scene.jobs().seed(first + done));
      ActionMix mix = scene.mix();
      more.forEach(scene.states()::add);
      more.forEach(slot -> slot.forEach(mix::add));
      more.forEach(lessons::addAll);
      double loss = passes(scene.seed().child("imitation " + (first + done)));
      done++;
      scene.add(new CurvePoint(scene.slots(), updates(), mix.with("imitationLoss", loss)));
      listener.trained(done, episodes);
      int reached = done;
      listener.reached(() -> model(first, reached));
    }
    return model(first, done);
  }

  private LearnedModel model(int first, int done) {
    var networks = new HashMap<>(scene.model().networks());
    networks.put(PolicyModel.POLICY, network);
    return scene.trained(networks, "imitation of " + teacher.line(), first, done, 0);
  }

  private List<List<Inference>> lessons(boolean isShown, long seed) {
    return isShown
        ? scene.episodes().lessons(teacher, settings.teaching(), seed)
        : scene.episodes().corrections(network.network(), teacher, settings.teaching(), seed);
  }

  /** The loss of the last pass. */
  private double passes(Seed seed) {
    double loss = 0;
    for (int pass = 0; pass < settings.passes(); pass++) {
      Imitation.Pass next = imitation.pass(network, lessons, seed.stream("pass " + pass));
      network = next.network();
      loss = next.loss();
    }
    return loss;
  }

  private long updates() {
    return scene.updates(Map.of(PolicyModel.POLICY, network));
  }
}
