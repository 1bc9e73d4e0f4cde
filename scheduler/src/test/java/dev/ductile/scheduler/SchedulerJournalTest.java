package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Allocation;
import dev.ductile.api.Command;
import dev.ductile.api.Engine;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Order;
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import dev.ductile.api.SpeedSpec;
import dev.ductile.contracts.GivenSpeed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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

  @Test
  void aCommandThatTheJournalDoesNotTakeIsRefusedAndNotCarriedOut() {
    Scheduler scheduler = refusing(0);
    arrive("a");
    CompletableFuture<CommandAnswer> answer =
        inbox.send(new Command.Cancel(new JobId("a"), "no more"));

    assertThatThrownBy(scheduler::round).hasMessage("the disk is full");

    assertThat(answer)
        .isCompletedWithValue(
            new CommandAnswer.Refused("the scheduler has failed: the disk is full"));
    assertThat(engine.orders).isEmpty();
    assertThat(journal).isEmpty();
  }

  /** The events of a round and its decisions are two batches; the disk is full between them. */
  @Test
  void aDecisionThatTheJournalDoesNotTakeReachesNoEngineAndTheSuccessorMakesIt() {
    Scheduler first = refusing(1);
    arrive("a");

    assertThatThrownBy(first::round).hasMessage("the disk is full");

    assertThat(engine.orders).isEmpty();
    Scheduler successor = continued();
    successor.adopt();
    successor.round();
    assertThat(engine.orders).containsExactly("a 1 on node-0");
  }

  @Test
  void aCommandInTheJournalIsAcceptedEvenIfAnObserverFails() {
    var scheduler =
        new Scheduler(
            SchedulerParts.of(this::oneWorkerEach, engine, engine, new Ledger(GivenSpeed.SPEEDS))
                .withJournal(journal::add)
                .withObserver(
                    new SchedulerObserver() {
                      @Override
                      public void happened(Event event) {
                        throw new IllegalStateException("the log is full");
                      }
                    })
                .withControls(Controls.of(inbox)));
    CompletableFuture<CommandAnswer> answer =
        inbox.send(new Command.SetQueue(new Queue("night", Resources.gpus(1))));

    assertThatThrownBy(scheduler::round).hasMessage("the log is full");

    assertThat(answer).isCompletedWithValue(new CommandAnswer.Accepted(START));
    assertThat(journal).hasSize(1);
  }

  @Test
  void aSubmittedJobWhoseSenderGaveUpBeforeTheJournalTookItNeverStarts() {
    var answers = new ArrayList<CompletableFuture<CommandAnswer>>();
    Scheduler scheduler =
        new Scheduler(
            SchedulerParts.of(this::oneWorkerEach, engine, engine, new Ledger(GivenSpeed.SPEEDS))
                .withJournal(events -> {
                  answers.forEach(answer -> answer.complete(new CommandAnswer.Refused("late")));
                  journal.add(events);
                })
                .withControls(Controls.of(inbox)));
    arrive("kept");
    answers.add(inbox.send(new Command.Submit(spec("late"), SpeedSpec.UNKNOWN, Duration.ZERO)));

    scheduler.round();

    assertThat(engine.orders).containsExactly("kept 1 on node-0");
    assertThat(journal.get(1))
        .singleElement()
        .isEqualTo(
            new Event.Cancelled(
                START,
                new JobId("late"),
                "its submission was not in the journal in time, and its sender was told so"));
    assertThat(scheduler.ledger().activeJobs()).isEqualTo(1);
  }

  /** A scheduler whose journal takes this many batches. */
  private Scheduler refusing(int batches) {
    return new Scheduler(
        SchedulerParts.of(this::oneWorkerEach, engine, engine, new Ledger(GivenSpeed.SPEEDS))
            .withJournal(events -> {
              if (journal.size() == batches) {
                throw new UncheckedIOException("the disk is full", new IOException());
              }
              journal.add(events);
            })
            .withControls(Controls.of(inbox)));
  }

  /** A scheduler whose ledger is folded from the journal. */
  private Scheduler continued() {
    var ledger = new Ledger(GivenSpeed.SPEEDS);
    journal.forEach(batch -> batch.forEach(ledger::fold));
    return new Scheduler(SchedulerParts.of(this::oneWorkerEach, engine, engine, ledger));
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
