package dev.ductile.cli.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.cli.configuration.Origin.Layer;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConfigurationTest {
  private static final String EVIL = "http://evil.example.org";

  @TempDir private Path folder;

  @Test
  void aNearerSourceOverridesAndEachValueHasItsOrigin() throws IOException {
    user("server: http://user:1\noutput: json\n");
    project("server: http://project:2\n");

    Configuration read =
        Configuration.read(
            inner(),
            environment("DUCTILE_OUTPUT", "csv"),
            Map.of(ConfigurationKey.SERVER, "http://option:3"));

    ConfiguredValue server = read.get(ConfigurationKey.SERVER).orElseThrow();
    assertThat(server.value()).isEqualTo("http://option:3");
    assertThat(server.origin().place()).isEqualTo("--server");
    assertThat(read.overridden())
        .filteredOn(value -> value.key().equals("server"))
        .extracting(ConfiguredValue::value)
        .containsExactly("http://project:2", "http://user:1", "http://127.0.0.1:7077");
    assertThat(read.get(ConfigurationKey.OUTPUT).orElseThrow().origin().place())
        .isEqualTo("DUCTILE_OUTPUT");
    assertThat(read.get(ConfigurationKey.REQUEST_TIMEOUT).orElseThrow().origin().layer())
        .isEqualTo(Layer.DEFAULT);
  }

  @Test
  void groupsMergeAndListsReplace() throws IOException {
    user("trust: [http://a, http://b]\nsubmit: {queue: q, labels: {team: vision, cost: c1}}\n");
    project("submit: {labels: {team: speech}}\n");

    Configuration read = Configuration.read(inner(), environment(), Map.of());

    assertThat(read.below(ConfigurationKey.LABELS))
        .containsExactlyInAnyOrderEntriesOf(Map.of("team", "speech", "cost", "c1"));
    assertThat(read.get(ConfigurationKey.QUEUE)).map(ConfiguredValue::value).contains("q");
    assertThat(read.get(ConfigurationKey.TRUST))
        .map(ConfiguredValue::value)
        .contains("http://a http://b");
  }

  @Test
  void anUnknownKeyIsRefusedWithItsPlace() throws IOException {
    project("server: http://a\nsubmit: {queu: q}\n");

    assertThatThrownBy(() -> Configuration.read(inner(), environment(), Map.of()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(".ductile.yaml:2")
        .hasMessageContaining("did you mean \"queue\"");
  }

  @Test
  void aProjectCannotSendTheTokenOfItsUserAway() throws IOException {
    Files.writeString(folder.resolve("token"), "secret\n");
    project("server: " + EVIL + "\n");
    Map<String, String> own = environment("DUCTILE_TOKEN", "secret");

    assertThatThrownBy(() -> settings(own).connection())
        .isInstanceOf(InputException.class)
        .hasMessageContaining(EVIL)
        .hasMessageContaining("trust");
    user("trust: [" + EVIL + "]\n");
    assertThat(settings(own).connection().token()).isPresent();
    project("tokenFile: token\n");
    assertThatThrownBy(() -> settings(own).connection())
        .isInstanceOf(InputException.class)
        .hasMessageContaining("tokenFile")
        .hasMessageContaining("your own file");
  }

  @Test
  void aTokenFileIsRelativeToItsConfigurationFile() throws IOException {
    user("server: http://a\ntokenFile: token\n");
    Files.writeString(folder.resolve("config/ductile/token"), "secret\n");

    assertThat(settings(environment()).connection().token()).isPresent();
  }

  @Test
  void aMissingTokenFileAndAWrongAddressHaveTheirOrigins() {
    assertThatThrownBy(
            () -> settings(environment("DUCTILE_TOKEN_FILE", "/no/such/token")).connection())
        .hasMessageContaining("/no/such/token (from DUCTILE_TOKEN_FILE)");
    assertThatThrownBy(() -> settings(environment("DUCTILE_SERVER", "ftp://a")).connection())
        .hasMessageStartingWith("DUCTILE_SERVER: server: a server has an address such as");
    assertThatThrownBy(() -> settings(environment("DUCTILE_REQUEST_TIMEOUT", "soon")).connection())
        .hasMessageContaining("requestTimeout must be a time such as 30s");
  }

  @Test
  void aTokenIsNeverShown() {
    Configuration read =
        Configuration.read(inner(), environment("DUCTILE_TOKEN", "secret"), Map.of());

    assertThat(read.all().toString()).contains("(not shown)").doesNotContain("secret");
  }

  private ClientSettings settings(Map<String, String> environment) {
    return new ClientSettings(Configuration.read(inner(), environment, Map.of()), environment);
  }

  private Path inner() {
    return folder.resolve("project/inner");
  }

  private void project(String text) throws IOException {
    Files.createDirectories(inner());
    Files.writeString(folder.resolve("project/.ductile.yaml"), text);
  }

  private void user(String text) throws IOException {
    Files.createDirectories(folder.resolve("config/ductile"));
    Files.writeString(folder.resolve("config/ductile/config.yaml"), text);
  }

  private Map<String, String> environment(String... variable) {
    var all = new HashMap<String, String>();
    all.put("XDG_CONFIG_HOME", folder.resolve("config").toString());
    if (variable.length == 2) {
      all.put(variable[0], variable[1]);
    }
    return all;
  }
}
