package dev.ductile.answers.why;

import static dev.ductile.answers.StateFixture.state;
import static dev.ductile.answers.why.WhyFixture.blocker;
import static dev.ductile.answers.why.WhyFixture.kinds;
import static dev.ductile.answers.why.WhyFixture.only;
import static dev.ductile.answers.why.WhyFixture.why;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.rest.Blocker;
import dev.ductile.rest.Why;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class WhyAnswersTest {
  @Test
  void missingCapacityNamesItsHoldersLargestFirst() {
    Why why =
        why(
            state(
                "fifo",
                """
                time: 3600
                cluster: {nodes: [{count: 2, resources: {gpu: 4, cpu: 8}}]}
                jobs:
                  - {id: small, arrived: 0, worker: {gpu: 1}, request: {workers: 2}, work: 3600, running: {workers: 2, started: 0},
                     speed: {model: linear, stepsPerSecond: 0.5}}
                  - {id: large, arrived: 0, worker: {gpu: 1}, request: {workers: 4}, work: 14400, running: {workers: 4, started: 0},
                     speed: {model: linear, stepsPerSecond: 0.5}}
                  - {id: asks, arrived: 3000, worker: {gpu: 1}, request: {workers: 4}, bounds: {workers: {min: 4, max: 4}}, work: 60,
                     speed: {model: linear, stepsPerSecond: 0.25}}
                """),
            "asks");

    Blocker capacity = only(why);
    assertThat(capacity.kind()).isEqualTo("capacity");
    assertThat(capacity.sentence())
        .isEqualTo("it needs 4 gpu, and 2 gpu are free; large and small hold the rest");
    assertThat(capacity.jobs()).containsExactly("large", "small");
    assertThat(capacity.needs()).isEqualTo(Map.of("gpu", 4.0));
    assertThat(capacity.free()).isEqualTo(Map.of("gpu", 2.0));
    assertThat(why.position()).contains(1);
    assertThat(why.advice()).contains("with a least size of 2 workers it would start now");
  }

  @Test
  void enoughInSumAndNoNodeWithRoomIsFragmentation() {
    Why why =
        why(
            state(
                "fifo",
                """
                time: 3600
                cluster: {nodes: [{count: 2, resources: {gpu: 4}}]}
                jobs:
                  - {id: a, arrived: 0, worker: {gpu: 3}, request: {workers: 1}, work: 3600, running: {on: [{node: node-0, workers: 1}], started: 0}}
                  - {id: b, arrived: 0, worker: {gpu: 3}, request: {workers: 1}, work: 3600, running: {on: [{node: node-1, workers: 1}], started: 0}}
                  - {id: asks, arrived: 3000, worker: {gpu: 2}, request: {workers: 1}, work: 60}
                """),
            "asks");

    assertThat(kinds(why)).containsExactly("fragmentation");
    assertThat(only(why).sentence())
        .isEqualTo(
            "it needs 2 gpu; in all 2 gpu are free, but not in parts that hold its tasks of 2 gpu:"
                + " the most that one node has free is 1 gpu");
    assertThat(only(why).nodes()).containsExactly("node-0", "node-1");
  }

  @Test
  void aLabelThatNoNodeHasIsNamed() {
    Why why =
        why(
            state(
                "fifo",
                """
                cluster: {nodes: [{count: 2, resources: {gpu: 4}, labels: {zone: a}}]}
                jobs: [{id: asks, worker: {gpu: 1}, work: 60, nodeLabels: {zone: b}}]
                """),
            "asks");

    assertThat(kinds(why)).containsExactly("nodes");
    assertThat(only(why).sentence())
        .isEqualTo("it requires zone=b, and none of the 2 nodes has that");
    assertThat(why.advice()).contains("without the labels zone=b it would start now");
  }

  @Test
  void aDrainedNodeThatCouldHoldItIsNamed() {
    Why why =
        why(
            state(
                "fifo",
                """
                time: 3600
                cluster: {nodes: [{count: 2, resources: {gpu: 4}}]}
                drained: [node-1]
                jobs:
                  - {id: a, arrived: 0, worker: {gpu: 1}, request: {workers: 3}, work: 3600, running: {on: [{node: node-0, workers: 3}], started: 0}}
                  - {id: asks, arrived: 3000, worker: {gpu: 1}, request: {workers: 2}, bounds: {workers: {min: 2, max: 2}}, work: 60}
                """),
            "asks");

    assertThat(kinds(why)).containsExactly("capacity", "nodes");
    assertThat(blocker(why, "nodes").sentence())
        .isEqualTo("it would fit with node-1, which is drained");
  }

  @Test
  void theEndOfAProtectionIsTold() {
    Why why =
        why(
            state(
                "srtf",
                """
                time: 3600
                cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
                jobs:
                  - {id: a, arrived: 0, worker: {gpu: 1}, request: {workers: 4}, work: 36000, minimumRun: 30m, running: {workers: 4, started: 3000},
                     speed: {model: linear, stepsPerSecond: 0.25}}
                  - {id: asks, arrived: 3000, worker: {gpu: 1}, request: {workers: 2}, work: 60, speed: {model: linear, stepsPerSecond: 0.5}}
                """),
            "asks");

    assertThat(kinds(why)).containsExactly("capacity", "protection");
    assertThat(blocker(why, "protection").sentence())
        .isEqualTo("no policy may change 1 job now: a until 01:20");
    assertThat(why.forecast().orElseThrow().sentence())
        .isEqualTo("starts with 2 workers at about 01:20; ends at about 01:21");
  }

  @Test
  void aJobThatMustNotBePassedComesBefore() {
    Why why =
        why(
            state(
                "fifo",
                """
                time: 3600
                cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
                jobs:
                  - {id: a, arrived: 0, worker: {gpu: 1}, request: {workers: 2}, work: 3600, running: {workers: 2, started: 0}}
                  - {id: wide, arrived: 10, worker: {gpu: 1}, request: {workers: 4}, work: 3600}
                  - {id: asks, arrived: 3000, worker: {gpu: 1}, request: {workers: 1}, work: 60}
                """),
            "asks");

    assertThat(kinds(why)).containsExactly("order");
    assertThat(only(why).jobs()).containsExactly("wide");
    assertThat(why.position()).contains(2);
    assertThat(why.waiting()).isEqualTo(2);
    assertThat(why.advice()).contains("with a priority of 1 in place of 0 it would start now");
  }

  @Test
  void allBlockersAreTold() {
    Why why =
        why(
            state(
                "fifo",
                """
                time: 3600
                cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
                queues: [{name: q, quota: {gpu: 4}}]
                jobs:
                  - {id: a, queue: q, arrived: 0, worker: {gpu: 1}, request: {workers: 3}, work: 3600, running: {workers: 3, started: 0}}
                  - {id: asks, queue: q, arrived: 3000, worker: {gpu: 1}, request: {workers: 2}, bounds: {workers: {min: 2, max: 2}}, work: 60, held: true,
                     gang: {name: pair, members: 2}}
                """),
            "asks");

    assertThat(kinds(why)).containsExactly("hold", "gang", "quota", "capacity");
    assertThat(why.sentence()).startsWith("waits: it is held").endsWith("and for 1 more cause");
  }

  @Test
  void aJobThatFitsStartsWithTheNextDecision() {
    Why why =
        why(
            state(
                "fifo",
                """
                cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
                jobs: [{id: asks, worker: {gpu: 1}, work: 60, speed: {model: linear, stepsPerSecond: 1}}]
                """),
            "asks");

    assertThat(why.blockers()).isEmpty();
    assertThat(why.sentence()).startsWith("starts with the next decision: ");
    assertThat(why.forecast().orElseThrow().sentence())
        .isEqualTo("starts with 1 worker now; ends in about 1 min");
  }

  @Test
  void aRunningJobShowsItsNeighbouringSizes() {
    Why why =
        why(
            state(
                "max-min",
                """
                time: 3600
                rescale: {checkpoint: 30s}
                cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
                jobs:
                  - {id: a, arrived: 0, worker: {gpu: 1}, bounds: {workers: {min: 1, max: 8}}, work: 36000, running: {workers: 2, started: 0},
                     speed: {model: linear, stepsPerSecond: 1, exponent: 0.5}}
                  - {id: b, arrived: 0, worker: {gpu: 1}, bounds: {workers: {min: 1, max: 8}}, work: 36000, running: {workers: 2, started: 0},
                     speed: {model: linear, stepsPerSecond: 1, exponent: 0.5}}
                """),
            "a");

    assertThat(why.sentence()).startsWith("has 2 workers: ");
    assertThat(why.sizes())
        .extracting(choice -> choice.size().workers() + " " + choice.sentence())
        .satisfiesExactly(
            one ->
                assertThat(one)
                    .isEqualTo(
                        "1 29.3 % slower than now; b would have 3 in place of 2; the change would pause it for 30 s"),
            one -> assertThat(one).startsWith("2 "),
            one ->
                assertThat(one)
                    .isEqualTo(
                        "3 22.5 % faster than now; b would have 1 in place of 2; the change would pause it for 30 s"));
  }

  @Test
  void aRunningJobThatAsksForMoreNamesTheHoldersOfTheRoom() {
    Why why =
        why(
            state(
                "fifo",
                """
                time: 3600
                cluster: {nodes: [{count: 2, resources: {gpu: 4}}]}
                jobs:
                  - {id: small, arrived: 0, worker: {gpu: 1}, request: {workers: 1}, work: 3600, running: {workers: 1, started: 0}}
                  - {id: large, arrived: 0, worker: {gpu: 1}, request: {workers: 4}, work: 14400, running: {workers: 4, started: 0}}
                  - {id: asks, arrived: 0, worker: {gpu: 1}, bounds: {workers: {min: 6, max: 6}}, work: 3600, running: {workers: 2, started: 0}}
                """),
            "asks");

    assertThat(why.sentence())
        .isEqualTo(
            "asked for 6 workers; keeps 2 until there is room for 4 more, held by large and small");
    assertThat(only(why).sentence())
        .isEqualTo(
            "it needs 6 gpu, and 3 gpu are free, what it holds included; large and small hold the"
                + " rest");
    assertThat(why.reason().orElseThrow().sentence())
        .isEqualTo(
            "keeps 2 until there is room for 6; at that size, it waits behind 2 jobs; needs 6 gpu,"
                + " and 3 are free");
  }

  @Test
  void theAnswerSaysOnceThatAJobWaits() {
    Why why =
        why(
            state(
                "fifo",
                """
                time: 3600
                cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
                queues: [{name: research, weight: 1}, {name: teaching, weight: 1}]
                jobs:
                  - {id: a, queue: research, arrived: 0, worker: {gpu: 1}, request: {workers: 2}, work: 3600, running: {workers: 2, started: 0}}
                  - {id: b, queue: teaching, arrived: 0, worker: {gpu: 1}, request: {workers: 2}, bounds: {workers: {min: 2, max: 2}}, work: 3600, running: {workers: 2, started: 0}}
                  - {id: asks, queue: research, arrived: 3000, worker: {gpu: 1}, request: {workers: 1}, work: 60}
                """),
            "asks");

    assertThat(kinds(why)).contains("share");
    assertThat(why.sentence())
        .isEqualTo(
            "waits: it needs 1 gpu, and no gpu is free; a and b hold them; queue research has 2 gpu"
                + " of its share of 2 gpu");
  }

  @Test
  void aWaitingJobHasItsBlockerAForecastAndAdvice() {
    Why why =
        why(
            state(
                "fifo",
                """
                time: 3600
                cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
                jobs:
                  - {id: a, arrived: 0, worker: {gpu: 1}, request: {workers: 3}, work: {total: 7200, done: 3600}, running: {workers: 3, started: 0},
                     speed: {model: linear, stepsPerSecond: 1, exponent: 0}}
                  - {id: asks, arrived: 3000, worker: {gpu: 1}, request: {workers: 2}, bounds: {workers: {min: 2, max: 2}}, work: 600,
                     speed: {model: linear, stepsPerSecond: 1, exponent: 0}}
                """),
            "asks");

    assertThat(why.position()).hasValue(1);
    assertThat(only(why).sentence())
        .isEqualTo("it needs 2 gpu, and 1 gpu is free; a holds the rest");
    assertThat(why.forecast().orElseThrow().sentence())
        .isEqualTo("starts with 2 workers at about 02:00; ends at about 02:10");
    assertThat(why.advice()).containsExactly("with a least size of 1 worker it would start now");
  }

  @Test
  void aFullClusterIsNotBlamedOnTheShareOfTheOnlyQueue() {
    String jobs =
        """
        time: 3600
        cluster: {nodes: [{count: 1, resources: {gpu: 8}}]}
        queues: [{name: default, weight: 1}]
        jobs:
          - {id: f1, arrived: 0, worker: {gpu: 3}, request: {workers: 1}, bounds: {workers: {min: 1, max: 1}}, work: 3600, running: {workers: 1, started: 0}}
          - {id: f2, arrived: 0, worker: {gpu: 3}, request: {workers: 1}, bounds: {workers: {min: 1, max: 1}}, work: 3600, running: {workers: 1, started: 0}}
          - {id: f3, arrived: 100, worker: {gpu: 3}, request: {workers: 1}, bounds: {workers: {min: 1, max: 1}}, work: 3600}
          - {id: whole, arrived: 200, worker: {gpu: 1}, request: {workers: 8}, bounds: {workers: {min: 8, max: 8}}, work: 3600}
        """;

    Why third = why(state("fifo", jobs), "f3");
    assertThat(third.reason().orElseThrow().kind()).isEqualTo("waiting-for-capacity");
    assertThat(only(third).sentence())
        .isEqualTo("it needs 3 gpu, and 2 gpu are free; f1 and f2 hold the rest");

    Why whole = why(state("fifo", jobs), "whole");
    assertThat(kinds(whole)).containsExactly("capacity", "order");
    assertThat(blocker(whole, "order").jobs()).containsExactly("f3");
  }
}
