package dev.ductile.text;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A document as a tree. It keeps its text, so that a mistake is located by line and column only
 * when there is one.
 */
public final class Document {
  /** The line number of a document without a text of its own. */
  private static final int NOWHERE = 0;

  private final String name;
  private final String text;
  private final Syntax syntax;
  private final int firstLine;
  private final JsonNode root;

  private Document(String name, String text, Syntax syntax, int firstLine) {
    this.name = name;
    this.text = text;
    this.syntax = syntax;
    this.firstLine = firstLine;
    this.root = Tree.of(syntax, text, this::place);
  }

  private Document(String name, JsonNode root) {
    this.name = name;
    this.text = "";
    this.syntax = Syntax.JSON;
    this.firstLine = NOWHERE;
    this.root = root;
  }

  /** A whole file: JSON where its name says so, else YAML. */
  public static Document read(Path file) {
    return read(InputFile.of(file));
  }

  /** A whole file or stream. */
  private static Document read(InputFile file) {
    Syntax syntax = file.toString().endsWith(".json") ? Syntax.JSON : Syntax.YAML;
    return new Document(file.toString(), TextFile.read(file, syntax), syntax, 1);
  }

  /** YAML text that is not a file; {@code name} is its name in messages. */
  public static Document of(String name, String text) {
    return new Document(name, text, Syntax.YAML, 1);
  }

  /** A few words, such as an argument of a command; messages about them have no line. */
  public static Document words(String name, String text) {
    return new Document(name, text, Syntax.YAML, NOWHERE);
  }

  /** A tree without a text; {@code name} is its name in messages. */
  public static Document tree(String name, JsonNode root) {
    return new Document(name, root);
  }

  /** One line of a file of JSON lines. */
  public static Document line(String file, int number, String text) {
    return new Document(file, text, Syntax.JSON, number);
  }

  public Written root() {
    return new Written(this, ValuePath.ROOT, root);
  }

  /** The noun for its root in a sentence. */
  public String noun() {
    return syntax == Syntax.JSON && firstLine > 1 ? "the line" : "the document";
  }

  public Place placeOf(ValuePath trail) {
    return find(trail, false);
  }

  public Place placeOfKey(ValuePath trail) {
    return find(trail, true);
  }

  private Place find(ValuePath trail, boolean key) {
    if (firstLine == NOWHERE) {
      return Place.in(name);
    }
    Optional<JsonLocation> found = Tree.locate(syntax, text, trail.steps(), key);
    return found.map(this::place).orElse(Place.in(name));
  }

  private Place place(JsonLocation location) {
    if (firstLine == NOWHERE) {
      return Place.in(name);
    }
    int line = Math.max(1, location.getLineNr()) + firstLine - 1;
    return new Place(name, line, Math.max(1, location.getColumnNr()));
  }
}
