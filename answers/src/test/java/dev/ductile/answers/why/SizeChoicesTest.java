package dev.ductile.answers.why;

import static dev.ductile.answers.StateFixture.job;
import static dev.ductile.answers.StateFixture.state;
import static dev.ductile.answers.why.WhyFixture.why;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.answers.forecast.LiveState;
import dev.ductile.api.Job;
import dev.ductile.api.ManualOverride;
import dev.ductile.api.Size;
import dev.ductile.rest.SizeChoice;
import dev.ductile.rest.Why;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The sizes beside the present one, when something else than the policy forbids them. */
final class SizeChoicesTest {
  @Test
  void theQuotaOfAnOwnerIsNamed() {
    Why why =
        why(
            state(
                "max-min",
                """
                time: 3600
                cluster: {nodes: [{count: 1, resources: {gpu: 8}}]}
                queues: [{name: default, weight: 1, userQuota: {gpu: 4}}]
                jobs:
                  - {id: eight, owner: ada, arrived: 0, worker: {gpu: 1}, bounds: {workers: {min: 1, max: 8}}, work: 36000, running: {workers: 4, started: 0},
                     speed: {model: linear, stepsPerSecond: 1}}
                """),
            "eight");

    assertThat(why.sentence())
        .contains("owner ada uses 4 gpu in queue default, where each owner may use 4 gpu");
    assertThat(sentence(why, 5))
        .endsWith(
            "exceeds the quota of its owner: ada uses 4 gpu in queue default, where each owner may use"
                + " 4 gpu");
  }

  @Test
  void aSizeThatIsFixedByHandIsNotBlamedOnTheBounds() {
    LiveState state =
        state(
            "max-min",
            """
            time: 3600
            cluster: {nodes: [{count: 1, resources: {gpu: 8}}]}
            jobs:
              - {id: digits, arrived: 0, worker: {gpu: 1}, bounds: {workers: {min: 1, max: 3}}, work: 36000, running: {workers: 3, started: 0},
                 speed: {model: linear, stepsPerSecond: 1}}
            """);

    Why why = why(fixed(state, Size.workers(1)), "digits");

    assertThat(why.sentence()).contains("its size is fixed by hand");
    assertThat(why.sentence()).doesNotContain("bounds");
    assertThat(sentence(why, 2))
        .endsWith(
            "its size is fixed by hand at 1 worker; 'ductile unscale digits' lets the policy choose"
                + " again");
    assertThat(sentence(why, 4)).endsWith("not allowed: its bounds are 1 to 3");
  }

  private static LiveState fixed(LiveState state, Size size) {
    Job job = state.find(job("digits")).orElseThrow();
    Job fixed =
        job.with(job.spec().fixedAt(size), new ManualOverride(false, Optional.of(job.spec())));
    return state.with(state.cluster().withJobs(state.cluster().jobs().with(fixed)));
  }

  private static String sentence(Why why, int workers) {
    return why.sizes().stream()
        .filter(choice -> choice.size().workers() == workers)
        .map(SizeChoice::sentence)
        .findFirst()
        .orElseThrow();
  }
}
