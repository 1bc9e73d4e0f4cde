package dev.ductile.learned.sets;

import dev.ductile.api.Notebook;
import dev.ductile.api.Seed;
import dev.ductile.learned.network.Network;
import dev.ductile.learned.network.ScoreNetwork;
import dev.ductile.learned.policy.PolicyModel;
import dev.ductile.learned.slot.RunTime;
import dev.ductile.learned.slot.SlotDivision;
import dev.ductile.learned.slot.TrainedAgents;
import dev.ductile.policies.sizing.Division;
import java.util.Optional;

/**
 * Divides resources by the actions of a trained model, over all jobs at once.
 *
 * @param exploration the source of drawn actions; absent to take the most probable ones
 */
record SetsDivision(PolicyModel model, Notebook<RunTime> notebook, Optional<Seed> exploration)
    implements Division {
  @Override
  public Shares divide(Table table) {
    int jobs = Math.max(1, table.candidates().size());
    var agents = new TrainedAgents(network(jobs), exploration, model::slotsToEnd);
    var space = new JobSet(jobs, model.shape().tasks(), model.shape().slot());
    var division = new SlotDivision(space, model.types(), model.shape().slot(), notebook, agents);
    return agents.marked(division.divide(table));
  }

  private Network network(int jobs) {
    return switch (model.policy()) {
      case ScoreNetwork scores -> scores.of(jobs);
      case Network other ->
          throw new IllegalStateException("a model of sets has the network " + other);
    };
  }
}
