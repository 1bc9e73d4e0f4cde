package dev.ductile.text;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A document as a tree. It keeps its text, so that a mistake is located by line and column only
 * when there is one.
 */
public final class Document {
  /** The line number of a document without a text of its own. */
  private static final int NOWHERE = 0;

  /**
   * The most characters that are read again to find the places of mistakes. Beyond them, a mistake
   * has its key and no line.
   */
  private static final long MOST_SEARCHED = 20_000_000;

  private final String name;
  private final String text;
  private final Syntax syntax;
  private final int firstLine;

  /** The tree of the text. */
  private final JsonNode original;

  /** The tree of the text with its changes. */
  private final JsonNode root;

  /** The values that do not come from the text; the latest is the last. */
  private final List<Change> changes;

  /** The characters that were read again. */
  private final AtomicLong searched = new AtomicLong();

  /**
   * A value that does not come from the text.
   *
   * @param steps the path of it
   * @param source the name of the place that it comes from
   */
  private record Change(List<Object> steps, String source) {
    boolean contains(List<Object> others) {
      return startsWith(others, steps);
    }

    boolean isIn(List<Object> others) {
      return startsWith(steps, others);
    }

    private static boolean startsWith(List<Object> steps, List<Object> start) {
      return steps.size() >= start.size() && steps.subList(0, start.size()).equals(start);
    }
  }

  private Document(String name, String text, Syntax syntax, int firstLine) {
    this.name = name;
    this.text = text;
    this.syntax = syntax;
    this.firstLine = firstLine;
    this.changes = List.of();
    this.original = Tree.of(syntax, text, this::place);
    this.root = original;
  }

  private Document(String name, JsonNode root) {
    this.name = name;
    this.text = "";
    this.syntax = Syntax.JSON;
    this.firstLine = NOWHERE;
    this.changes = List.of();
    this.original = root;
    this.root = root;
  }

  private Document(Document before, JsonNode root, List<Change> changes) {
    this.name = before.name;
    this.text = before.text;
    this.syntax = before.syntax;
    this.firstLine = before.firstLine;
    this.changes = List.copyOf(changes);
    this.original = before.original;
    this.root = root;
  }

  /** A whole file: JSON if its name says so, else YAML. */
  public static Document read(Path file) {
    return read(InputFile.of(file));
  }

  /** A whole file or stream. */
  public static Document read(InputFile file) {
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

  /**
   * The same document with one value from elsewhere, such as an argument of a command.
   *
   * @param changed the whole tree with that value
   * @param trail the path of the value
   * @param source the place that a mistake in the value has in messages
   */
  public Document with(JsonNode changed, ValuePath trail, String source) {
    var all = new ArrayList<>(changes);
    all.add(new Change(trail.steps(), source));
    return new Document(this, changed, all);
  }

  public Written root() {
    return new Written(this, ValuePath.ROOT, root);
  }

  /** Its name in messages. */
  public String name() {
    return name;
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
    List<Object> steps = trail.steps();
    Optional<Place> elsewhere = changed(steps);
    if (elsewhere.isPresent() || firstLine == NOWHERE) {
      return elsewhere.orElse(Place.in(name));
    }
    if (searched.getAndAdd(text.length()) > MOST_SEARCHED) {
      return Place.in(name);
    }
    Optional<JsonLocation> found = Tree.locate(syntax, text, steps, key);
    return found.map(this::place).orElse(Place.in(name));
  }

  /** The place of a changed value, of a part of it, or of a group that only such a value needed. */
  private Optional<Place> changed(List<Object> steps) {
    return changes.reversed().stream()
        .filter(change -> change.contains(steps) || (change.isIn(steps) && !isInText(steps)))
        .map(change -> Place.in(change.source()))
        .findFirst();
  }

  private boolean isInText(List<Object> steps) {
    JsonNode at = original;
    for (Object step : steps) {
      at = step instanceof Integer index ? at.path(index) : at.path(step.toString());
    }
    return !at.isMissingNode();
  }

  private Place place(JsonLocation location) {
    if (firstLine == NOWHERE) {
      return Place.in(name);
    }
    int line = Math.max(1, location.getLineNr()) + firstLine - 1;
    return new Place(name, line, Math.max(1, location.getColumnNr()));
  }
}
