package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Engine;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Order;
import dev.ductile.contracts.GivenSpeed;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SchedulerJournalTest extends SchedulerRig {
  private final List<List<Event>> journal = new ArrayList<>();

  @Test
  void anOrderIsInTheJournalBeforeTheEngineTakesIt() {
    Scheduler scheduler = keeping(new Watched());
    arrive("a");

    scheduler.round();

    assertThat(engine.orders).containsExactly("a 1 on node-0");
    assertThat(journal).hasSize(2);
  }

  @Test
  void theJournalFoldsToThePictureThatTheSchedulerHas() {
    Scheduler scheduler = keeping(engine);
    arrive("a");
    scheduler.round();
    arrive("a");
    engine.report(new Event.Progressed(START, new JobId("a"), 1, 7, 1));
    scheduler.round();

    var folded = new Ledger(GivenSpeed.SPEEDS);
    journal.forEach(batch -> batch.forEach(folded::fold));

    assertThat(folded.picture(START).jobs())
        .containsExactlyElementsOf(scheduler.ledger().picture(START).jobs());
    assertThat(journal.get(2)).hasAtLeastOneElementOfType(Event.Refused.class);
  }

  @Test
  void aSuccessorAdoptsTheLastOrdersOfItsPredecessor() {
    Scheduler first = keeping(engine);
    arrive("a");
    arrive("b");
    first.round();

    Scheduler successor = keeping(engine);
    journal.forEach(batch -> batch.forEach(successor.ledger()::fold));
    engine.orders.clear();
    successor.adopt();

    assertThat(engine.orders).containsExactly("adopt 1 a 1 on node-0", "adopt 1 b 1 on node-0");
  }

  @Test
  void aJobWithoutAnOrderIsNotAdopted() {
    Scheduler successor = keeping(engine);
    successor.ledger().fold(submitted(spec("a")));

    successor.adopt();

    assertThat(engine.orders).isEmpty();
  }

  private Scheduler keeping(Engine told) {
    return new Scheduler(
        SchedulerParts.of(this::oneWorkerEach, told, engine, new Ledger(GivenSpeed.SPEEDS))
            .withJournal(journal::add)
            .withControls(Controls.of(inbox)));
  }

  /** Checks the journal when it gets an order. */
  private final class Watched implements Engine {
    @Override
    public void apply(Order order) {
      assertThat(journal.getLast())
          .contains(
              new Event.Allocated(
                  START, order.job(), order.revision(), Allocation.NONE, order.target()));
      engine.apply(order);
    }

    @Override
    public void adopt(Collection<Order> lastOrders) {
      engine.adopt(lastOrders);
    }

    @Override
    public List<Event> poll() {
      return engine.poll();
    }

    @Override
    public void close() {}
  }
}
