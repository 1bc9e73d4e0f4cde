package dev.ductile.learned.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.Progress;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlotRewardTest {
  private static final Instant START = Instant.EPOCH;
  private static final Instant END = START.plusSeconds(1200);

  private final SlotReward reward = new SlotReward();

  @Test
  void theRewardOfASlotIsTheSumOfThePartsOfTheWorkDoneInIt() {
    Job[] jobs = {job(0, 60, 3), job(1, 30, 1.5), job(2, 100, 0)};

    assertThat(sum(picture(START, jobs), picture(END, jobs))).isCloseTo(0.1, within(1e-9));
  }

  @Test
  void aJobThatEndsGivesTheRestOfItsWork() {
    Job[] jobs = {job(0, 60, 3), job(1, 30, 40)};
    reward.happened(new Event.Finished(START.plusSeconds(900), jobs[1].id()));

    assertThat(sum(picture(START, jobs), picture(END, jobs[0]))).isCloseTo(0.05 + 1, within(1e-9));
    assertThat(sum(picture(START, jobs), picture(END, jobs[0])))
        .as("the next slot")
        .isCloseTo(0.05, within(1e-9));
  }

  @Test
  void aJobThatFailsGivesNoReward() {
    Job[] jobs = {job(0, 60, 3), job(1, 30, 40)};
    reward.happened(new Event.Failed(START.plusSeconds(900), jobs[1].id(), "test"));

    assertThat(sum(picture(START, jobs), picture(END, jobs[0]))).isCloseTo(0.05, within(1e-9));
  }

  private double sum(Cluster before, Cluster after) {
    return reward.between(before, after).values().stream().mapToDouble(part -> part).sum();
  }

  private static Cluster picture(Instant now, Job... jobs) {
    return Cluster.of(now, Sketches.NODES, List.of(jobs));
  }

  /** A job that does a number of its steps in a slot. */
  private static Job job(long arrival, double steps, double done) {
    return Sketches.job(arrival, steps).with(new Progress(START, 0, done / 1200, 0, 1));
  }
}
