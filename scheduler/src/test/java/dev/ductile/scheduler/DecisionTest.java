package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Gang;
import dev.ductile.api.Grant;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Node;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.contracts.GivenSpeed;
import org.junit.jupiter.api.Test;

/** A decision on a picture alone, as a what-if makes it, obeys the rules of the scheduler. */
final class DecisionTest extends SchedulerRig {
  private final Ledger ledger = new Ledger(GivenSpeed.SPEEDS);

  @Test
  void heldJobsAndIncompleteGangsAreFoundInThePicture() {
    ledger.fold(new Event.NodeUp(START, new Node(NODE, Resources.gpus(4))));
    add(spec("free"));
    add(spec("held"));
    ledger.fold(new Event.Held(START, spec("held").id(), "not now"));
    add(spec("one").withGang(new Gang("pair", 2)));
    Cluster picture = ledger.picture(START);

    Decision decision = Decision.of(picture, this::oneWorkerEach);

    assertThat(decision.plan().grants())
        .extracting(grant -> grant.job().id().name())
        .containsExactly("free");
    assertThat(picture.jobs())
        .extracting(job -> decision.plan().reasons().why(job).kind())
        .containsExactly(Reason.Kind.KEPT, Reason.Kind.HELD, Reason.Kind.GANG);
    assertThat(decision.violations()).isEmpty();
    assertThat(decision.partialStarts()).isZero();
  }

  @Test
  void illegalGrantsAndPartsOfGangsAreCounted() {
    ledger.fold(new Event.NodeUp(START, new Node(NODE, Resources.gpus(2))));
    add(spec("a").withGang(new Gang("pair", 2)));
    add(spec("b").withGang(new Gang("pair", 2)));

    Decision decision =
        Decision.of(
            ledger.picture(START),
            cluster -> grants(cluster, Allocation.on(NODE, Size.workers(2))));

    assertThat(decision.answer().grants()).extracting(Grant::job).hasSize(2);
    assertThat(decision.violations()).hasSize(1);
    assertThat(decision.partialStarts()).isEqualTo(1);
    assertThat(decision.plan().grants()).isEmpty();
  }

  private void add(JobSpec spec) {
    ledger.fold(submitted(spec));
  }
}
