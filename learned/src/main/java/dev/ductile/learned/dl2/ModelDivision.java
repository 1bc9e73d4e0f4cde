package dev.ductile.learned.dl2;

import dev.ductile.api.Figure;
import dev.ductile.api.Notebook;
import dev.ductile.api.Seed;
import dev.ductile.learned.policy.PolicyModel;
import dev.ductile.learned.slot.Agent;
import dev.ductile.learned.slot.RunTime;
import dev.ductile.learned.slot.SlotDivision;
import dev.ductile.learned.slot.TrainedAgents;
import dev.ductile.policies.sizing.Division;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Divides resources by the actions of a trained model, and shows the value.
 *
 * @param exploration the source of drawn actions; absent to take the most probable ones
 */
record ModelDivision(PolicyModel model, Notebook<RunTime> notebook, Optional<Seed> exploration)
    implements Division {
  @Override
  public boolean readsSpeeds() {
    return false;
  }

  @Override
  public Shares divide(Table table) {
    var agents = new TrainedAgents(model.policy(), exploration, model::slotsToEnd);
    var states = new FirstStates(agents, new ArrayList<>());
    var division =
        new SlotDivision(model.space(), model.types(), model.shape().slot(), notebook, states);
    Shares shares = agents.marked(division.divide(table));
    if (model.value().isEmpty()) {
      return shares;
    }
    double value =
        states.states().stream().mapToDouble(state -> model.value().get().forward(state)[0]).sum();
    var figures = new ArrayList<>(shares.figures());
    figures.add(
        new Figure("stateValue", value, "rewards that the value network expects from here"));
    return new Shares(shares.decisions(), shares.notes(), shares.reconsider(), figures);
  }

  /**
   * Agents that note the first state of each batch of jobs.
   *
   * @param states the states so far
   */
  private record FirstStates(TrainedAgents agents, List<float[]> states)
      implements SlotDivision.AgentOfSlot {
    @Override
    public Agent agent(Instant now) {
      Agent agent = agents.agent(now);
      return draft -> {
        if (draft.isEmpty()) {
          states.add(draft.state());
        }
        return agent.choose(draft);
      };
    }

    @Override
    public OptionalDouble slotsToEnd(float[] row) {
      return agents.slotsToEnd(row);
    }
  }
}
