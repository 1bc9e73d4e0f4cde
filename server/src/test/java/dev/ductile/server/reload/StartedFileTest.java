package dev.ductile.server.reload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.history.EventCodec;
import dev.ductile.history.RunSettings;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.ServerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartedFileTest {
  private static final ServerSettings FIFO =
      ServerSettings.of(Nodes.uniform(1, Resources.gpus(1))).withPolicy(Choice.named("fifo"));

  @TempDir private Path folder;

  @Test
  void settingsThatAnotherVersionWroteKeepOnlyTheFirstPolicy() throws IOException {
    Path settings = folder.resolve("server-settings.json");
    Files.writeString(settings, "{\"policy\": \"drf\", \"stability\": {\"mostChanges\": 6}}");

    started(settings).writeSettings(FIFO);

    assertThat(RunSettings.read(settings).policy()).isEqualTo("drf");
    assertThat(RunSettings.read(settings).stability()).contains(FIFO.stability());
  }

  @Test
  void damagedSettingsAreWrittenAnew() throws IOException {
    Path settings = Files.writeString(folder.resolve("server-settings.json"), "{\"policy\": ");

    started(settings).writeSettings(FIFO);

    assertThat(RunSettings.read(settings).policy()).isEqualTo("fifo");
  }

  /** The file of a server that has started before. */
  private StartedFile started(Path settings) {
    var last =
        new LastFile(
            folder.resolve("server-file.json"), new EventCodec(Catalog.installed()), note -> {});
    last.write(ScheduledKeys.of(FIFO));
    return new StartedFile(last, settings);
  }
}
