package dev.ductile.policies.lin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.Sketch;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Lin et al., Section IV-A and IV-B, on curves that can be followed by hand. */
class HeuristicsTest {
  /** On the first node a job is alone, on two it has a server and a worker; then it saturates. */
  private static final double[] CURVE = {120, 120, 60, 42, 34, 30, 29, 28.9, 28.8, 28.7};

  @Test
  void the_knee_is_where_the_next_node_saves_too_little() {
    Policy knee = Sketch.policy(new Knee(), new Knee.Settings(0.05, false, 0));

    assertThat(new Machine(10).job("a", CURVE).workers(knee)).isEqualTo(Map.of("a", 6));
    assertThat(new Machine(10).job("a", CURVE).reason(knee, "a"))
        .isEqualTo(
            "gets 6 (6 gpu, all on node-0): its knee: the next node would save 3.33 % of its time, less than 5 %");
  }

  @Test
  void a_plateau_on_the_first_nodes_is_before_the_knee() {
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
  void too_few_nodes_for_the_knee_are_used_as_far_as_they_help() {
    Policy knee = Sketch.policy(new Knee());

    assertThat(new Machine(5).job("a", CURVE).workers(knee)).isEqualTo(Map.of("a", 5));
    assertThat(new Machine(2).job("a", CURVE).workers(knee)).isEqualTo(Map.of("a", 1));
    assertThat(new Machine(5).job("a", CURVE).reason(knee, "a"))
        .endsWith("there are no more left for it, though its knee is at 7");
  }

  @Test
  void hell_weighs_time_against_efficiency() {
    Policy hell = Sketch.policy(new Hell());

    assertThat(new Machine(10).job("a", CURVE).workers(hell)).isEqualTo(Map.of("a", 6));
    assertThat(new Machine(10).job("a", CURVE).reason(hell, "a"))
        .isEqualTo(
            "gets 6 (6 gpu, all on node-0): time over efficiency is 45 s with 6 nodes and 49 s with 7");
    assertThat(new Machine(3).job("a", CURVE).workers(hell)).isEqualTo(Map.of("a", 3));
  }

  @Test
  void of_sizes_that_are_equally_good_the_least_is_taken() {
    assertThat(new Machine(16).job("root", 16, 100, StrictMath::sqrt).workers(policy(new Hell())))
        .isEqualTo(Map.of("root", 1));
  }

  @Test
  void equal_jobs_have_their_turn_in_the_order_in_which_they_came() {
    Machine machine =
        new Machine(13).job("b", CURVE).job("a", CURVE).job("c", CURVE).job("d", CURVE);

    assertThat(machine.workers(policy(new Hell())).toString()).isEqualTo("{b=6, a=6, c=1}");
    assertThat(machine.reason(policy(new Hell()), "d"))
        .isEqualTo(
            "waits: c goes first: its time over efficiency is 2 min, here it would be 2 min; needs 1 gpu, and 0 is free");
  }

  @Test
  void who_cannot_have_its_best_size_any_more_ranks_by_what_it_can_have() {
    Machine machine =
        new Machine(10)
            .job("first", 50, 25, 13, 8)
            .job("wide", 200, 190, 170, 150, 130, 110, 40, 9)
            .job("steady", 100, 100, 100);

    assertThat(machine.workers(Sketch.policy(new Knee())).toString())
        .isEqualTo("{first=4, steady=1, wide=5}");
  }

  @Test
  void srpt_gives_all_to_the_shortest() {
    Machine machine = new Machine(8).job("long", CURVE).job("short", 20, 15, 12, 11.9);

    assertThat(machine.workers(policy(new Srpt())).toString()).isEqualTo("{short=4, long=4}");
  }

  /** Four nodes make it slow, and the two that are left when the first has its two do not. */
  @Test
  void srpt_looks_again_at_who_is_faster_with_fewer() {
    Machine machine =
        new Machine(4).job("first", 5, 4).job("bumpy", 6, 6, 6, 20).job("steady", 10, 10);

    assertThat(machine.workers(policy(new Srpt())).toString()).isEqualTo("{first=2, bumpy=2}");
  }

  /** Speeds 10, 5, 6 and 6.01: the knee is at three, and one is the fastest of these. */
  @Test
  void up_to_the_knee_the_fastest_is_taken() {
    Machine machine = new Machine(4).job("dip", 1 / 10.0, 1 / 5.0, 1 / 6.0, 1 / 6.01);

    assertThat(machine.workers(policy(new Knee()))).isEqualTo(Map.of("dip", 1));
    assertThat(machine.reason(policy(new Knee()), "dip"))
        .endsWith(": the fastest size up to its knee, which is at 3");
  }

  @Test
  void hell_says_so_where_there_are_too_few() {
    assertThat(new Machine(3).job("a", CURVE).reason(policy(new Hell()), "a"))
        .endsWith(
            ": time over efficiency is 1 min 30 s with 3 nodes, and there are no more left for it");
  }

  @Test
  void what_is_left_goes_to_who_ends_first_with_the_fewest_of_it() {
    Machine machine = new Machine(9).job("a", CURVE).job("b", 40, 20, 19.9, 19.8, 19.8);
    Policy filling = Sketch.policy(new Hell(), new Hell.Settings(true, 0));

    assertThat(machine.workers(policy(new Hell()))).isEqualTo(Map.of("a", 6, "b", 2));
    assertThat(machine.workers(filling)).isEqualTo(Map.of("a", 6, "b", 3));
    assertThat(machine.reason(filling, "b")).contains("would end before all others with 1 more");
  }

  @Test
  void gamma_lets_new_jobs_before_old_ones() {
    Machine machine =
        new Machine(6)
            .job("old", 6, 100, workers -> workers / 10.0)
            .done(75)
            .job("new", 6, 30, workers -> workers / 10.0);

    assertThat(machine.workers(policy(new Hell()))).isEqualTo(Map.of("old", 6));
    assertThat(machine.workers(Sketch.policy(new Hell(), new Hell.Settings(false, 0.5))))
        .isEqualTo(Map.of("new", 6));
  }

  /** The old job has 25 steps to go, 50 by gamma: 100 s with one node. */
  @Test
  void reasons_tell_the_time_that_is_left_and_not_what_gamma_makes_of_it() {
    Machine machine =
        new Machine(1)
            .job("old", 1, 100, workers -> workers / 10.0)
            .done(75)
            .job("new", 1, 90, workers -> workers / 10.0);
    Policy knee = Sketch.policy(new Knee(), new Knee.Settings(0.01, false, 0.5));
    Policy srpt = Sketch.policy(new Srpt(), new Srpt.Settings(0.5));

    assertThat(machine.reason(srpt, "old")).endsWith("this one in 4 min 10 s");
    assertThat(machine.reason(knee, "new"))
        .contains("old goes first: its time left, longer by gamma 0.5, is 8 min 20 s, here it");
  }

  /** An odd number of nodes makes it fast, an even one stops it: with one it ends in 0.05 s. */
  @Test
  void srpt_sees_that_a_job_has_become_faster_by_what_others_took() {
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
  void a_job_with_nothing_left_to_do_has_a_time_whatever_gamma() {
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
  void impossible_settings_are_refused() {
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
