package dev.ductile.learned.policy;

import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.model.StateFeature;
import dev.ductile.learned.model.UnusableModelException;
import dev.ductile.learned.network.Network;
import dev.ductile.learned.network.TrainedNetwork;
import dev.ductile.learned.slot.JobTypes;
import dev.ductile.learned.slot.StateSpace;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The parts of a trained model with which a learned policy decides.
 *
 * @param features the figures of the state, with their ranges in training
 * @param policy the network that gives the probabilities of actions
 * @param value the network that gives the value of a state; absent before reinforcement, and if it
 *     judges other states
 * @param forecast the end of a job, as a critic has learned it; absent without such a critic
 */
public record PolicyModel(
    ModelShape shape,
    StateSpace space,
    List<StateFeature> features,
    JobTypes types,
    Network policy,
    Optional<Network> value,
    Optional<EndForecast> forecast) {
  /** The network that gives the probabilities of actions. */
  public static final String POLICY = "policy";

  /** The network that gives the value of a state. */
  public static final String VALUE = "value";

  /** The network that forecasts the end of a job. */
  public static final String FORECAST = "forecast";

  private static final String TRAIN = "train one with ductile learn imitate";

  /**
   * The parts of a model.
   *
   * @param file the name of its file in messages
   * @param form the form of the models of its policy
   * @throws UnusableModelException if it is not a model of this policy, or its parts do not fit
   */
  public static PolicyModel of(String file, LearnedModel model, ModelForm form) {
    if (!model.policy().equals(form.policy())) {
      throw new UnusableModelException(
          file,
          "is a model of the policy %s, not of %s".formatted(model.policy(), form.policy()),
          TRAIN);
    }
    try {
      ModelShape shape = model.someSettings(ModelShape.class);
      StateSpace space = form.space(shape, model.features());
      return new PolicyModel(
          shape,
          space,
          List.copyOf(model.features()),
          new JobTypes(model.jobTypes(), shape.types()),
          usable(model.network(POLICY), shape, space, form),
          judge(model, VALUE, space.inputs()),
          judge(model, FORECAST, space.inputsOfRow()).map(each -> new EndForecast(each, space)));
    } catch (IllegalArgumentException problem) {
      throw new UnusableModelException(file, String.valueOf(problem.getMessage()), TRAIN, problem);
    }
  }

  /** The slots until a job with this row ends, if a critic has learned to forecast them. */
  public OptionalDouble slotsToEnd(float[] row) {
    return forecast.map(one -> OptionalDouble.of(one.slots(row))).orElse(OptionalDouble.empty());
  }

  /** A network of one output; absent if it takes other inputs. */
  private static Optional<Network> judge(LearnedModel model, String name, int inputs) {
    return Optional.ofNullable(model.networks().get(name))
        .map(TrainedNetwork::network)
        .filter(network -> network.inputs() == inputs && network.outputs() == 1);
  }

  private static Network usable(
      Network network, ModelShape shape, StateSpace space, ModelForm form) {
    form.requireKind(network);
    int inputs = space.inputs();
    if (network.inputs() != inputs || network.outputs() != shape.actions()) {
      throw new IllegalArgumentException(
          "network %s has %d inputs and %d outputs, but %d jobs of %d types need %d and %d"
              .formatted(
                  POLICY,
                  network.inputs(),
                  network.outputs(),
                  shape.jobs(),
                  shape.types(),
                  inputs,
                  shape.actions()));
    }
    return network;
  }
}
