package dev.ductile.answers.why;

import static dev.ductile.answers.StateFixture.job;
import static dev.ductile.answers.StateFixture.state;
import static dev.ductile.answers.why.WhyFixture.kinds;
import static dev.ductile.answers.why.WhyFixture.only;
import static dev.ductile.answers.why.WhyFixture.why;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.answers.forecast.LiveState;
import dev.ductile.api.Dependency;
import dev.ductile.api.Job;
import dev.ductile.rest.Why;
import java.util.List;
import org.junit.jupiter.api.Test;

final class QueueBlockersTest {
  @Test
  void aQuotaNamesTheUseOfTheQueue() {
    Why why =
        why(
            state(
                "fifo",
                """
                time: 3600
                cluster: {nodes: [{count: 2, resources: {gpu: 4}}]}
                queues: [{name: research, quota: {gpu: 3}}]
                jobs:
                  - {id: a, queue: research, arrived: 0, worker: {gpu: 1}, request: {workers: 2}, work: 3600, running: {workers: 2, started: 0}}
                  - {id: asks, queue: research, arrived: 3000, worker: {gpu: 1}, request: {workers: 2}, bounds: {workers: {min: 2, max: 2}}, work: 60}
                """),
            "asks");

    assertThat(kinds(why)).containsExactly("quota");
    assertThat(only(why).sentence())
        .isEqualTo("queue research uses 2 gpu of its quota of 3 gpu, and it needs 2 gpu");
    assertThat(only(why).jobs()).containsExactly("a");
    assertThat(why.advice()).contains("with a least size of 1 worker it would start now");
  }

  @Test
  void aQuotaOfOwnersCountsTheJobsOfOneOwner() {
    Why why =
        why(
            state(
                "fifo",
                """
                time: 3600
                cluster: {nodes: [{count: 2, resources: {gpu: 4}}]}
                queues: [{name: research, userQuota: {gpu: 2}}]
                jobs:
                  - {id: a, owner: ada, queue: research, arrived: 0, worker: {gpu: 1}, request: {workers: 2}, work: 3600, running: {workers: 2, started: 0}}
                  - {id: b, owner: ben, queue: research, arrived: 0, worker: {gpu: 1}, request: {workers: 2}, work: 3600, running: {workers: 2, started: 0}}
                  - {id: asks, owner: ada, queue: research, arrived: 3000, worker: {gpu: 1}, request: {workers: 2}, work: 60}
                """),
            "asks");

    assertThat(only(why).sentence())
        .isEqualTo(
            "owner ada uses 2 gpu in queue research, where each owner may use 2 gpu, and it needs 1 gpu");
    assertThat(only(why).jobs()).containsExactly("a");
  }

  @Test
  void aHeldJobSaysHowToResumeIt() {
    Why why =
        why(
            state(
                "fifo",
                """
                cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
                jobs: [{id: asks, worker: {gpu: 1}, work: 60, held: true}]
                """),
            "asks");

    assertThat(kinds(why)).containsExactly("hold");
    assertThat(why.advice()).containsExactly("ductile resume asks lets it compete for resources");
    assertThat(why.forecast().orElseThrow().sentence())
        .isEqualTo("does not start while it is held");
  }

  @Test
  void aJobWaitsForTheEndOfOthers() {
    LiveState others =
        state(
            "fifo",
            """
            time: 3600
            cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
            jobs:
              - {id: first, arrived: 0, worker: {gpu: 1}, request: {workers: 1}, work: {total: 600, done: 0}, running: {workers: 1, started: 3600},
                 speed: {model: linear, stepsPerSecond: 1}}
              - {id: asks, arrived: 0, worker: {gpu: 1}, request: {workers: 1}, work: 60, speed: {model: linear, stepsPerSecond: 1}}
            """);
    Job asks = others.find(job("asks")).orElseThrow();
    Dependency after = new Dependency(job("first"), Dependency.Condition.SUCCEEDED);
    Job dependent = asks.with(asks.spec().withAfter(List.of(after)), asks.manualOverride());
    Why why =
        why(
            others.with(others.cluster().withJobs(others.cluster().jobs().with(dependent))),
            "asks");

    assertThat(only(why).sentence()).isEqualTo("waits for the end of first");
    assertThat(only(why).jobs()).containsExactly("first");
    assertThat(why.forecast().orElseThrow().sentence())
        .isEqualTo("starts with 1 worker at about 01:10; ends at about 01:11");
  }

  @Test
  void anIncompleteGangCountsItsJobs() {
    Why why =
        why(
            state(
                "fifo",
                """
                cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
                jobs:
                  - {id: asks, worker: {gpu: 1}, work: 60, gang: {name: trio, members: 3}}
                  - {id: other, worker: {gpu: 1}, work: 60, gang: {name: trio, members: 3}}
                """),
            "asks");

    assertThat(only(why).sentence()).isEqualTo("of its gang trio, 2 of 3 jobs are submitted");
    assertThat(only(why).jobs()).containsExactly("other");
  }
}
