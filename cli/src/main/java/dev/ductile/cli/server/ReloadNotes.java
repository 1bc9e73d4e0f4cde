package dev.ductile.cli.server;

import dev.ductile.rest.KeyChange;
import dev.ductile.rest.Reloaded;
import dev.ductile.server.reload.ReloadOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The outcome of a reload as lines of the log. */
final class ReloadNotes {
  private static final String AGAIN = "the server file was read again; ";

  private ReloadNotes() {}

  static List<String> of(ReloadOutcome outcome) {
    return switch (outcome) {
      case ReloadOutcome.Done done -> of(done.answer());
      case ReloadOutcome.Wrong wrong ->
          wrong.mistakes().stream()
              .map(mistake -> AGAIN + "nothing has changed, because it is wrong: " + mistake)
              .toList();
      case ReloadOutcome.Refused refused ->
          List.of("the server file was not applied: " + refused.why());
    };
  }

  private static List<String> of(Reloaded answer) {
    var lines = new ArrayList<String>();
    lines.add(
        AGAIN
            + (answer.changed().isEmpty()
                ? "nothing has changed"
                : "changed: " + words(answer.changed())));
    if (!answer.needRestart().isEmpty()) {
      lines.add(AGAIN + "a restart applies: " + words(answer.needRestart()));
    }
    answer.notes().forEach(note -> lines.add(AGAIN + note));
    return lines;
  }

  private static String words(List<KeyChange> changes) {
    return changes.stream()
        .map(one ->
            one.change().isEmpty() ? one.key() : "%s (%s)".formatted(one.key(), one.change()))
        .collect(Collectors.joining(", "));
  }
}
