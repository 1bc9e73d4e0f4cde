package dev.ductile.reports;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A document that programs read: the answer of a command or a file of a report. It is always an
 * object, and its first key is the version of the schema.
 */
public record OutputDocument(ObjectNode tree) {
  /**
   * The version of all documents together. It goes up when a key of one of them changes its meaning
   * or goes away; new keys do not change it.
   */
  public static final int SCHEMA_VERSION = 1;

  public String json() {
    return Documents.json(versioned());
  }

  public String yaml() {
    return Documents.yaml(versioned());
  }

  private ObjectNode versioned() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("schemaVersion", SCHEMA_VERSION);
    document.setAll(tree);
    return document;
  }
}
