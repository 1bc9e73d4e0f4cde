package dev.ductile.server.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/** The rules of axe-core on an open page. */
final class Accessibility {
  private static final String AXE = script();
  private static final String RUN =
      "axe.run(document, {resultTypes: ['violations']}).then(found => found.violations.map("
          + "one => one.id + ': ' + one.help + ' at ' + one.nodes.slice(0, 3).map("
          + "node => node.target + ' ' + node.failureSummary).join('; ')))";

  private Accessibility() {}

  /** All violations in words, with their places. */
  static List<String> violations(Tab tab) {
    tab.value(AXE + "; true");
    List<String> found = new ArrayList<>();
    for (JsonNode violation : tab.value(RUN)) {
      found.add(violation.asText());
    }
    return found;
  }

  private static String script() {
    var about = new Properties();
    try (InputStream in = open("/META-INF/maven/org.webjars.npm/axe-core/pom.properties")) {
      about.load(in);
      String version = about.getProperty("version", "");
      try (InputStream script =
          open("/META-INF/resources/webjars/axe-core/%s/axe.min.js".formatted(version))) {
        return new String(script.readAllBytes(), StandardCharsets.UTF_8);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read axe-core", e);
    }
  }

  private static InputStream open(String path) {
    return Optional.ofNullable(Accessibility.class.getResourceAsStream(path))
        .orElseThrow(() -> new IllegalStateException(path + " is missing"));
  }
}
