package dev.ductile.learned.training;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.text.Binder;
import dev.ductile.text.Document;
import dev.ductile.text.InputException;
import java.util.List;
import java.util.Map;

/** The settings of a training as a command line has them. */
public final class TrainingSettingsText {
  private TrainingSettingsText() {}

  /** The defaults, changed by settings such as {@code jobs=20}. */
  public static TrainingSettings read(List<String> settings) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      if (equals < 1) {
        throw new InputException(
            "--set needs SETTING=VALUE, such as --set jobs=20, not \"%s\"".formatted(setting));
      }
      String key = setting.substring(0, equals);
      tree.set(key, Document.words("setting " + key, setting.substring(equals + 1)).root().node());
    }
    return new Binder(Map.of(), List.of())
        .record(
            TrainingSettings.class, Document.tree("--set", tree).root(), TrainingSettings.DEFAULTS);
  }
}
