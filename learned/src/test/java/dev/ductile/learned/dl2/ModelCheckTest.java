package dev.ductile.learned.dl2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Notebook;
import dev.ductile.api.Plan;
import dev.ductile.api.Range;
import dev.ductile.api.Reason;
import dev.ductile.api.Reasons;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import dev.ductile.learned.model.StateFeature;
import dev.ductile.learned.slot.JobTypes;
import dev.ductile.learned.slot.RunTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelCheckTest {
  private static final Instant NOW = Instant.EPOCH;
  private static final Notebook<RunTime> NOTEBOOK = new Notebook<>("dl2", RunTime.class);
  private static final Reasons NO_REASON = _ -> Reason.of(Reason.Kind.PREFERS_OTHERS, "waits");
  private static final ModelCheck CHECK =
      new ModelCheck(
          List.of(
              new StateFeature("slotsRun", 1, 0, 50),
              new StateFeature("remainingSteps", 1, 0, 100),
              new StateFeature("workers", 1, 0, 8),
              new StateFeature("servers", 1, 0, 8)),
          new JobTypes(List.of("resnet", "bert"), 4),
          Duration.ofMinutes(20),
          NOTEBOOK);

  @Test
  void jobsAsInTrainingAreFamiliar() {
    assertThat(CHECK.unfamiliar(cluster(job("resnet-1", 100), job("bert-7", 109)))).isEmpty();
  }

  @Test
  void aJobOfAnUnknownTypeIsUnfamiliar() {
    assertThat(CHECK.unfamiliar(cluster(job("resnet-1", 50), job("gpt-2", 50))))
        .hasValue("gpt-2 is of the type gpt, which is not in training");
  }

  @Test
  void aJobWithFarMoreWorkThanInTrainingIsUnfamiliar() {
    assertThat(CHECK.unfamiliar(cluster(job("resnet-1", 111))))
        .hasValue("resnet-1 has remainingSteps 111, and 0 to 100 in training");
  }

  @Test
  void aJobThatHasRunFarLongerThanInTrainingIsUnfamiliar() {
    var sixtySlots = new RunTime(Duration.ofHours(20).toSeconds(), NOW);

    assertThat(CHECK.unfamiliar(cluster(job("resnet-1", 50).withNote("dl2", sixtySlots))))
        .hasValue("resnet-1 has slotsRun 60, and 0 to 50 in training");
  }

  @ParameterizedTest(name = "{0}+{1}")
  @CsvSource(
      textBlock =
          """
          1,  1, ''
          8,  4, ''
          9,  9, ''
          9,  0, resnet-1 gets 9
          10, 1, 'resnet-1 gets workers 10, and 0 to 8 in training'
          22, 2, resnet-1 gets 22+2
          1, 10, 'resnet-1 gets servers 10, and 0 to 8 in training'
          """)
  void aPlanIsPoorByTheSizesOfItsJobs(int workers, int servers, String expected) {
    Job job = job("resnet-1", 50);
    Allocation allocation = Allocation.on(new NodeId("node-0"), new Size(workers, servers));
    Plan plan = Plan.of(List.of(new Grant(job, allocation)), NO_REASON);

    assertThat(CHECK.poor(cluster(job), plan).orElse("")).startsWith(expected);
    assertThat(CHECK.poor(cluster(job), plan).isEmpty()).isEqualTo(expected.isEmpty());
  }

  @Test
  void aPlanThatLeavesAnIdleClusterIdleIsPoor() {
    Plan nothing = Plan.of(List.of(), NO_REASON);

    assertThat(CHECK.poor(cluster(job("bert-1", 5), job("bert-2", 5)), nothing))
        .hasValue("it gives nothing to any of 2 jobs");
    assertThat(CHECK.poor(cluster(), nothing)).isEmpty();
  }

  private static Job job(String name, double steps) {
    var demand = Demand.perWorker(Resources.gpus(1));
    JobSpec spec =
        JobSpec.of(
            new JobId(name),
            demand,
            new Bounds(Range.between(1, 40), Range.between(1, 40)),
            Work.steps(steps));
    return Job.submitted(spec, name.hashCode() & 0xff, NOW, _ -> 1, Duration.ZERO);
  }

  private static Cluster cluster(Job... jobs) {
    return Cluster.of(NOW, Nodes.uniform(1, Resources.gpus(64)), Stream.of(jobs).toList());
  }
}
