package dev.ductile.learned.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.learned.network.TrainedNetwork;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A model without its weights, as the metadata of its file: a text for each part, in JSON but for
 * the name of the policy.
 */
final class ModelMetadata {
  private static final String POLICY = "policy";
  private static final String NETWORKS = "networks";
  private static final String SETTINGS = "settings";
  private static final String FEATURES = "features";
  private static final String JOB_TYPES = "job_types";
  private static final String HISTORY = "history";

  private ModelMetadata() {}

  static SortedMap<String, String> of(LearnedModel model) {
    var sizes = new TreeMap<String, NetworkTensors.Sizes>();
    model.networks().forEach((name, trained) -> sizes.put(name, NetworkTensors.Sizes.of(trained)));
    var metadata = new TreeMap<String, String>();
    metadata.put(POLICY, model.policy());
    metadata.put(NETWORKS, Json.text(sizes));
    metadata.put(SETTINGS, Json.text(model.settings()));
    metadata.put(FEATURES, Json.text(model.features()));
    metadata.put(JOB_TYPES, Json.text(model.jobTypes()));
    metadata.put(HISTORY, Json.text(model.history()));
    return metadata;
  }

  /**
   * The model of a file.
   *
   * @throws IllegalArgumentException if a part is absent or wrong
   */
  static LearnedModel model(TensorFile file) {
    Map<String, String> metadata = file.metadata();
    Map<String, NetworkTensors.Sizes> sizes = part(metadata, NETWORKS, new TypeReference<>() {});
    Map<String, TrainedNetwork> networks = NetworkTensors.networks(sizes, file.tensors());
    Map<String, JsonNode> settings = part(metadata, SETTINGS, new TypeReference<>() {});
    List<StateFeature> features = part(metadata, FEATURES, new TypeReference<>() {});
    List<String> jobTypes = part(metadata, JOB_TYPES, new TypeReference<>() {});
    return new LearnedModel(
        text(metadata, POLICY),
        networks,
        settings,
        features,
        jobTypes,
        part(metadata, HISTORY, new TypeReference<>() {}));
  }

  private static <T> T part(Map<String, String> metadata, String key, TypeReference<T> type) {
    try {
      T part = Json.MAPPER.readValue(text(metadata, key), type);
      if (part == null) {
        throw new IllegalArgumentException("its metadata %s is null".formatted(key));
      }
      return part;
    } catch (JsonMappingException problem) {
      throw new IllegalArgumentException(
          "its metadata %s is wrong: %s".formatted(key, problem.getOriginalMessage()), problem);
    } catch (JsonProcessingException problem) {
      throw new IllegalArgumentException(
          "its metadata %s is not JSON: %s".formatted(key, problem.getOriginalMessage()), problem);
    }
  }

  private static String text(Map<String, String> metadata, String key) {
    String text = metadata.get(key);
    if (text == null) {
      throw new IllegalArgumentException("its metadata has no %s".formatted(key));
    }
    return text;
  }
}
