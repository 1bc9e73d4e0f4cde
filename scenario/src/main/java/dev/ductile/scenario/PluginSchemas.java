package dev.ductile.scenario;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Bandwidth;
import dev.ductile.api.Estimator;
import dev.ductile.api.EstimatorProvider;
import dev.ductile.api.Placement;
import dev.ductile.api.PlacementProvider;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.Resources;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedProvider;
import dev.ductile.text.ScalarSchema;
import dev.ductile.text.Schema;
import java.util.Map;

/**
 * The schemas of policies, placements, speed models and trace formats in files. A name that the
 * catalog does not know is allowed with any settings, because it may be a plug-in of another
 * project.
 *
 * @param catalog the described plug-ins
 */
public record PluginSchemas(Catalog catalog) {
  private static final String NAME = "name";
  private static final String MODEL = "model";

  /** The schemas by the types for which records name them. */
  public Map<Class<?>, Schema.Shape> shapes() {
    return Map.of(
        Resources.class, _ -> resources(),
        Bandwidth.class, _ -> ScalarSchema.bytesPerSecond(),
        Policy.class, this::policy,
        Placement.class, _ -> placement(),
        Estimator.class, _ -> estimator(),
        TraceFormat.class, _ -> format(),
        Speed.class, this::speed);
  }

  private static ObjectNode resources() {
    ObjectNode resources =
        ScalarSchema.amounts()
            .put(
                "description",
                "Amounts by name: gpu, cpu, memory and storage (bytes), or any other resource of the nodes. A number, or a text such as 64GiB, 64Gi (1024) or 64GB, 64G (1000).");
    resources.putArray("examples").addObject().put("gpu", 8).put("memory", "512GiB");
    return resources;
  }

  private ObjectNode policy(Schema schema) {
    ObjectNode policy =
        Schema.object()
            .put("description", "A policy by its name, or by its name with its settings.");
    ArrayNode ways = policy.putArray("oneOf");
    ObjectNode names = Schema.object();
    ArrayNode known = names.putArray("anyOf");
    ObjectNode group = ways.add(names).addObject().put("type", "object");
    group.putArray("required").add(NAME);
    for (PolicyProvider<?> provider : catalog.policies()) {
      name(known, provider.profile().name(), provider.profile().summary());
      ObjectNode settings = schema.group(provider.defaults());
      settings.withObject("/properties").set(NAME, Schema.object());
      when(group, NAME, provider.profile().name(), settings);
    }
    known.addObject().put("type", "string");
    group
        .withObject("/properties")
        .set(NAME, names.deepCopy().put("description", "The name of the policy."));
    return policy;
  }

  private ObjectNode placement() {
    ObjectNode placement =
        Schema.object().put("description", "A placement by its name: it chooses nodes for tasks.");
    ObjectNode names = Schema.object();
    ArrayNode known = names.putArray("anyOf");
    for (PlacementProvider provider : catalog.placements()) {
      name(known, provider.name(), provider.summary());
    }
    known.addObject().put("type", "string");
    ArrayNode ways = placement.putArray("oneOf");
    ObjectNode group = ways.add(names).addObject().put("type", "object");
    group
        .putObject("properties")
        .set(NAME, names.deepCopy().put("description", "The name of the placement."));
    group.putArray("required").add(NAME);
    group.put("additionalProperties", false);
    return placement;
  }

  private ObjectNode estimator() {
    ObjectNode estimator =
        Schema.object()
            .put(
                "description",
                "An estimator by its name: it learns the speeds of jobs from measurements.");
    ArrayNode known = estimator.putArray("anyOf");
    for (EstimatorProvider provider : catalog.estimators()) {
      name(known, provider.name(), provider.summary());
    }
    known.addObject().put("type", "string");
    return estimator;
  }

  private ObjectNode format() {
    ObjectNode format = Schema.object().put("description", "A trace format by its name.");
    ArrayNode known = format.putArray("anyOf");
    catalog.formats().forEach(one -> known.addObject().put("const", one.name()));
    known.addObject().put("type", "string");
    return format;
  }

  private ObjectNode speed(Schema schema) {
    ObjectNode speed =
        Schema.object()
            .put(
                "description",
                "How fast the job trains at each size: a speed model by its name, with the parameters of the model.")
            .put("type", "object");
    ObjectNode names =
        speed
            .putObject("properties")
            .putObject(MODEL)
            .put("description", "The name of the speed model; ductile models lists them.");
    ArrayNode known = names.putArray("anyOf");
    speed.putArray("required").add(MODEL);
    for (SpeedProvider<?> provider : catalog.speeds()) {
      name(known, provider.name(), provider.summary());
      ObjectNode parameters = schema.group(provider.parameters());
      ObjectNode keys = parameters.withObject("/properties");
      keys.set(MODEL, Schema.object());
      keys.putObject("error")
          .put("description", "How far the speed may be off: 0.1 is 10 %.")
          .put("type", "number")
          .put("minimum", 0);
      when(speed, MODEL, provider.name(), parameters);
    }
    known.addObject().put("type", "string");
    return speed;
  }

  private static void name(ArrayNode known, String name, String summary) {
    known.addObject().put("const", name).put("description", summary);
  }

  /** The schema of the other keys of a group, given the value of one key. */
  private static void when(ObjectNode group, String key, String value, ObjectNode then) {
    ObjectNode branch = group.withArray("/allOf").addObject();
    ObjectNode condition = branch.putObject("if");
    condition.putObject("properties").putObject(key).put("const", value);
    condition.putArray("required").add(key);
    branch.set("then", then);
  }
}
