package dev.ductile.learned.dl2;

import dev.ductile.api.Seed;
import dev.ductile.learned.model.StateFeature;
import dev.ductile.learned.network.Network;
import java.util.List;

/** The models of DL2. */
public record Dl2Form() implements ModelForm {
  @Override
  public String policy() {
    return Dl2Model.NAME;
  }

  @Override
  public StateSpace space(Dl2Shape shape, Scales scales) {
    return shape.matrix(scales);
  }

  @Override
  public StateSpace space(Dl2Shape shape, List<StateFeature> features) {
    return shape.matrix(scales(features));
  }

  @Override
  public Network network(Dl2Shape shape, Seed seed) {
    return shape.policy(seed);
  }

  private static Scales scales(List<StateFeature> features) {
    List<String> names = features.stream().map(StateFeature::name).toList();
    if (!names.equals(figures(features.size()))) {
      throw new IllegalArgumentException(
          "its features are %s, not %s".formatted(names, StateMatrix.FIGURES));
    }
    return new Scales(
        1 / features.get(0).scale(),
        1 / features.get(1).scale(),
        1 / features.get(2).scale(),
        1 / features.get(3).scale());
  }

  private static List<String> figures(int count) {
    int least = TaskKinds.WORKERS.figures();
    return StateMatrix.FIGURES.subList(0, Math.clamp(count, least, StateMatrix.FIGURES.size()));
  }
}
