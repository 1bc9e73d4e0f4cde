package dev.ductile.learned.sets;

import dev.ductile.api.Notebook;
import dev.ductile.learned.network.Network;
import dev.ductile.learned.network.ScoreNetwork;
import dev.ductile.learned.policy.PolicyModel;
import dev.ductile.learned.slot.CheckedAgent;
import dev.ductile.learned.slot.NetworkAgent;
import dev.ductile.learned.slot.RunTime;
import dev.ductile.learned.slot.SlotDivision;
import dev.ductile.policies.sizing.Division;

/** Divides resources by the most probable actions of a trained model, over all jobs at once. */
record SetsDivision(PolicyModel model, Notebook<RunTime> notebook) implements Division {
  @Override
  public Shares divide(Table table) {
    int jobs = Math.max(1, table.candidates().size());
    var agent = new CheckedAgent(new NetworkAgent(network(jobs)));
    var space = new JobSet(jobs, model.shape().tasks(), model.shape().slot());
    return new SlotDivision(space, model.types(), model.shape().slot(), notebook, _ -> agent)
        .divide(table);
  }

  private Network network(int jobs) {
    return switch (model.policy()) {
      case ScoreNetwork scores -> scores.of(jobs);
      case Network other ->
          throw new IllegalStateException("a model of sets has the network " + other);
    };
  }
}
