package dev.ductile.scenario.file;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.text.Schema;
import java.util.List;

/**
 * The schema of a job file.
 *
 * @param keys the schema of a document with all keys of a job
 */
record JobFileSchema(ObjectNode keys) {
  private static final String DEFINITIONS = "$defs";

  /** The keys alone, or an object of Kubernetes around them. */
  ObjectNode document() {
    ObjectNode document = Schema.object();
    document.set("$schema", keys.path("$schema"));
    document.set("title", keys.path("title"));
    document.set("description", keys.path("description"));
    document.putArray("oneOf").add(reference("job")).add(reference("object"));
    ObjectNode definitions = document.putObject(DEFINITIONS);
    definitions.setAll((ObjectNode) keys.path(DEFINITIONS));
    definitions.withObject("/program").remove("required"); // the key command stands for its command
    definitions.set("job", job());
    definitions.set("object", object());
    return document;
  }

  private static ObjectNode reference(String definition) {
    return Schema.object().put("$ref", "#/$defs/" + definition);
  }

  /** The keys of a job: those of jobs in scenarios, without the two that a user cannot set. */
  private ObjectNode job() {
    ObjectNode job = keys.deepCopy();
    job.remove(List.of("$schema", "title", "required", DEFINITIONS));
    job.withObject("/properties").remove(JobFileKeys.OF_SCENARIOS);
    var programs = job.putArray("anyOf");
    List.of("command", "program", "train")
        .forEach(key -> programs.addObject().putArray("required").add(key));
    return job;
  }

  private ObjectNode object() {
    ObjectNode object = Schema.object().put("type", "object");
    object.put("description", "A job in the form of an object of Kubernetes.");
    ObjectNode properties = object.putObject("properties");
    properties
        .putObject(JobFileKeys.VERSION_KEY)
        .put("description", "The version of this form.")
        .put("const", JobFileKeys.VERSION);
    properties.putObject("kind").put("description", "The kind of object.").put("const", "Job");
    ObjectNode metadata = properties.putObject("metadata");
    metadata.put("description", "The name and the labels of the job.").put("type", "object");
    for (String key : List.of("name", "labels")) {
      metadata.withObject("/properties").set(key, keys.path("properties").path(key));
    }
    metadata.put("additionalProperties", false);
    ObjectNode spec = properties.putObject("spec");
    spec.put("description", "All other keys of the job.").setAll(reference("job"));
    object.putArray("required").add(JobFileKeys.VERSION_KEY).add("kind").add("spec");
    return object.put("additionalProperties", false);
  }
}
