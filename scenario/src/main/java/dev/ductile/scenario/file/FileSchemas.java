package dev.ductile.scenario.file;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Labels;
import dev.ductile.api.Range;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Cost;
import dev.ductile.scenario.PluginSchemas;
import dev.ductile.scenario.WorkerBound;
import dev.ductile.text.Descriptions;
import dev.ductile.text.Schema;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The JSON schemas of scenario, state, job and server files, generated from the records that are
 * read.
 */
public final class FileSchemas {
  private FileSchemas() {}

  public static ObjectNode scenario(Catalog catalog, Descriptions descriptions) {
    return schema(catalog, descriptions).document("Ductile scenario", ScenarioEntry.class);
  }

  public static ObjectNode state(Catalog catalog, Descriptions descriptions) {
    return schema(catalog, descriptions).document("Ductile state", StateEntry.class);
  }

  public static ObjectNode server(Catalog catalog, Descriptions descriptions) {
    return schema(catalog, descriptions).document("Ductile server", ServerEntry.class);
  }

  /** A job file: the keys of a job, or an object of Kubernetes around them. */
  public static ObjectNode job(Catalog catalog, Descriptions descriptions) {
    ObjectNode job = schema(catalog, descriptions).document("Ductile job", JobFileEntry.class);
    return new JobFileSchema(job).document();
  }

  private static Schema schema(Catalog catalog, Descriptions descriptions) {
    var shapes = new HashMap<Class<?>, Schema.Shape>(new PluginSchemas(catalog).shapes());
    shapes.put(Cost.class, FileSchemas::cost);
    shapes.put(Labels.class, _ -> labels());
    shapes.put(AttainedService.class, FileSchemas::attained);
    shapes.put(WorkEntry.class, FileSchemas::work);
    shapes.put(ArrayEntry.class, _ -> array());
    shapes.put(AfterEntry.class, FileSchemas::after);
    shapes.put(WorkerBound.class, _ -> bound());
    shapes.put(Distribution.class, FileSchemas::distribution);
    return new Schema(Map.copyOf(shapes), TypeReaders.DEFAULTS, descriptions);
  }

  private static ObjectNode cost(Schema schema) {
    ObjectNode cost =
        described(
            "The pause of one rescale: always the same, or one of a list of measured pauses.");
    ArrayNode ways = cost.putArray("oneOf");
    ways.add(schema.reference(Duration.class));
    ObjectNode measured = ways.addObject().put("type", "array").put("minItems", 1);
    measured.set("items", schema.reference(Duration.class));
    cost.putArray("examples").add("30s").addArray().add("31s").add("28s");
    return cost;
  }

  private static ObjectNode labels() {
    ObjectNode labels = described("Labels by name, each with its value.");
    labels.put("type", "object").put("maxProperties", Labels.MOST);
    labels
        .putObject("additionalProperties")
        .putArray("type")
        .add("string")
        .add("integer")
        .add("boolean");
    labels.putArray("examples").addObject().put("zone", "a").put("disk", "ssd");
    return labels;
  }

  private static ObjectNode attained(Schema schema) {
    ObjectNode attained =
        described("Service: device-seconds, or the time that one device takes for them.");
    attained.putArray("oneOf").addObject().put("type", "number").put("minimum", 0);
    attained.withArray("/oneOf").addObject().put("type", "string");
    return attained;
  }

  private static ObjectNode work(Schema schema) {
    ObjectNode work =
        described("How far the job has to go: a number of steps, or a group of keys.");
    ArrayNode ways = work.putArray("oneOf");
    ways.addObject().put("type", "number").put("exclusiveMinimum", 0);
    ways.add(schema.group(WorkEntry.class));
    work.putArray("examples").add(1000).addObject().put("total", 90).put("unit", "epochs");
    return work;
  }

  private static ObjectNode after(Schema schema) {
    ObjectNode after = described("A job that must end before this one may start.");
    ArrayNode ways = after.putArray("oneOf");
    ways.addObject().put("type", "string");
    ways.add(schema.group(AfterEntry.class));
    after
        .putArray("examples")
        .add("prepare")
        .addObject()
        .put("job", "prepare")
        .put("condition", "ended");
    return after;
  }

  private static ObjectNode array() {
    ObjectNode array =
        described("Several jobs: their number, their indexes, or the variables of each.");
    ArrayNode ways = array.putArray("oneOf");
    ways.addObject().put("type", "integer").put("minimum", 1).put("maximum", ArrayEntry.MOST);
    ways.addObject()
        .put("type", "string")
        .put("pattern", "^[0-9]+(-[0-9]+)?(, *[0-9]+(-[0-9]+)?)*$");
    ObjectNode each = ways.addObject().put("type", "array").put("minItems", 1);
    each.put("maxItems", ArrayEntry.MOST).putObject("items").put("type", "object");
    array.putArray("examples").add(8).add("1-8").addArray().addObject().put("LR", 0.1);
    return array;
  }

  private static ObjectNode bound() {
    ObjectNode bound =
        described("A number of workers, or a multiple of those that a job asked for.");
    ArrayNode ways = bound.putArray("oneOf");
    ways.addObject().put("type", "integer").put("minimum", 1).put("maximum", Range.LIMIT);
    ways.addObject().put("type", "string").put("pattern", "^(%s)$".formatted(WorkerBound.TEXT));
    bound.putArray("examples").add(16).add("4x");
    return bound;
  }

  private static ObjectNode distribution(Schema schema) {
    ObjectNode distribution = described("An amount, or how to draw one at random.");
    ArrayNode ways = distribution.putArray("oneOf");
    ways.addObject().put("type", "number").put("exclusiveMinimum", 0);
    ways.add(schema.group(DistributionEntry.class));
    distribution.putArray("examples").add(1000).addObject().put("min", 100).put("max", 900);
    return distribution;
  }

  private static ObjectNode described(String sentence) {
    return Schema.object().put("description", sentence);
  }
}
