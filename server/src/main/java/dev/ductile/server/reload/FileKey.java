package dev.ductile.server.reload;

import dev.ductile.api.Reason;
import dev.ductile.rest.KeyChange;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.ServerSettings;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A key of the server file.
 *
 * @param value its value, which is compared
 * @param isLive whether it can change while the server runs
 * @param change the difference of two files as text for people; may be empty
 */
record FileKey(
    String name,
    Function<ServerSettings, Object> value,
    boolean isLive,
    BiFunction<ServerSettings, ServerSettings, String> change) {
  static final String QUEUES = "queues";
  static final String OPEN_ID = "openId";

  /** All keys, in the order of the reference. */
  static final List<FileKey> ALL =
      List.of(
          fixed("cluster", settings -> settings.nodes().list()).withoutText(),
          live("policy", ServerSettings::policy),
          live("shadow", settings -> names(settings.shadows())),
          fixed("placement", ServerSettings::placement),
          live("rescale", ServerSettings::rescale).withoutText(),
          live("decisions", ServerSettings::decisions).withoutText(),
          fixed("estimator", settings -> settings.estimator().orElse("none")),
          new FileKey(QUEUES, ServerSettings::queues, true, QueueChanges::text),
          live(OPEN_ID, ServerSettings::openId).withoutText(),
          fixed("runAs", ServerSettings::runAs).withoutText(),
          live("stability", ServerSettings::stability).withoutText(),
          live("idleAfter", settings -> Reason.text(settings.idleAfter())),
          fixed("seed", ServerSettings::seed),
          live("journal", ServerSettings::kept).withoutText(),
          fixed("tracing", ServerSettings::tracing).withoutText());

  private static FileKey live(String name, Function<ServerSettings, Object> value) {
    return new FileKey(name, value, true, (before, after) -> arrow(value, before, after));
  }

  private static FileKey fixed(String name, Function<ServerSettings, Object> value) {
    return new FileKey(name, value, false, (before, after) -> arrow(value, before, after));
  }

  private FileKey withoutText() {
    return new FileKey(name, value, isLive, (before, after) -> "");
  }

  private static String arrow(
      Function<ServerSettings, Object> value, ServerSettings before, ServerSettings after) {
    return "%s → %s".formatted(value.apply(before), value.apply(after));
  }

  private static String names(List<Choice> choices) {
    return choices.isEmpty()
        ? "none"
        : choices.stream().map(Choice::toString).collect(Collectors.joining(", "));
  }

  boolean differs(ServerSettings before, ServerSettings after) {
    return !value.apply(before).equals(value.apply(after));
  }

  KeyChange changed(ServerSettings before, ServerSettings after) {
    return new KeyChange(name, change.apply(before, after));
  }
}
