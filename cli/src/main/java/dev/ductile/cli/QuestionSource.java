package dev.ductile.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.UnknownNameException;
import dev.ductile.models.profile.NetworkProfiles;
import dev.ductile.text.Document;
import dev.ductile.text.FileKind;
import dev.ductile.text.InputException;
import dev.ductile.text.Suggestion;
import dev.ductile.text.Written;
import java.nio.file.Files;
import java.nio.file.Path;

/** The source of a question about speed: a file with a model, or a profile by its name. */
final class QuestionSource {
  private final Written written;
  private final boolean profile;

  private QuestionSource(Written written, boolean profile) {
    this.written = written;
    this.profile = profile;
  }

  static QuestionSource of(String text) {
    Path file = Path.of(text);
    boolean isName = !text.equals("-") && !text.contains("/") && !text.matches(".*\\.[a-z]+");
    if (!isName || Files.exists(file)) {
      Written root = Document.read(file).root().requireObject();
      FileKind.SPEED_MODEL.require(root);
      return new QuestionSource(root, false);
    }
    ObjectNode keys =
        JsonNodeFactory.instance.objectNode().put("model", "profile").put("name", known(text));
    return new QuestionSource(Document.tree(text, keys).root(), true);
  }

  private static String known(String profile) {
    try {
      return NetworkProfiles.named(profile).name();
    } catch (UnknownNameException unknown) {
      throw new InputException(
          unknown.getMessage() + Suggestion.phrase(unknown.name(), unknown.known()), unknown);
    }
  }

  /** The same source with another value under this key; the value is text as in a file. */
  QuestionSource with(String key, String value) {
    ObjectNode changed = written.node().deepCopy();
    changed.set(key, Document.words("--" + key, value).root().node());
    return new QuestionSource(new Written(written.document(), written.trail(), changed), profile);
  }

  boolean isProfile() {
    return profile;
  }

  Written written() {
    return written;
  }

  /** The default name of a picture, without its ending. */
  static String stem(String text) {
    if (text.equals("-")) {
      return "prediction";
    }
    String name = String.valueOf(Path.of(text).getFileName());
    if (name.isBlank()) {
      throw new InputException("\"%s\" is neither a file nor a profile".formatted(text));
    }
    return name.replaceAll("\\.(yaml|yml|json)$", "");
  }
}
