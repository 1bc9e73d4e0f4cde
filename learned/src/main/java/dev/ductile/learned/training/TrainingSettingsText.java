package dev.ductile.learned.training;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.ductile.text.Binder;
import dev.ductile.text.Document;
import dev.ductile.text.Setting;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The settings of a training as people write them. */
public final class TrainingSettingsText {
  private static final Setting.Form FORM = new Setting.Form("reinforcement.rule=clipped", Map.of());

  private TrainingSettingsText() {}

  /**
   * Settings with changes.
   *
   * @param file the keys that differ, in a file
   * @param settings further changes such as {@code imitation.passes=3}
   */
  public static TrainingSettings read(
      TrainingSettings before, Optional<Path> file, List<String> settings) {
    Document written =
        file.map(Document::read)
            .orElseGet(() -> Document.tree("--set", JsonNodeFactory.instance.objectNode()));
    return read(before, Setting.on(written, settings, FORM));
  }

  /** Settings with the keys of a document, which is a part of a larger file or a whole one. */
  public static TrainingSettings read(TrainingSettings before, Document document) {
    return new Binder(Map.of(), List.of()).record(TrainingSettings.class, document.root(), before);
  }
}
