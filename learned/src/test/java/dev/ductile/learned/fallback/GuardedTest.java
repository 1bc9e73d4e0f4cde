package dev.ductile.learned.fallback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Cluster;
import dev.ductile.api.Figure;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.learned.safety.TrialCluster;
import dev.ductile.scenario.Choice;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GuardedTest {
  private static final Policy SRTF = TrialCluster.policy(Choice.named("srtf"));
  private static final Policy FIFO = TrialCluster.policy(TrialCluster.TEACHER);

  @Test
  void soundDecisionsAreThoseOfThePolicy() {
    var guarded = new Guarded(SRTF, FIFO, DecisionCheck.NONE);

    for (Cluster picture : pictures()) {
      assertThat(guarded.decide(picture).grants()).isEqualTo(SRTF.decide(picture).grants());
      assertThat(Guarded.cause(guarded.decide(picture), Guarded.POOR)).isEmpty();
    }
  }

  @Test
  void theTeacherDecidesOnAnUnfamiliarPicture() {
    requireTeacher(
        SRTF,
        new DecisionCheck() {
          @Override
          public Optional<String> unfamiliar(Cluster cluster) {
            return Optional.of("no job is known");
          }
        },
        new Figure("unfamiliar", 1, "decisions of the teacher instead, because no job is known"));
  }

  @Test
  void theTeacherDecidesInPlaceOfAPoorPlan() {
    requireTeacher(
        SRTF,
        new DecisionCheck() {
          @Override
          public Optional<String> poor(Cluster cluster, Plan plan) {
            return Optional.of("a job has no server");
          }
        },
        new Figure("poor", 1, "decisions of the teacher instead, because a job has no server"));
  }

  @Test
  void theTeacherDecidesIfThePolicyFails() {
    requireTeacher(
        _ -> {
          throw new IllegalStateException("no weight is finite");
        },
        DecisionCheck.NONE,
        new Figure(
            "poor", 1, "decisions of the teacher instead, because it failed: no weight is finite"));
  }

  private static void requireTeacher(Policy policy, DecisionCheck check, Figure figure) {
    var guarded = new Guarded(policy, FIFO, check);
    for (Cluster picture : pictures()) {
      Plan plan = guarded.decide(picture);
      assertThat(plan.grants()).isEqualTo(FIFO.decide(picture).grants());
      assertThat(plan.figures()).endsWith(figure);
    }
  }

  private static List<Cluster> pictures() {
    var cluster = new TrialCluster(5, 20);
    cluster.alone();
    return cluster.pictures();
  }
}
