package dev.ductile.learned.sets;

import dev.ductile.api.Seed;
import dev.ductile.learned.model.StateFeature;
import dev.ductile.learned.network.Network;
import dev.ductile.learned.network.ScoreNetwork;
import dev.ductile.learned.policy.ModelForm;
import dev.ductile.learned.policy.ModelShape;
import dev.ductile.learned.policy.Scales;
import dev.ductile.learned.slot.StateSpace;
import java.util.List;

/** The models of sets. */
public record SetsForm() implements ModelForm {
  /** The name of the policy. */
  static final String NAME = "sets";

  @Override
  public String policy() {
    return NAME;
  }

  @Override
  public StateSpace space(ModelShape shape, Scales scales) {
    return new JobSet(shape.jobs(), shape.tasks(), shape.slot());
  }

  @Override
  public StateSpace space(ModelShape shape, List<StateFeature> features) {
    StateSpace space = space(shape, Scales.NONE);
    List<String> names = features.stream().map(StateFeature::name).toList();
    List<String> expected = space.figures().stream().map(StateFeature::name).toList();
    if (!names.equals(expected)) {
      throw new IllegalArgumentException("its features are %s, not %s".formatted(names, expected));
    }
    return space;
  }

  @Override
  public void requireKind(Network network) {
    if (!(network instanceof ScoreNetwork)) {
      throw new IllegalArgumentException(
          "its network judges a fixed number of jobs together, not each job by itself");
    }
  }

  @Override
  public Network network(ModelShape shape, Seed seed) {
    StateSpace space = space(shape, Scales.NONE);
    return ScoreNetwork.random(
        seed,
        space.rows(),
        space.columns(),
        (space.actions().size() - 1) / space.rows(),
        shape.hidden());
  }
}
