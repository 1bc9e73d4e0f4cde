package dev.ductile.learned.slot;

import dev.ductile.api.Figure;
import dev.ductile.api.Plan;
import dev.ductile.api.Seed;
import dev.ductile.learned.network.Network;
import dev.ductile.policies.sizing.Division.Shares;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * The agents of a trained network: they take its most probable actions, or draw actions by their
 * probabilities to explore.
 *
 * @param exploration the source of the draws; absent if it does not explore
 * @param forecast the slots until a job with a row ends, if a critic has learned to forecast them
 */
public record TrainedAgents(
    Network network, Optional<Seed> exploration, Function<float[], OptionalDouble> forecast)
    implements SlotDivision.AgentOfSlot {
  private static final String EXPLORED = "explored";

  @Override
  public Agent agent(Instant now) {
    return new CheckedAgent(
        exploration
            .<Agent>map(seed ->
                new ExploringAgent(network, 0, seed.stream("exploration %s".formatted(now))))
            .orElseGet(() -> new NetworkAgent(network)));
  }

  @Override
  public OptionalDouble slotsToEnd(float[] row) {
    return forecast.apply(row);
  }

  /** The same shares, with a figure if they were explored. */
  public Shares marked(Shares shares) {
    if (exploration.isEmpty()) {
      return shares;
    }
    var figures = new ArrayList<>(shares.figures());
    figures.add(new Figure(EXPLORED, 1, "decisions by actions that were drawn, to explore"));
    return new Shares(shares.decisions(), shares.notes(), shares.reconsider(), figures);
  }

  /**
   * Whether a network has explored in this plan. The figures of lower priorities have the priority
   * behind their names.
   */
  public static boolean hasExplored(Plan plan) {
    return plan.figures().stream().anyMatch(figure -> figure.name().startsWith(EXPLORED));
  }
}
