package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.answers.Response;
import dev.ductile.api.PolicyProvider;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.PolicySetting;
import dev.ductile.text.InputException;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code ductile policies NAME}. */
final class PolicyDescriptionTest {
  private static final Catalog CATALOG = Catalog.installed();

  /** A bound of a range, such as "at least 1" and "below 1". */
  private static final Pattern BOUND =
      Pattern.compile("(at least|at most|above|below) ([\\d.]+)([a-z]*)");

  private static final Pattern BETWEEN = Pattern.compile("([\\d.]+) to ([\\d.]+)");

  static List<String> names() {
    return CATALOG.policies().stream().map(policy -> policy.profile().name()).toList();
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyPolicyHasItsRuleAndItsSettings(String name) throws Exception {
    PolicyReference reference = PolicyReference.ofInstallation();

    assertThat(reference.rule(name)).as("rule").isPresent();
    assertThat(reference.row(name)).as("row").isPresent();
    for (PolicySetting setting : Catalog.settings(CATALOG.policyProvider(name))) {
      PolicySettingText text = reference.setting(name, setting.name()).orElseThrow();
      boolean isNumber =
          text.values().startsWith("a whole number") || text.values().startsWith("a number");
      assertThat(text.meaning()).isNotBlank();
      assertThat(!isNumber || text.values().contains(", ")).as(setting + " has a range").isTrue();
    }
  }

  /**
   * Each bound of a range is accepted or refused as the range says, and a value beyond it is
   * refused.
   */
  @ParameterizedTest
  @MethodSource("names")
  void rangesAreThoseOfTheChecks(String name) throws Exception {
    PolicyReference reference = PolicyReference.ofInstallation();
    for (PolicySetting setting : Catalog.settings(CATALOG.policyProvider(name))) {
      String values = reference.setting(name, setting.name()).orElseThrow().values();
      for (MatchResult bound : BOUND.matcher(values).results().toList()) {
        boolean isTime = values.startsWith("a time");
        boolean isList = values.startsWith("a list");
        String unit = bound.group(3);
        boolean isLow = bound.group(1).matches("at least|above");
        String at = written(Double.parseDouble(bound.group(2)), unit, isTime, isList);
        String beyond = beyond(bound, isLow, values, isTime, isList);
        if (bound.group(1).startsWith("at ")) {
          accepts(name, setting.name(), at);
        } else {
          refuses(name, setting.name(), at);
        }
        refuses(name, setting.name(), beyond);
      }
      for (MatchResult range : BETWEEN.matcher(values).results().toList()) {
        accepts(name, setting.name(), range.group(1));
        accepts(name, setting.name(), range.group(2));
        refuses(name, setting.name(), "-1");
        refuses(name, setting.name(), Double.parseDouble(range.group(2)) + 1 + "");
      }
    }
  }

  private static String beyond(
      MatchResult bound, boolean isLow, String values, boolean isTime, boolean isList) {
    double number = Double.parseDouble(bound.group(2));
    boolean isWhole = values.startsWith("a whole number");
    double step = isWhole ? 1 : isTime ? 0.5 : 0.0001;
    double beyond = isLow ? number - step : number + step;
    return written(isTime && beyond < 0 ? 0 : beyond, bound.group(3), isTime, isList);
  }

  private static String written(double number, String unit, boolean isTime, boolean isList) {
    String plain =
        number == Math.rint(number) ? Long.toString(Math.round(number)) : Double.toString(number);
    return isList ? "[" + plain + "]" : isTime ? plain + (unit.isEmpty() ? "s" : unit) : plain;
  }

  private static void accepts(String policy, String setting, String value) {
    assertThatCode(() -> CATALOG.check(Choice.named(policy).with(setting, value)))
        .as("%s: %s=%s", policy, setting, value)
        .satisfiesAnyOf(
            problem -> assertThat(problem).isNull(),
            // the other bound of a pair, such as alphaLow and alphaHigh
            problem -> assertThat(problem).hasMessageContaining("at most alphaHigh"),
            // a setting without a default, such as the model of dl2
            problem -> assertThat(problem).hasMessageContaining("needs a trained model"));
  }

  private static void refuses(String policy, String setting, String value) {
    assertThatThrownBy(() -> CATALOG.check(Choice.named(policy).with(setting, value)))
        .as("%s: %s=%s", policy, setting, value)
        .isInstanceOf(InputException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 120})
  void everyDescriptionFitsATerminal(int width) throws Exception {
    PolicyReference reference = PolicyReference.ofInstallation();
    for (PolicyProvider<?> policy : CATALOG.policies()) {
      String text = new PolicyDescription(policy, reference).in(Response.Form.table, width);

      assertThat(text.lines().filter(line -> !line.contains("ductile ")))
          .as(policy.profile().name())
          .allMatch(line -> line.length() <= width);
    }
  }

  @Test
  void thePageOfAPolicy() throws Exception {
    assertThat(describe("tiresias-l", Response.Form.table))
        .isEqualTo(
            """
            tiresias-l: queues by attained service, least first; tasks are placed on any
            nodes

            Two or more queues by attained service; each is first in, first out, a job may
            pass, and running jobs go before waiting ones. A job whose service exceeds the
            queue's limit moves to the end of the next queue, one queue a decision.

            Paper: Gu et al., NSDI 2019
            Stops jobs: yes
            Resizes jobs: no
            Needs of a job: nothing

            SETTING      DEFAULT       VALUES                   MEANING
            limits       [3250, 7200]  a list, rising, above 0  Device-seconds of service
                                                                after which a job is demoted
                                                                to the next queue
            consolidate  false         true, false              Whether the scenario's
                                                                placement is used, instead
                                                                of any nodes

            Examples:
              ductile simulate SCENARIO --policy tiresias-l --set 'limits=[3250, 7200]'
              ductile decide STATE --policy tiresias-l
            In a scenario:
              policies: [{name: tiresias-l, limits: [3250, 7200]}]
            """);
  }

  @Test
  void theExamplesAreCommandsAndScenarios() throws Exception {
    for (String name : names()) {
      for (PolicySetting setting : Catalog.settings(CATALOG.policyProvider(name))) {
        JsonNode value = setting.value();
        if (!value.isNull()) {
          accepts(name, setting.name(), PolicySettingText.value(value));
        }
      }
    }
  }

  private static String describe(String name, Response.Form form) throws Exception {
    return new PolicyDescription(CATALOG.policyProvider(name), PolicyReference.ofInstallation())
        .in(form, 80);
  }

  @Test
  void programsGetTheSame() throws Exception {
    assertThat(describe("knee", Response.Form.json))
        .contains(
            "\"schemaVersion\"",
            "\"name\": \"alpha\"",
            "\"values\": \"a number, above 0, below 1\"");
    assertThat(describe("knee", Response.Form.csv).lines().findFirst())
        .contains("setting,default,values,meaning");
    assertThat(Stream.of(describe("fifo", Response.Form.csv).split("\n"))).hasSize(2);
  }
}
