package dev.ductile.learned.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.learned.network.DenseNetwork.Layer;
import dev.ductile.learned.network.Network;
import dev.ductile.learned.network.TrainedNetwork;
import dev.ductile.text.Binder;
import dev.ductile.text.Document;
import dev.ductile.text.InputException;
import dev.ductile.text.Written;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A trained model of a learned policy, with all that the policy needs to decide and that training
 * needs to resume.
 *
 * @param policy the name of the policy
 * @param networks its networks by their names
 * @param settings the settings of the policy and of its training, by their keys
 * @param features the normalisation of a state, in the order of its columns
 * @param jobTypes the types of jobs that the networks distinguish, in the order of their columns
 * @param history its training so far
 */
public record LearnedModel(
    String policy,
    Map<String, TrainedNetwork> networks,
    Map<String, JsonNode> settings,
    List<StateFeature> features,
    List<String> jobTypes,
    TrainingHistory history) {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,63}");

  public LearnedModel {
    networks = Collections.unmodifiableMap(new TreeMap<>(networks));
    settings = Collections.unmodifiableMap(new TreeMap<>(settings));
    features = List.copyOf(features);
    jobTypes = List.copyOf(jobTypes);
    requireName(policy);
    networks.forEach(LearnedModel::requireUsable);
  }

  /**
   * A model with these settings.
   *
   * @param settings a record that {@link #settings(Class)} reads again
   */
  public LearnedModel(
      String policy,
      Map<String, TrainedNetwork> networks,
      Record settings,
      List<StateFeature> features,
      List<String> jobTypes,
      TrainingHistory history) {
    this(policy, networks, Binder.write(settings), features, jobTypes, history);
  }

  /** The same model after more training. */
  public LearnedModel with(Map<String, TrainedNetwork> trained, TrainingHistory longer) {
    return new LearnedModel(policy, trained, settings, features, jobTypes, longer);
  }

  /** The network of this name. */
  public Network network(String name) {
    return trained(name).network();
  }

  /** The network of this name with the memory of its optimiser. */
  public TrainedNetwork trained(String name) {
    TrainedNetwork trained = networks.get(name);
    if (trained == null) {
      throw new IllegalArgumentException(
          "the model has no network %s, only %s".formatted(name, networks.keySet()));
    }
    return trained;
  }

  /**
   * The settings as a record of this type; an unknown key is a mistake.
   *
   * @throws IllegalArgumentException if they are no settings of this type
   */
  public <T extends Record> T settings(Class<T> type) {
    return read(written -> new Binder(Map.of(), List.of()).record(type, written));
  }

  /** Some of the settings as a record of this type; the others are ignored. */
  public <T extends Record> T someSettings(Class<T> type) {
    return read(written -> new Binder(Map.of(), List.of()).some(type, written));
  }

  private <T> T read(Function<Written, T> reading) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    settings.forEach(tree::set);
    try {
      return reading.apply(Document.tree("its settings", tree).root());
    } catch (InputException mistake) {
      throw new IllegalArgumentException(mistake.getMessage(), mistake);
    }
  }

  private static void requireUsable(String name, TrainedNetwork trained) {
    requireName(name);
    requireFinite(name, trained.network().layers());
    requireFinite("the means of " + name, trained.means().layers());
    requireFinite("the squares of " + name, trained.squares().layers());
    for (Layer layer : trained.squares().layers()) {
      for (float[] row : layer.weights()) {
        requirePositive(name, row);
      }
      requirePositive(name, layer.biases());
    }
  }

  private static void requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "\"%s\" is no name of a policy or a network".formatted(name));
    }
  }

  private static void requireFinite(String name, List<Layer> layers) {
    for (int i = 0; i < layers.size(); i++) {
      for (float[] row : layers.get(i).weights()) {
        requireFinite(name, i, row);
      }
      requireFinite(name, i, layers.get(i).biases());
    }
  }

  private static void requireFinite(String name, int layer, float[] row) {
    for (float value : row) {
      if (!Float.isFinite(value)) {
        throw new IllegalArgumentException(
            "layer %d of %s has a weight of %s: its training diverged"
                .formatted(layer, name, value));
      }
    }
  }

  private static void requirePositive(String name, float[] squares) {
    for (float square : squares) {
      if (square < 0) {
        throw new IllegalArgumentException(
            "the optimiser of %s has a mean square of %s".formatted(name, square));
      }
    }
  }
}
