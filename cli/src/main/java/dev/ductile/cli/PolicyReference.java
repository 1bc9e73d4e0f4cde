package dev.ductile.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The descriptions of policies in the reference page and in the schema of scenarios, which come
 * with the command. A policy of a user is in neither.
 */
final class PolicyReference {
  private static final String PAGE = "policies.md";
  private static final String SCHEMA = "scenario.schema.json";

  /**
   * The row of the first table: the section, whether the policy stops and resizes jobs, and its
   * needs.
   */
  private static final String ROW =
      "(?m)^\\| \\[`%s`\\]\\(#([\\w-]+)\\) \\| ([^|]+) \\| ([^|]+) \\|([^|]*)\\|";

  private static final String RULE = "(?m)^\\| `%s` \\| ([^|]+) \\|$";

  private final String page;
  private final JsonNode policies;

  private PolicyReference(String page, JsonNode policies) {
    this.page = page;
    this.policies = policies;
  }

  /** The facts about a policy in the table of the page. */
  record Row(String section, String stops, String resizes, String needs) {}

  static PolicyReference ofInstallation() throws IOException {
    String page = text(PAGE);
    JsonNode schema = JsonMapper.builder().build().readTree(text(SCHEMA));
    return new PolicyReference(
        page.substring(0, page.indexOf("\n## Placements")),
        schema.path("$defs").path("policy").path("oneOf").path(1).path("allOf"));
  }

  private static String text(String name) {
    try (InputStream in = PolicyReference.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing from the program");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Optional<Row> row(String policy) {
    return found(ROW, policy)
        .map(row ->
            new Row(row.group(1), plain(row.group(2)), plain(row.group(3)), plain(row.group(4))));
  }

  /** The rule by which the policy decides, in sentences. */
  Optional<String> rule(String policy) {
    return found(RULE, policy).map(row -> plain(row.group(1)));
  }

  private Optional<MatchResult> found(String pattern, String policy) {
    return Pattern.compile(pattern.formatted(Pattern.quote(policy)))
        .matcher(page)
        .results()
        .findFirst();
  }

  /** The text of a cell without its marks for fonts and links. */
  private static String plain(String cell) {
    return cell.strip()
        .replaceAll("\\[([^\\]]+)\\]\\([^)]+\\)", "$1")
        .replace("`", "")
        .replace("**", "");
  }

  /** The description of a setting, with its type and its range. */
  Optional<PolicySettingText> setting(String policy, String setting) {
    for (JsonNode one : policies) {
      if (one.at("/if/properties/name/const").asText().equals(policy)) {
        JsonNode described = one.path("then").path("properties").path(setting);
        return described.has("description")
            ? Optional.of(PolicySettingText.of(described))
            : Optional.empty();
      }
    }
    return Optional.empty();
  }
}
