package dev.ductile.learned.dl2;

import dev.ductile.api.Figure;
import dev.ductile.api.Notebook;
import dev.ductile.learned.policy.PolicyModel;
import dev.ductile.learned.slot.Agent;
import dev.ductile.learned.slot.CheckedAgent;
import dev.ductile.learned.slot.NetworkAgent;
import dev.ductile.learned.slot.RunTime;
import dev.ductile.learned.slot.SlotDivision;
import dev.ductile.learned.slot.SlotDraft;
import dev.ductile.policies.sizing.Division;
import java.util.ArrayList;
import java.util.List;

/** Divides resources by the most probable actions of a trained model, and shows the value. */
record ModelDivision(PolicyModel model, Notebook<RunTime> notebook) implements Division {
  @Override
  public boolean readsSpeeds() {
    return false;
  }

  @Override
  public Shares divide(Table table) {
    var states =
        new FirstStates(new CheckedAgent(new NetworkAgent(model.policy())), new ArrayList<>());
    var division =
        new SlotDivision(model.space(), model.types(), model.shape().slot(), notebook, _ -> states);
    Shares shares = division.divide(table);
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
   * An agent that notes the first state of each batch of jobs.
   *
   * @param states the states so far
   */
  private record FirstStates(Agent agent, List<float[]> states) implements Agent {
    @Override
    public Chosen choose(SlotDraft draft) {
      if (draft.isEmpty()) {
        states.add(draft.state());
      }
      return agent.choose(draft);
    }
  }
}
