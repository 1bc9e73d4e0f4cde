package dev.ductile.learned.dl2;

import dev.ductile.api.Seed;
import dev.ductile.learned.model.StateFeature;
import dev.ductile.learned.network.DenseNetwork;
import dev.ductile.learned.network.Network;
import dev.ductile.learned.network.RowNetwork;
import dev.ductile.learned.policy.ModelForm;
import dev.ductile.learned.policy.ModelShape;
import dev.ductile.learned.policy.Scales;
import dev.ductile.learned.slot.StateSpace;
import dev.ductile.learned.slot.TaskKinds;
import java.util.List;

/** The models of DL2. */
public record Dl2Form() implements ModelForm {
  /** The name of the policy. */
  public static final String NAME = "dl2";

  @Override
  public String policy() {
    return NAME;
  }

  @Override
  public StateSpace space(ModelShape shape, Scales scales) {
    return matrix(shape, scales);
  }

  @Override
  public StateSpace space(ModelShape shape, List<StateFeature> features) {
    return matrix(shape, scales(features));
  }

  @Override
  public Network network(ModelShape shape, Seed seed) {
    StateMatrix matrix = matrix(shape, Scales.NONE);
    return switch (shape.network()) {
      case DENSE -> DenseNetwork.random(seed, matrix.inputs(), shape.hidden(), shape.actions());
      case ROWS ->
          RowNetwork.random(
              seed,
              matrix.rows(),
              matrix.columns(),
              matrix.logarithms(),
              shape.tasks().actions(),
              shape.hidden());
    };
  }

  private static StateMatrix matrix(ModelShape shape, Scales scales) {
    return new StateMatrix(shape.jobs(), shape.types(), shape.tasks(), scales);
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
