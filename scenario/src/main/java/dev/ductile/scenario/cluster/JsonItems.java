package dev.ductile.scenario.cluster;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.text.Document;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import dev.ductile.text.Place;
import dev.ductile.text.TextFile;
import dev.ductile.text.ValuePath;
import dev.ductile.text.Written;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;

/**
 * Reads the JSON output of other systems item by item, so that a large cluster needs little memory.
 * A file may have several documents, one after the other.
 */
final class JsonItems {
  /** The lists whose elements are read one by one. */
  private static final Set<String> LISTS = Set.of("jobs", "nodes", "sinfo", "items");

  private static final int MOST_ITEMS = 1_000_000;
  private static final int DEEPEST = 64;
  private static final int LONGEST_TEXT = 4 << 20;

  private static final JsonMapper MAPPER =
      new JsonMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder()
                      .maxNestingDepth(DEEPEST)
                      .maxStringLength(LONGEST_TEXT)
                      .build())
              .build());

  private final InputFile file;
  private final JsonParser parser;
  private final Receiver receiver;
  private int items;

  /** Receives the parts of each document. */
  interface Receiver {
    /** The beginning of a list, which may be empty. */
    void list(String list);

    /**
     * An element of a list.
     *
     * @param kind the kind of all elements, if the document has said it before them; else empty
     */
    void item(String list, Entry item, String kind);

    /** All other keys of a document, after its lists. */
    void end(Entry others);
  }

  private JsonItems(InputFile file, JsonParser parser, Receiver receiver) {
    this.file = file;
    this.parser = parser;
    this.receiver = receiver;
  }

  static void read(InputFile file, Receiver receiver) {
    if (file.isFolder()) {
      throw new InputException(Place.in(file.toString()), "is a folder, not a file");
    }
    try (InputStream in = file.open();
        JsonParser parser = MAPPER.createParser(in)) {
      new JsonItems(file, parser, receiver).documents();
    } catch (JsonProcessingException problem) {
      throw new InputException(
          place(file, problem.getLocation()),
          "is not the JSON that squeue --json, sinfo --json or kubectl -o json print: "
              + problem.getOriginalMessage().replaceFirst(" \\((start marker|for ).*", ""),
          problem);
    } catch (IOException problem) {
      throw TextFile.failed(file, problem);
    }
  }

  private void documents() throws IOException {
    boolean isEmpty = true;
    while (parser.nextToken() != null) {
      isEmpty = false;
      if (parser.currentToken() != JsonToken.START_OBJECT) {
        throw new InputException(
            place(file, parser.currentTokenLocation()), "a group of keys must begin here");
      }
      document();
    }
    if (isEmpty) {
      throw new InputException(Place.in(file.toString()), "the file is empty");
    }
  }

  private void document() throws IOException {
    long line = parser.currentTokenLocation().getLineNr();
    ObjectNode others = JsonNodeFactory.instance.objectNode();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      JsonToken value = parser.nextToken();
      if (LISTS.contains(key) && value == JsonToken.START_ARRAY) {
        receiver.list(key);
        elements(key, kind(others));
      } else {
        others.set(key, MAPPER.<JsonNode>readTree(parser));
      }
    }
    receiver.end(entry(line, ValuePath.ROOT, others));
  }

  /** The kind of the elements of a list of one kind, such as PodList. */
  private static String kind(ObjectNode others) {
    String kind = others.path("kind").asText();
    return kind.endsWith("List") ? kind.substring(0, kind.length() - "List".length()) : "";
  }

  private void elements(String list, String kind) throws IOException {
    ValuePath trail = ValuePath.ROOT.key(list);
    for (int index = 0; parser.nextToken() != JsonToken.END_ARRAY; index++) {
      long line = parser.currentTokenLocation().getLineNr();
      JsonNode element = MAPPER.readTree(parser);
      if (++items > MOST_ITEMS) {
        throw new InputException(
            Place.at(file.toString(), line), "there are more than %d items".formatted(MOST_ITEMS));
      }
      Entry item = entry(line, trail.index(index), element);
      item.at().requireObject();
      receiver.item(list, item, kind);
    }
  }

  /** An item with the line of its beginning; a mistake inside names the path of the value too. */
  private Entry entry(long line, ValuePath trail, JsonNode node) {
    Document document = Document.tree(Place.at(file.toString(), line).toString(), node);
    return new Entry(new Written(document, trail, node));
  }

  private static Place place(InputFile file, JsonLocation location) {
    return location == null
        ? Place.in(file.toString())
        : new Place(file.toString(), location.getLineNr(), location.getColumnNr());
  }
}
