package dev.ductile.policies.lin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.Sketch;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Lin et al., Section IV-A and IV-B, on curves that are easy to follow by hand. */
class HeuristicsTest {
  /** On the first node a job is alone, on two it has a server and a worker; then it saturates. */
  private static final double[] CURVE = {120, 120, 60, 42, 34, 30, 29, 28.9, 28.8, 28.7};

  @Test
  void theKneeIsTheSizeAtWhichTheNextNodeSavesTooLittle() {
    Policy knee = Sketch.policy(new Knee(), new Knee.Settings(0.05, false, 0));

    assertThat(new Machine(10).job("a", CURVE).workers(knee)).isEqualTo(Map.of("a", 6));
    assertThat(new Machine(10).job("a", CURVE).reason(knee, "a"))
        .isEqualTo(
            "gets 6 (6 gpu, all on node-0): this is its knee: the next node would save 3.33 % of its time, less than 5 %");
  }

  @Test
  void aPlateauOnTheFirstNodesIsBeforeTheKnee() {
    Policy knee = Sketch.policy(new Knee());

    assertThat(new Machine(10).job("fast-at-last", 90, 90, 90, 20, 20).workers(knee))
        .isEqualTo(Map.of("fast-at-last", 4));
    assertThat(new Machine(10).job("flat", 90, 90, 90).workers(knee)).isEqualTo(Map.of("flat", 1));
    assertThat(new Machine(10).job("slower", 90, 95, 99).workers(knee))
        .isEqualTo(Map.of("slower", 1));
    assertThat(new Machine(10).job("to-the-top", 90, 45, 30).workers(knee))
        .isEqualTo(Map.of("to-the-top", 3));
  }

  @Test
  void withTooFewNodesForItsKneeAJobGetsTheFastestSize() {
    Policy knee = Sketch.policy(new Knee());

    assertThat(new Machine(5).job("a", CURVE).workers(knee)).isEqualTo(Map.of("a", 5));
    assertThat(new Machine(2).job("a", CURVE).workers(knee)).isEqualTo(Map.of("a", 1));
    assertThat(new Machine(5).job("a", CURVE).reason(knee, "a"))
        .endsWith("too few nodes are left to reach its knee at 7 nodes");
  }

  @Test
  void hellWeighsTimeAgainstEfficiency() {
    Policy hell = Sketch.policy(new Hell());

    assertThat(new Machine(10).job("a", CURVE).workers(hell)).isEqualTo(Map.of("a", 6));
    assertThat(new Machine(10).job("a", CURVE).reason(hell, "a"))
        .isEqualTo(
            "gets 6 (6 gpu, all on node-0): time over efficiency is 45 s with 6 nodes and 49.1 s with 7");
    assertThat(new Machine(3).job("a", CURVE).workers(hell)).isEqualTo(Map.of("a", 3));
  }

  @Test
  void comparedTimesAreInOneUnit() {
    Machine machine = new Machine(10).job("a", 6000, 5400, 2000, 1500);

    assertThat(machine.reason(policy(new Hell()), "a"))
        .endsWith(": time over efficiency is 25 min with 4 nodes and 33.3 min with 3");
  }

  @Test
  void ofEquallyGoodSizesTheLeastIsTaken() {
    assertThat(new Machine(16).job("root", 16, 100, StrictMath::sqrt).workers(policy(new Hell())))
        .isEqualTo(Map.of("root", 1));
  }

  @Test
  void equalJobsAreServedInOrderOfArrival() {
    Machine machine =
        new Machine(13).job("b", CURVE).job("a", CURVE).job("c", CURVE).job("d", CURVE);

    assertThat(machine.workers(policy(new Hell())).toString()).isEqualTo("{b=6, a=6, c=1}");
    assertThat(machine.reason(policy(new Hell()), "d"))
        .isEqualTo(
            "waits: c comes first: its time over efficiency is 2 min, and this job's would be 2 min; needs 1 gpu, and 0 are free");
  }

  @Test
  void aJobRanksByItsBestAvailableSize() {
    Machine machine =
        new Machine(10)
            .job("first", 50, 25, 13, 8)
            .job("wide", 200, 190, 170, 150, 130, 110, 40, 9)
            .job("steady", 100, 100, 100);

    assertThat(machine.workers(Sketch.policy(new Knee())).toString())
        .isEqualTo("{first=4, steady=1, wide=5}");
  }

  @Test
  void srptGivesAllToTheShortest() {
    Machine machine = new Machine(8).job("long", CURVE).job("short", 20, 15, 12, 11.9);

    assertThat(machine.workers(policy(new Srpt())).toString()).isEqualTo("{short=4, long=4}");
  }

  /** Four nodes slow it down; the two that the first job leaves do not. */
  @Test
  void srptRanksAJobAgainThatIsFasterWithFewerNodes() {
    Machine machine =
        new Machine(4).job("first", 5, 4).job("bumpy", 6, 6, 6, 20).job("steady", 10, 10);

    assertThat(machine.workers(policy(new Srpt())).toString()).isEqualTo("{first=2, bumpy=2}");
  }

  /** Speeds 10, 5, 6 and 6.01: the knee is at three, and one is the fastest of these sizes. */
  @Test
  void theFastestSizeUpToTheKneeIsTaken() {
    Machine machine = new Machine(4).job("dip", 1 / 10.0, 1 / 5.0, 1 / 6.0, 1 / 6.01);

    assertThat(machine.workers(policy(new Knee()))).isEqualTo(Map.of("dip", 1));
    assertThat(machine.reason(policy(new Knee()), "dip"))
        .endsWith(": this is the fastest size up to its knee at 3 nodes");
  }

  @Test
  void tooFewNodesAreTheReasonOfHell() {
    assertThat(new Machine(3).job("a", CURVE).reason(policy(new Hell()), "a"))
        .endsWith(
            ": time over efficiency is 1 min 30 s with 3 nodes, and too few nodes are left for more");
  }

  @Test
  void leftoverNodesGoToTheJobThatEndsFirstWithTheFewest() {
    Machine machine = new Machine(9).job("a", CURVE).job("b", 40, 20, 19.9, 19.8, 19.8);
    Policy filling = Sketch.policy(new Hell(), new Hell.Settings(true, 0));

    assertThat(machine.workers(policy(new Hell()))).isEqualTo(Map.of("a", 6, "b", 2));
    assertThat(machine.workers(filling)).isEqualTo(Map.of("a", 6, "b", 3));
    assertThat(machine.reason(filling, "b"))
        .contains("with 1 more node, left over by the rule, it ends before all other jobs");
  }

  @Test
  void gammaPutsNewJobsBeforeOldOnes() {
    Machine machine =
        new Machine(6)
            .job("old", 6, 100, workers -> workers / 10.0)
            .done(75)
            .job("new", 6, 30, workers -> workers / 10.0);

    assertThat(machine.workers(policy(new Hell()))).isEqualTo(Map.of("old", 6));
    assertThat(machine.workers(Sketch.policy(new Hell(), new Hell.Settings(false, 0.5))))
        .isEqualTo(Map.of("new", 6));
  }

  /** The old job has 25 steps left, 50 by gamma: 100 s with one node. */
  @Test
  void reasonsHaveTheTrueRemainingTimeWithoutGamma() {
    Machine machine =
        new Machine(1)
            .job("old", 1, 100, workers -> workers / 10.0)
            .done(75)
            .job("new", 1, 90, workers -> workers / 10.0);
    Policy knee = Sketch.policy(new Knee(), new Knee.Settings(0.01, false, 0.5));
    Policy srpt = Sketch.policy(new Srpt(), new Srpt.Settings(0.5));

    assertThat(machine.reason(srpt, "old")).endsWith("this one, in 4 min 10 s");
    assertThat(machine.reason(knee, "new"))
        .contains(
            "old comes first: its remaining time, with gamma 0.5, is 8.33 min, and this job's");
  }

  /** An odd number of nodes makes it fast, an even one stops it: with one it ends in 0.05 s. */
  @Test
  void srptRanksAJobFirstThatBecameFasterAsNodesWereTaken() {
    Machine machine =
        new Machine(10)
            .job("quick", 8, 1e-6, workers -> workers)
            .job("odd", 7, 1, workers -> workers % 2 == 0 ? 0 : 20 * workers)
            .job("middle", 1, 1, workers -> 10)
            .job("slow", 2, 1e6, workers -> workers);

    assertThat(machine.workers(Sketch.policy(new Srpt())))
        .isEqualTo(Map.of("quick", 8, "odd", 1, "middle", 1));
  }

  @Test
  void aJobWithoutRemainingWorkHasATimeAtAnyGamma() {
    for (double gamma : new double[] {0.5, 1, 100}) {
      var over = new Machine(4).job("over", 4, 100, workers -> workers).done(100).job("b", 9, 8);
      Policy hell = Sketch.policy(new Hell(), new Hell.Settings(true, gamma));
      Policy steepest =
          Sketch.policy(new Waterfill(), new Waterfill.Settings(Waterfill.Filling.STEEPEST, gamma));

      assertThat(over.workers(hell)).containsKey("over");
      assertThat(over.workers(steepest)).containsKeys("over", "b");
      assertThat(over.reason(steepest, "b")).doesNotContain("NaN");
    }
  }

  @Test
  void impossibleSettingsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Knee.Settings(0, false, 0))
        .withMessage("knee needs an alpha above 0 and below 1, not 0.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Hell.Settings(false, -1))
        .withMessage("hell needs a gamma between 0 and 100.0, not -1.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new MoldableKnee.Settings(0.1, 0.05, 0))
        .withMessage("moldable-knee needs an alphaLow of at most alphaHigh, not 0.1 above 0.05");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new JsqChunk.Settings(0))
        .withMessage("jsq-chunk needs a chunk of at least 1, not 0");
  }

  private static <S extends Record> Policy policy(PolicyProvider<S> provider) {
    return Sketch.policy(provider);
  }
}
