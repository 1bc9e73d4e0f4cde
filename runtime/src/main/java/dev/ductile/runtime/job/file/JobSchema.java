package dev.ductile.runtime.job.file;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.text.Descriptions;
import dev.ductile.text.ScalarSchema;
import dev.ductile.text.Schema;
import java.util.Map;

/** The JSON schema of job files, generated from the records that are read. */
public final class JobSchema {
  private JobSchema() {}

  public static ObjectNode of(Descriptions descriptions) {
    Map<Class<?>, Schema.Shape> shapes =
        Map.of(
            ModelEntry.class, JobSchema::model,
            DataEntry.class, JobSchema::data,
            OptimizerEntry.class, JobSchema::optimizer,
            Synchrony.class, _ -> synchrony(),
            BatchEntry.class, JobSchema::batch,
            ValidationEntry.class, JobSchema::validation);
    return new Schema(shapes, JobTypeReaders.DEFAULTS, descriptions)
        .document("Ductile training job", JobEntry.class);
  }

  private static ObjectNode model(Schema schema) {
    return either(
        "A model: its kind alone, or a group of keys.",
        ScalarSchema.words(ModelSpec.Kind.class),
        schema.group(ModelEntry.class));
  }

  private static ObjectNode data(Schema schema) {
    return either(
        "Training data: a file or web address, or a group of keys.",
        typed("string"),
        schema.group(DataEntry.class));
  }

  private static ObjectNode optimizer(Schema schema) {
    return either(
        "An optimizer: its kind alone, or a group of keys.",
        ScalarSchema.words(OptimizerSpec.Kind.class),
        schema.group(OptimizerEntry.class));
  }

  private static ObjectNode synchrony() {
    ObjectNode synchrony =
        described(
                "How many steps workers may be apart: bsp and a-bsp keep them in the same step, ssp(3) lets the fastest be 3 steps ahead, asp sets no limit.")
            .put("type", "string")
            .put("pattern", "^(bsp|a-bsp|asp|ssp\\([0-9]{1,6}\\))$");
    synchrony.putArray("examples").add("bsp").add("ssp(3)");
    return synchrony;
  }

  private static ObjectNode batch(Schema schema) {
    return either(
        "The number of examples of a step: of all workers together, or a group of keys.",
        typed("integer").put("minimum", 1),
        schema.group(BatchEntry.class));
  }

  private static ObjectNode validation(Schema schema) {
    return either(
        "Held-out examples: a share of the data such as 10%, a file or web address, or a group of keys.",
        typed("string"), schema.group(ValidationEntry.class));
  }

  private static ObjectNode either(String description, ObjectNode one, ObjectNode other) {
    ObjectNode either = described(description);
    ArrayNode ways = either.putArray("oneOf");
    ways.add(one).add(other);
    return either;
  }

  private static ObjectNode typed(String type) {
    return Schema.object().put("type", type);
  }

  private static ObjectNode described(String sentence) {
    return Schema.object().put("description", sentence);
  }
}
