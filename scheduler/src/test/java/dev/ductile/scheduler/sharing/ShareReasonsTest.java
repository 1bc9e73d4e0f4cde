package dev.ductile.scheduler.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.JobState;
import dev.ductile.api.Queue;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Sharing;
import dev.ductile.api.Size;
import dev.ductile.scheduler.Decision;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Reasons of jobs that the shares of queues, or a full cluster, keep from resources. */
class ShareReasonsTest extends SharedNode {
  @Test
  void theReasonNamesTheShareThatWasRounded() {
    queues =
        List.of(Queue.sharing("blue", Sharing.weight(2)), Queue.sharing("red", Sharing.weight(1)));
    elastic("a", "blue", 6);
    elastic("b", "red", 4);

    assertThat(gpus()).containsEntry("a", 7).containsEntry("b", 3);
    assertThat(reason("b").sentence())
        .startsWith("gives resources back, because queue red held more than its share of 3.33 gpu");
  }

  @Test
  void theJobWithTheLatestCheckpointGivesBack() {
    elastic("a", "blue", 5);
    elastic("saved", "blue", 5);
    save("a", 240);
    save("saved", 3);
    elastic("b", "red", 0);

    assertThat(gpus()).containsEntry("a", 5).containsEntry("saved", 2).containsEntry("b", 3);
    assertThat(reason("saved").sentence())
        .startsWith(
            "gives resources back, because queue blue held more than its share of 7 gpu, and loses"
                + " 12 s of 5 devices; ");
    assertThat(reason("saved").values())
        .containsEntry("lostTime", 12.0)
        .containsEntry("lostDevices", 5L);
  }

  @Test
  void aProtectedJobKeepsWhatItHolds() {
    elastic("a", "blue", 10);
    jobs.set(
        0,
        jobs.getFirst()
            .withAllocation(
                jobs.getFirst().allocation(),
                JobState.RUNNING,
                jobs.getFirst().progress(),
                NOW.plusSeconds(60)));
    elastic("b", "red", 0);

    Decision decision = decide();
    assertThat(decision.violations()).isEmpty();
    assertThat(decision.plan().grants()).isEmpty();
    assertThat(reason("b").sentence())
        .isEqualTo(
            "waits: needs 1 gpu at its least size of 1, and no gpu is free; a holds all of it");
    assertThat(reason("b").kind()).isEqualTo(Reason.Kind.WAITING_FOR_CAPACITY);
    assertThat(reason("b").values())
        .containsEntry("free", Map.of("gpu", 0.0))
        .containsEntry("holder", "a");
  }

  @Test
  void aJobThatItsShareKeepsFromWhatAnotherQueueHoldsIsOverTheShare() {
    elastic("a", "blue", 7);
    rigid("b", "red", 2);
    add("c", "red", 0, spec -> spec.fixedAt(Size.workers(2)));

    assertThat(reason("c").kind()).isEqualTo(Reason.Kind.OVER_SHARE);
    assertThat(reason("c").sentence())
        .isEqualTo(
            "waits: needs 2 gpu at its least size of 2, and queue red has 2 gpu of its share of 3 gpu");
  }

  @Test
  void aFullClusterOfOneQueueIsNotAMatterOfItsShare() {
    rigid("a", "blue", 4);
    rigid("b", "blue", 4);
    add("c", "blue", 0, spec -> spec.fixedAt(Size.workers(3)));
    add("whole", "blue", 0, spec -> spec.fixedAt(Size.workers(10)));

    assertThat(reason("c").kind()).isEqualTo(Reason.Kind.WAITING_FOR_CAPACITY);
    assertThat(reason("c").sentence())
        .isEqualTo(
            "waits: needs 3 gpu at its least size of 3, and 2 gpu are free; a and 1 more job hold the"
                + " rest");
    assertThat(reason("c").values()).containsEntry("holder", "a").containsEntry("moreHolders", 1L);
    assertThat(reason("whole").kind()).isEqualTo(Reason.Kind.WAITING_FOR_CAPACITY);
  }

  @Test
  void aQueueThatMustNotBorrowSaysSo() {
    queues =
        List.of(Queue.sharing("blue", Sharing.guaranteed(Resources.gpus(4)).withoutBorrowing()));
    rigid("a", "blue", 3);
    add("b", "blue", 0, spec -> spec.fixedAt(Size.workers(2)));

    assertThat(reason("b").sentence())
        .isEqualTo(
            "waits: needs 2 gpu at its least size of 2, and queue blue has 3 gpu of its share of 4"
                + " gpu, beyond which it does not borrow");
  }

  @Test
  void aJobThatElasticJobsKeepFromTheQuotaOfItsQueueNamesTheQuota() {
    queues =
        List.of(
            Queue.sharing("blue", Sharing.EQUAL).withQuota(Resources.gpus(6)),
            Queue.sharing("red", Sharing.EQUAL));
    elastic("a", "blue", 6);
    elastic("b", "blue", 0);
    String sentence =
        "waits: queue blue uses 6 gpu of its quota of 6 gpu, and this job takes 1 gpu at a size of 1";

    assertThat(reason("b").sentence()).isEqualTo(sentence);
    rigid("c", "red", 4);
    assertThat(reason("b").sentence()).isEqualTo(sentence);
    assertThat(reason("b").kind()).isEqualTo(Reason.Kind.OVER_QUOTA);
  }

  @Test
  void aJobThatDoesNotFitBesideTheLeastSizesInItsQuotaIsNotShown() {
    queues = List.of(Queue.sharing("blue", Sharing.EQUAL).withQuota(Resources.gpus(6)));
    rigid("a", "blue", 3);
    elastic("b", "blue", 2);
    add("c", "blue", 0, spec -> spec.fixedAt(Size.workers(3)));
    add("d", "blue", 0, spec -> spec.fixedAt(Size.workers(2)));

    assertThat(reason("c").sentence())
        .isEqualTo(
            "waits: queue blue uses 5 gpu of its quota of 6 gpu, and this job takes 3 gpu at a size of"
                + " 3");
    assertThat(reason("d").kind()).isEqualTo(Reason.Kind.OVER_QUOTA);
    assertThat(gpus()).containsOnlyKeys("a", "b");
  }

  @Test
  void aJobOfAnOwnerAtTheQuotaNamesTheQuota() {
    queues = List.of(Queue.sharing("blue", Sharing.EQUAL).withUserQuota(Resources.gpus(3)));
    add("a", "blue", 2, spec -> spec.withOwner("ada").fixedAt(Size.workers(2)));
    add("b", "blue", 0, spec -> spec.withOwner("ada").fixedAt(Size.workers(2)));

    assertThat(reason("b").kind()).isEqualTo(Reason.Kind.OVER_QUOTA);
  }

  @Test
  void aJobOfHighPriorityTakesWhatLowPriorityHoldsBeyondItsLeast() {
    elastic("a", "blue", 10);
    add("urgent", "blue", 0, spec -> spec.withQueue("blue", 5));

    assertThat(gpus()).containsEntry("urgent", 9).containsEntry("a", 1);
    assertThat(reason("a").sentence())
        .startsWith(
            "gives resources back, because urgent of higher priority in queue blue needs them, and"
                + " loses 9 s of 10 devices; ");
  }

  @Test
  void aJobAtTheQuotaOfItsOwnerSaysWhyItGetsNoMore() {
    queues = List.of(Queue.sharing("blue", Sharing.EQUAL).withUserQuota(Resources.gpus(3)));
    add("a", "blue", 0, spec -> spec.withOwner("ada"));

    assertThat(reason("a").sentence())
        .isEqualTo(
            "has 3; more would exceed the quota: owner ada uses 3 gpu in queue blue, where each owner"
                + " may use 3 gpu");
  }
}
