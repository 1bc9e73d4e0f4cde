package dev.ductile.learned.slot;

import dev.ductile.api.Phrase;
import dev.ductile.policies.sizing.SizeDecision;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** The inferences of one batch of jobs in one slot, and the decisions that follow from them. */
final class SlotDecisions {
  private final SlotDraft draft;
  private final List<Seat> seats;
  private final Function<float[], OptionalDouble> slotsToEnd;
  private final List<Agent.Chosen> chosen = new ArrayList<>();
  private float[] end = {};
  private final List<Inference> kept = new ArrayList<>();

  /**
   * No inference has been made.
   *
   * @param slotsToEnd the forecast of the end of a job from its row
   */
  SlotDecisions(SlotDraft draft, List<Seat> seats, Function<float[], OptionalDouble> slotsToEnd) {
    this.draft = draft;
    this.seats = List.copyOf(seats);
    this.slotsToEnd = slotsToEnd;
  }

  /**
   * Carries out the agent's actions until the slot is decided.
   *
   * @param keeps whether the inferences are kept for learning
   */
  void run(Agent agent, boolean keeps) {
    while (!draft.isOver()) {
      Agent.Chosen next = agent.choose(draft);
      chosen.add(next);
      if (keeps) {
        kept.add(
            new Inference(
                draft.state(), draft.legal(), next.action(), next.isGuided(), draft.rowsAfter()));
      }
      draft.take(next.action());
    }
    if (keeps) {
      end = draft.state();
    }
  }

  /** The number of inferences. */
  int inferences() {
    return chosen.size();
  }

  /** The kept inferences with their jobs. */
  Batch batch() {
    return new Batch(
        seats.stream().map(seat -> seat.candidate().job().id()).toList(),
        seats.stream().map(Seat::size).toList(),
        kept,
        end);
  }

  /** The decision on each job, in the order of the rows. */
  List<SizeDecision> decisions() {
    var decisions = new ArrayList<SizeDecision>();
    for (int row = 0; row < seats.size(); row++) {
      Seat seat = seats.get(row);
      decisions.add(
          seat.size().isNone()
              ? SizeDecision.none(seat.candidate(), this::whyNone)
              : granted(seat, row));
    }
    return decisions;
  }

  private SizeDecision granted(Seat seat, int row) {
    Agent.Chosen last = last(row);
    return new SizeDecision(seat.candidate(), seat.size(), () -> why(last, row));
  }

  /** The last action that added tasks to the job in this row. */
  private Agent.Chosen last(int row) {
    for (Agent.Chosen one : chosen.reversed()) {
      if (draft.actions().action(one.action()) instanceof Action.Add add && add.row() == row) {
        return one;
      }
    }
    throw new IllegalStateException("row %d has tasks that no action added".formatted(row));
  }

  private Phrase why(Agent.Chosen last, int row) {
    if (last.isGuided()) {
      return Phrase.of("its last task was added to explore, because its size was poor");
    }
    OptionalDouble slots = slotsToEnd.apply(draft.row(row));
    return last.alternative() == last.action() ? whyOnly(last, slots) : whyFirst(last, slots);
  }

  /** The reason where no other action was legal. */
  private static Phrase whyOnly(Agent.Chosen last, OptionalDouble slots) {
    return slots.isPresent()
        ? Phrase.of(
            "the network adds its last task with probability {probability}; with these tasks it forecasts the end after {slots} slots",
            last.probability(),
            slots.getAsDouble())
        : Phrase.of(
            "the network adds its last task with probability {probability}", last.probability());
  }

  /** The reason where other actions were legal. */
  private Phrase whyFirst(Agent.Chosen last, OptionalDouble slots) {
    return slots.isPresent()
        ? Phrase.of(
            "the network adds its last task with probability {probability}; the next best action, {alternative}, has {alternativeProbability}; with these tasks it forecasts the end after {slots} slots",
            last.probability(),
            words(last.alternative()),
            last.alternativeProbability(),
            slots.getAsDouble())
        : Phrase.of(
            "the network adds its last task with probability {probability}; the next best action, {alternative}, has {alternativeProbability}",
            last.probability(),
            words(last.alternative()),
            last.alternativeProbability());
  }

  private Phrase whyNone() {
    if (chosen.isEmpty()) {
      return Phrase.of("no resources are left for it");
    }
    Agent.Chosen last = chosen.getLast();
    if (draft.actions().action(last.action()) instanceof Action.Add) {
      return Phrase.of("the network gives the resources to other jobs");
    }
    return last.alternative() == last.action()
        ? Phrase.of("the network stops with probability {probability}", last.probability())
        : Phrase.of(
            "the network stops with probability {probability}; the next best action, {alternative}, has {alternativeProbability}",
            last.probability(),
            words(last.alternative()),
            last.alternativeProbability());
  }

  /** An action in words: {@code a worker for resnet-50-3}. */
  private String words(int index) {
    return switch (draft.actions().action(index)) {
      case Action.Stop _ -> "to stop";
      case Action.Add(int row, Action.Tasks tasks) ->
          "%s for %s".formatted(tasks.words(), seats.get(row).candidate().job().id());
    };
  }
}
