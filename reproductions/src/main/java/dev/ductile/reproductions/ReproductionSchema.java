package dev.ductile.reproductions;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.reproductions.claim.Share;
import dev.ductile.reproductions.experiment.Measure;
import dev.ductile.reproductions.experiment.Points;
import dev.ductile.reproductions.experiment.Seeds;
import dev.ductile.scenario.Choice;
import dev.ductile.text.Descriptions;
import dev.ductile.text.Schema;
import java.util.List;
import java.util.Map;

/** The JSON schema of reproductions, generated from the records that are read. */
public final class ReproductionSchema {
  private static final String RANGE = "^\\s*\\d+\\s*\\.\\.\\s*\\d+\\s*$";

  private ReproductionSchema() {}

  public static ObjectNode of(Descriptions descriptions) {
    Map<Class<?>, Schema.Shape> shapes =
        Map.of(
            Choice.class, _ -> choice(),
            Measure.class, _ -> measure(),
            Points.class, _ -> points(),
            Seeds.class, _ -> seeds(),
            Share.class, _ -> share());
    return new Schema(shapes, List.of(), descriptions)
        .document("Ductile reproduction", ReproductionEntry.class);
  }

  private static ObjectNode choice() {
    ObjectNode choice = described("A policy by its name, or by its name with its settings.");
    ArrayNode ways = choice.putArray("oneOf");
    ways.addObject().put("type", "string");
    ways.addObject().put("type", "object").putArray("required").add("name");
    return choice;
  }

  private static ObjectNode measure() {
    ObjectNode measure = described("A measure: a word, or one key with its value.");
    ArrayNode ways = measure.putArray("oneOf");
    ways.addObject().put("type", "string");
    ways.addObject().put("type", "object").put("minProperties", 1).put("maxProperties", 1);
    measure.putArray("examples").add("makespan").addObject().put("completion", 0.99);
    return measure;
  }

  private static ObjectNode points() {
    ObjectNode points =
        described("Numbers, words, either of them with quantities of its own, or a range 1..10.");
    ArrayNode ways = points.putArray("oneOf");
    ObjectNode point = ways.addObject().put("type", "array").put("minItems", 1).putObject("items");
    ways.addObject().put("type", "string").put("pattern", RANGE);
    ArrayNode kinds = point.putArray("oneOf");
    kinds.addObject().put("type", "number");
    kinds.addObject().put("type", "string");
    ObjectNode group = kinds.addObject().put("type", "object");
    ObjectNode at = group.putObject("properties").putObject("at");
    at.put("description", "The place on the axis, or its name.");
    at.putArray("type").add("number").add("string");
    group.putArray("required").add("at");
    points.putArray("examples").add("1..10").addArray().add(0.5).add(1);
    return points;
  }

  private static ObjectNode seeds() {
    ObjectNode seeds = described("Seeds, or a range of seeds such as 1..10.");
    ArrayNode ways = seeds.putArray("oneOf");
    ObjectNode list = ways.addObject().put("type", "array").put("minItems", 1);
    list.putObject("items").put("type", "integer");
    ways.addObject().put("type", "string").put("pattern", RANGE);
    seeds.putArray("examples").add("1..10");
    return seeds;
  }

  private static ObjectNode share() {
    ObjectNode share = described("A part of a whole, such as 15% or 0.15.");
    ArrayNode ways = share.putArray("oneOf");
    ways.addObject().put("type", "number").put("minimum", 0);
    ways.addObject().put("type", "string").put("pattern", "%$");
    return share;
  }

  private static ObjectNode described(String sentence) {
    return Schema.object().put("description", sentence);
  }
}
