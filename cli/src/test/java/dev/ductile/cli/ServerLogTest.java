package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The log of a server in a process of its own. */
@Tag("process")
@Timeout(120)
final class ServerLogTest {
  private static final JsonMapper JSON = new JsonMapper();

  /** Java's own warnings, which the launcher of the command turns off. */
  private static final String OF_JAVA = "WARNING: ";

  @TempDir private Path folder;

  @Test
  void eachLineOfTheLogIsAnObjectAndHasNoToken() throws Exception {
    var ductile = new CommandProcess(folder, Map.of());
    try (LiveServer _ =
        LiveServer.start(ductile, "ductile-data", "--log-format", "json", "--access-log")) {
      assertThat(ductile.run("jobs").status()).isZero();
    }

    List<JsonNode> lines = lines();
    assertThat(lines)
        .allSatisfy(line ->
            assertThat(line.properties().stream().map(Map.Entry::getKey))
                .contains("time", "level", "event", "message"));
    assertThat(lines)
        .anyMatch(line ->
            line.path("event").asText().equals("server")
                && line.path("message").asText().startsWith("the server is at http://127.0.0.1:"));
    assertThat(lines)
        .anyMatch(line ->
            line.path("event").asText().equals("access")
                && line.path("status").asInt() == 200
                && line.path("address").asText().equals("127.0.0.1"));
    assertThat(lines.getLast().path("message").asText()).contains("jobs go on");
    String token = Files.readString(folder.resolve("ductile-data/token")).strip();
    assertThat(folder.resolve("ductile-data.err")).content().doesNotContain(token);
  }

  private List<JsonNode> lines() throws IOException {
    var read = new ArrayList<JsonNode>();
    for (String line : Files.readAllLines(folder.resolve("ductile-data.err"))) {
      if (!line.startsWith(OF_JAVA) && !line.isEmpty()) {
        read.add(JSON.readTree(line));
      }
    }
    return read;
  }
}
