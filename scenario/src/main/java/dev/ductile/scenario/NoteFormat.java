package dev.ductile.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Note;
import dev.ductile.api.Notebook;
import dev.ductile.text.Binder;
import dev.ductile.text.Document;
import dev.ductile.text.InputException;
import dev.ductile.text.Suggestion;
import dev.ductile.text.Written;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Writes notes as groups of keys (the components of their records) and reads equal notes back. If a
 * policy has notes of several records, the key {@code kind} names the record.
 */
public final class NoteFormat {
  private static final String KIND = "kind";
  private static final Binder BINDER = new Binder(Map.of(), List.of());

  private final Map<String, Class<? extends Note>> types = new HashMap<>();

  /**
   * A format.
   *
   * @param notebooks the notebooks of the policies whose notes it reads
   */
  public NoteFormat(Iterable<Notebook<?>> notebooks) {
    notebooks.forEach(notebook -> types.put(notebook.policy(), notebook.type()));
  }

  public static JsonNode write(Note note) {
    if (note instanceof UnreadNote unread) {
      return unread.written();
    }
    if (!(note instanceof Record record)) {
      throw new IllegalArgumentException(
          "a note must be a record to be written; %s is none".formatted(note.getClass()));
    }
    ObjectNode keys = JsonNodeFactory.instance.objectNode();
    if (Stream.of(note.getClass().getInterfaces()).anyMatch(Class::isSealed)) {
      keys.put(KIND, kind(note.getClass()));
    }
    Binder.write(record).forEach(keys::set);
    keys.properties().removeIf(absent -> absent.getValue().isNull());
    return keys;
  }

  /** A policy's note; an {@link UnreadNote} if the policy is unknown or has no such note. */
  public Note read(String policy, JsonNode written) {
    try {
      return read(policy, Document.tree("note of " + policy, written).root());
    } catch (InputException otherForm) {
      return new UnreadNote(written);
    }
  }

  /**
   * A policy's note; an {@link UnreadNote} if the policy is unknown.
   *
   * @throws InputException if the policy is known and has no such note
   */
  public Note read(String policy, Written written) {
    Class<? extends Note> type = types.get(policy);
    if (type == null) {
      return new UnreadNote(written.node());
    }
    if (!type.isSealed()) {
      return note(type, written);
    }
    ObjectNode values = written.requireObject().node().deepCopy();
    values.remove(KIND);
    return note(
        kind(type, written.need(KIND)), new Written(written.document(), written.trail(), values));
  }

  private static Note note(Class<?> type, Written written) {
    return (Note) BINDER.record(type.asSubclass(Record.class), written);
  }

  private static Class<?> kind(Class<?> type, Written kind) {
    List<Class<?>> kinds = List.of(type.getPermittedSubclasses());
    for (Class<?> each : kinds) {
      if (kind(each).equals(kind.node().asText())) {
        return each;
      }
    }
    throw kind.wrong(
        "must not be %s%s"
            .formatted(
                kind.quoted(),
                Suggestion.phrase(
                    kind.node().asText(), kinds.stream().map(NoteFormat::kind).toList())));
  }

  /** The name of a record in files: {@code NotTried} is {@code not-tried}. */
  private static String kind(Class<?> record) {
    return record.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }
}
