package dev.ductile.scenario.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ductile.scenario.Plugins;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every mistake in a scenario is one line with its place. */
class ScenarioMistakesTest {
  private static final String SMALL =
      """
      cluster: {nodes: [{count: 2, resources: {gpu: 4}}]}
      workload: {jobs: [{id: a, worker: {gpu: 1}, work: 10}]}
      policies: [plain]
      """;

  @TempDir private Path folder;

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          policies:                | polices:                           | small.yaml:3:1: unknown key "polices"; did you mean "policies"? known: cluster, colocation,
          policies: [plain]        | policies: [plane]                  | small.yaml:3:12: policies[0]: unknown policy "plane"; did you mean "plain"? known: plain, tuned
          policies: [plain]        | policies: [{name: tuned, limit: [1]}] | small.yaml:3:26: unknown key "limit" in policies[0]; did you mean "limits"? known: alpha, limits
          policies: [plain]        | policies: [{name: tuned, alpha: -1}] | small.yaml:3:33: policies[0].alpha must not be negative
          policies: [plain]        | policies: [{nam: tuned}]           | small.yaml:3:12: policies[0].name is missing
          policies: [plain]        | policies: []                       | small.yaml:3:11: policies must hold 1 to 10000 values, not 0
          policies: [plain]        | policies: [plain, plain]           | small.yaml:3:11: policies holds plain twice
          policies: [plain]        | policies: plain                    | small.yaml:3:11: policies must be a list, not "plain"
          policies: [plain]        | policies: [[plain]]                | small.yaml:3:12: policies[0] must be text, not a list
          policies: [plain]        | {}                                 | small.yaml:4:1: while scanning a simple key, could not find expected ':'
          gpu: 4                   | gpu: -4                            | small.yaml:1:47: cluster.nodes[0].resources.gpu cannot be negative, but is -4
          gpu: 4                   | gpu: .nan                          | small.yaml:1:47: cluster.nodes[0].resources.gpu must be a number such as 2, or an amount with a unit such as 64GiB, not ".nan"
          gpu: 4                   | gpu: 64XB                          | small.yaml:1:47: cluster.nodes[0].resources.gpu must be a number such as 2, or an amount with a unit such as 64GiB, not "64XB"
          gpu: 4                   | "g p u": 4                         | small.yaml:1:41: cluster.nodes[0].resources: resource name "g p u" has the character ' '; letters, digits and
          count: 2                 | count: 0                           | small.yaml:1:27: cluster.nodes[0].count must be between 1 and 1000000, not 0
          count: 2                 | count: 2000000                     | small.yaml:1:27: cluster.nodes[0].count must be between 1 and 1000000, not 2000000
          {nodes: [{count: 2, resources: {gpu: 4}}]} | {}               | small.yaml:1:10: cluster: a cluster has either nodes or a capacity
          {nodes: [{count: 2, resources: {gpu: 4}}]} | {nodes: []}      | small.yaml:1:10: cluster: a cluster needs at least one node
          {nodes: [{count: 2, resources: {gpu: 4}}]} | {nodes: [{id: a, resources: {gpu: 1}}, {id: a, resources: {gpu: 1}}]} | small.yaml:1:10: cluster: two nodes are named a
          {jobs: [{id: a, worker: {gpu: 1}, work: 10}]} | {}            | small.yaml:2:11: workload: a workload is one of trace, generate, jobs; this has 0 of them
          {jobs: [{id: a, worker: {gpu: 1}, work: 10}]} | {jobs: []}    | small.yaml:2:18: workload.jobs must hold at least one job
          {jobs: [{id: a, worker: {gpu: 1}, work: 10}]} | {trace: no.csv} | small.yaml:2:19: workload.trace: there is no trace
          {jobs: [{id: a, worker: {gpu: 1}, work: 10}]} | {trace: small.yaml, format: philyl} | small.yaml:2:39: workload.format: unknown trace format "philyl"; did you mean "philly"? known:
          {jobs: [{id: a, worker: {gpu: 1}, work: 10}]} | {trace: small.yaml} | small.yaml: is not a trace of a known format; known: csv, ductile, helios
          """)
  void aMistakeInClusterPoliciesOrWorkloadIsOneLine(String good, String bad, String message) {
    requireRefused(good, bad, message);
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          worker: {gpu: 1}         | worker: {}                         | small.yaml:2:19: workload.jobs[0]: job a has workers that need nothing
          worker: {gpu: 1}         | worker: {gpus: 1}                  | small.yaml:2:19: workload.jobs[0]: job a can never run: needs 1 × gpus, and no node has any; did you mean "gpu"?
          work: 10                 | work: 10, limit: {gpus: 3}         | small.yaml:2:19: workload.jobs[0]: job a has a limit of gpus, and no node has any; did you mean "gpu"?
          id: a, worker: {gpu: 1}, | id: a,                             | small.yaml:2:19: workload.jobs[0].worker is missing
          id: a                    | id: a b                            | small.yaml:2:19: workload.jobs[0]: job name "a b" has the character ' '; letters, digits and . _ - : / @ + are
          work: 10                 | work: 0                            | small.yaml:2:51: workload.jobs[0].work must be a finite number of steps above 0, not 0.0
          work: 10                 | work: -1                           | small.yaml:2:51: workload.jobs[0].work must be a finite number of steps above 0, not -1.0
          work: 10                 | work: ten                          | small.yaml:2:51: workload.jobs[0].work must be a number of steps such as 3000, or a group such as {total: 90, unit: epochs}, not "ten"
          work: 10                 | work: {total: 10, done: 3}         | small.yaml:2:69: workload.jobs[0].work.done must be 0 for a job that has not begun, not 3.0
          work: 10                 | work: {total: 10, done: 30}        | small.yaml:2:69: workload.jobs[0].work.done must be between 0 and the total of 10.0, not 30.0
          work: 10                 | work: {total: 10, feedback: 30}    | small.yaml:2:19: workload.jobs[0]: early feedback must take between 0 and 10.0 steps, not 30.0
          work: 10                 | work: 10, bounds: {workers: {min: 5, max: 2}} | small.yaml:2:79: workload.jobs[0].bounds.workers.min is 5, above max 2
          work: 10                 | work: 10, bounds: {workers: {max: 0}} | small.yaml:2:19: workload.jobs[0]: a job needs at least one worker to run, but its bounds allow 0
          work: 10                 | work: 10, bounds: {workers: {max: 2, allowed: [1, 4]}} | small.yaml:2:19: workload.jobs[0]: allowed size 4 is not between min 1 and max 2
          work: 10                 | work: 10, bounds: {workers: {allowed: []}} | small.yaml:2:83: workload.jobs[0].bounds.workers.allowed lists no size
          work: 10                 | work: 10, bounds: {servers: {min: 1}} | small.yaml:2:19: workload.jobs[0]: it has servers, so it needs the key server: the resources of one server
          work: 10                 | work: 10, bounds: {workers: {max: 2}}, request: {workers: 4} | small.yaml:2:19: workload.jobs[0]: job a requests 4, which its bounds 1 to 2 do not allow
          work: 10                 | work: 10, shape: all-reduce, server: {cpu: 1}, bounds: {servers: {min: 1}} | small.yaml:2:19: workload.jobs[0]: job a is all-reduce, so it has no servers; its bounds ask for up to 1. Mayb
          work: 10                 | work: 10, shape: ring              | small.yaml:2:62: workload.jobs[0].shape must not be "ring"; known: all-reduce, parameter-server
          work: 10                 | work: 10, speed: {model: doublin}  | small.yaml:2:70: workload.jobs[0].speed.model: unknown speed model "doublin"; did you mean "doubling"? known:
          work: 10                 | work: 10, speed: {model: doubling} | small.yaml:2:62: workload.jobs[0].speed.first is missing
          work: 10                 | work: 10, program: {command: []}   | small.yaml:2:74: workload.jobs[0].program.command must begin with a program to run
          work: 10                 | work: 10, program: {command: [a], progress: "x"} | small.yaml:2:89: workload.jobs[0].program.progress must be json, or a regular expression with a group (?<step>
          work: 10                 | work: 10, program: {command: [a], progress: "("} | small.yaml:2:89: workload.jobs[0].program.progress is not a regular expression: Unclosed group near 1 in "("
          work: 10                 | work: 10, program: {command: [a], stall: 0} | small.yaml:2:19: workload.jobs[0]: a program needs grace >= 0, stall > 0 and restarts >= 0, not PT30S, PT0S an
          work: 10                 | work: 10, running: {workers: 1}    | small.yaml:2:55: unknown key "running" in workload.jobs[0]; known: after, arrived, bounds, cooldown, deviceType, expectedSpeed, gang, id
          work: 10}                | work: 10}, {id: a, worker: {gpu: 1}, work: 1} | small.yaml:2:56: workload.jobs[1]: the name a belongs to workload.jobs[0] already
          """)
  void aMistakeInAJobIsOneLine(String good, String bad, String message) {
    requireRefused(good, bad, message);
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          [plain]                  | `[plain]\nrescale: {cost: fast}`   | small.yaml:4:17: rescale.cost must be a duration
          [plain]                  | `[plain]\nrescale: {cost: []}`     | small.yaml:4:17: rescale.cost: a measured cost needs 1 to 100000 samples, not 0
          [plain]                  | `[plain]\ndecisions: {onEvents: false}` | small.yaml:4:12: decisions: a policy that is asked neither on events nor at intervals never decides
          [plain]                  | `[plain]\nnoise: {perRun: -0.1}`   | small.yaml:4:17: noise.perRun must be between 0 and 10.0, not -0.1
          [plain]                  | `[plain]\ncolocation: 1`           | small.yaml:4:13: colocation must be at least 0 and below 1, not 1.0
          [plain]                  | `[plain]\nfailures: {repair: -1s}` | small.yaml:4:20: failures.repair must be a duration
          [plain]                  | `[plain]\nfeedback: {kill: 2}`     | small.yaml:4:18: feedback.kill must be between 0 and 1, not 2.0
          [plain]                  | `[plain]\nlimits: {decisions: 0}`  | small.yaml:4:9: limits: limits need a horizon and a number of decisions above zero
          [plain]                  | `[plain]\nseeds: [1, 1]`           | small.yaml:4:8: seeds holds 1 twice
          [plain]                  | `[plain]\nseeds: [one]`            | small.yaml:4:9: seeds[0] must be a whole number, not "one"
          [plain]                  | `[plain]\nloads: [0]`              | small.yaml:4:8: loads must be finite numbers above 0, not 0.0
          [plain]                  | `[plain]\nshadow: {}`              | small.yaml:4:9: shadow.policy is missing
          [plain]                  | `[plain]\nshadow: {policy: plain}` | small.yaml:4:18: shadow.policy: policy plain is one of policies already; a policy in shadow is another one, or has other settings
          [plain]                  | `[plain]\nshadow: {policy: plane}` | small.yaml:4:18: shadow.policy: unknown policy "plane"; did you mean "plain"?
          [plain]                  | `[plain]\nshadow: {policy: {name: tuned}, promote: {windows: 2}}` | small.yaml:4:52: shadow.promote.windows must be between 3 and 10000, not 2
          [plain]                  | `[plain]\nshadow: {policy: {name: tuned}, promote: {after: 0s}}` | small.yaml:4:50: shadow.promote.after must be above zero, not PT0S
          [plain]                  | `[plain]\nshadow: {policy: {name: tuned}, fallback: {drop: 2}}` | small.yaml:4:50: shadow.fallback.drop must be between 0 and 1, not 2.0
          [plain]                  | `[plain]\nplacement: {name: spread, by: 2}` | small.yaml:4:27: unknown key "by" in placement
          """)
  void aMistakeInCostsFailuresOrLimitsIsOneLine(String good, String bad, String message) {
    requireRefused(good, bad, message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"arrived: -2, work: 10, quue: b", "work: -1"})
  void allMistakesOfAJobAreFound(String own) {
    String job = "{id: a, %s, worker: {gpu: x}, minimumRun: y}".formatted(own);
    String bad = SMALL.replace("{id: a, worker: {gpu: 1}, work: 10}", job);
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> read(bad))
        .satisfies(all ->
            assertThat(all.mistakes())
                .extracting(InputException::getMessage)
                .hasSize(own.contains("quue") ? 4 : 3)
                .anyMatch(message -> message.matches(".*: workload.jobs.0..(arrived|work) .*"))
                .anyMatch(message -> message.contains("worker.gpu must"))
                .anyMatch(message -> message.contains("minimumRun must")));
  }

  private void requireRefused(String good, String bad, String message) {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> read(SMALL.replace(good, bad.replace("\\n", "\n"))))
        .satisfies(
            mistake -> assertThat(mistake.getMessage()).doesNotContain("\n").contains(message));
  }

  private void read(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("small.yaml"), text);
    ScenarioFile.read(file, Plugins.catalog());
  }
}
