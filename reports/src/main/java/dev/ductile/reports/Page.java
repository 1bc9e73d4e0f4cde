package dev.ductile.reports;

import dev.ductile.simulator.Results;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The report as one self-contained HTML file. Its scripts are ES modules, concatenated in the order
 * of their imports.
 */
final class Page {
  private static final List<String> SCRIPTS =
      List.of(
          "format.js",
          "theme.js",
          "axes.js",
          "whiskers.js",
          "charts.js",
          "gantt.js",
          "tables.js",
          "jobs.js",
          "page.js");
  private static final Pattern SLOT = Pattern.compile("\\{\\{(\\w+)}}");
  private static final Pattern IMPORT = Pattern.compile("(?m)^import [^;]*;\\n");
  private static final Pattern EXPORT = Pattern.compile("(?m)^export ");
  private static final Pattern SOURCE_MAP = Pattern.compile("(?m)^//# sourceMappingURL=.*$");

  private Page() {}

  static String of(Results results, ReportContext about, Optional<Fidelity> fidelity) {
    List<Summary> summaries = Summary.of(results);
    String style = resource("report.css") + "\n" + resource("figures.css");
    String library = chartLibrary();
    String script = script();
    Map<String, String> parts = new HashMap<>();
    parts.put("title", Html.text(results.scenario().name()));
    parts.put("styleHash", hash(style));
    parts.put("scriptHashes", hash(library) + " " + hash(script));
    parts.put("style", style);
    parts.put("kind", fidelity.isPresent() ? "run and its simulation" : "simulation report");
    parts.put("lead", Html.text(Sections.lead(results, fidelity)));
    parts.put("facts", Sections.facts(results, about));
    parts.put("command", Html.text(about.command()));
    parts.put("concerns", Sections.concerns(results));
    parts.put("figures", Sections.figures(summaries));
    parts.put("legend", Sections.legend(summaries));
    parts.put("differences", Sections.differences(summaries));
    parts.put("fidelity", fidelity.map(Sections::fidelity).orElse(""));
    parts.put("data", data(results, summaries, fidelity));
    parts.put("library", library);
    parts.put("script", script);
    return filled(resource("report.html"), parts);
  }

  /** Fills all slots in one pass, so that text in a part that looks like a slot stays unchanged. */
  static String filled(String template, Map<String, String> parts) {
    return SLOT.matcher(template)
        .replaceAll(slot -> Matcher.quoteReplacement(part(parts, slot.group(1))));
  }

  private static String part(Map<String, String> parts, String name) {
    return Optional.ofNullable(parts.get(name))
        .orElseThrow(() -> new IllegalStateException("a page has an unknown slot " + name));
  }

  /** Data for a script element, with the end tag of the element escaped. */
  private static String data(
      Results results, List<Summary> summaries, Optional<Fidelity> fidelity) {
    return Documents.shortJson(PageData.of(results, summaries, fidelity)).replace("<", "\\u003c");
  }

  private static String script() {
    String modules = SCRIPTS.stream().map(Page::resource).collect(Collectors.joining("\n"));
    return EXPORT.matcher(IMPORT.matcher(modules).replaceAll("")).replaceAll("");
  }

  /** Chart.js, without the address of its source map. */
  static String chartLibrary() {
    String path =
        "/META-INF/resources/webjars/chart.js/%s/dist/chart.umd.min.js"
            .formatted(chartLibraryVersion());
    return SOURCE_MAP.matcher(resource(path)).replaceAll("").strip() + "\n";
  }

  private static String chartLibraryVersion() {
    String path = "/META-INF/maven/org.webjars.npm/chart.js/pom.properties";
    var properties = new Properties();
    try (InputStream in = open(path)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
    return properties.getProperty("version", "");
  }

  static String resource(String path) {
    try (InputStream in = open(path)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
  }

  private static InputStream open(String path) {
    return Optional.ofNullable(Page.class.getResourceAsStream(path))
        .orElseThrow(() -> new IllegalStateException(path + " is missing from the program"));
  }

  /** The hash of a script for the page's content security policy. */
  static String hash(String content) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
      return "'sha256-%s'".formatted(Base64.getEncoder().encodeToString(digest));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
