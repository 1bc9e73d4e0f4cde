package dev.ductile.learned.slot;

import dev.ductile.api.Figure;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Notebook;
import dev.ductile.policies.sizing.Budget;
import dev.ductile.policies.sizing.Candidate;
import dev.ductile.policies.sizing.Division;
import dev.ductile.policies.sizing.SizeDecision;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Divides resources by inferences of an agent. If there are more jobs than rows of the state, they
 * are divided among batches, in order of arrival (DL2, Section 6.4).
 */
public final class SlotDivision implements Division {
  private final StateSpace space;
  private final JobTypes types;
  private final Duration slot;
  private final Notebook<RunTime> notebook;
  private final AgentOfSlot agents;

  /** Makes the agent of a slot, and may learn from its inferences. */
  public interface AgentOfSlot {
    Agent agent(Instant now);

    /** The slots until a job with this row ends, if a critic has learned to forecast them. */
    default OptionalDouble slotsToEnd(float[] row) {
      return OptionalDouble.empty();
    }

    /** Whether it learns; if not, no inferences are kept. */
    default boolean isLearning() {
      return false;
    }

    /** The inferences for some jobs, if it learns. */
    default void decided(Instant now, Batch batch) {}
  }

  /**
   * A division.
   *
   * @param slot the time between two decisions
   */
  public SlotDivision(
      StateSpace space,
      JobTypes types,
      Duration slot,
      Notebook<RunTime> notebook,
      AgentOfSlot agents) {
    this.space = space;
    this.types = types;
    this.slot = slot;
    this.notebook = notebook;
    this.agents = agents;
  }

  @Override
  public boolean readsSpeeds() {
    return false;
  }

  @Override
  public Shares divide(Table table) {
    Agent agent = agents.agent(table.now());
    var decisions = new ArrayList<SizeDecision>();
    var runTimes = new HashMap<JobId, RunTime>();
    int inferences = 0;
    List<Candidate> candidates = table.candidates();
    for (int first = 0; first < candidates.size(); first += space.rows()) {
      int end = Math.min(candidates.size(), first + space.rows());
      SlotDecisions decided = decide(candidates.subList(first, end), table, agent, runTimes);
      decisions.addAll(decided.decisions());
      if (agents.isLearning()) {
        agents.decided(table.now(), decided.batch());
      }
      inferences += decided.inferences();
    }
    return new Shares(
        decisions,
        notebook.write(runTimes).toList(),
        Optional.empty(),
        List.of(new Figure("inferences", inferences, "inferences of the network")));
  }

  private SlotDecisions decide(
      List<Candidate> jobs, Table table, Agent agent, Map<JobId, RunTime> runTimes) {
    var seats = new ArrayList<Seat>();
    for (Candidate candidate : jobs) {
      Job job = candidate.job();
      RunTime run = notebook.read(job, RunTime.none(table.now())).at(table.now(), job);
      runTimes.put(job.id(), run);
      seats.add(
          new Seat(
              candidate,
              types.indexOf(job.id()),
              run.slots(slot),
              job.remainingSteps(table.now())));
    }
    Budget budget = table.budget();
    var decisions =
        new SlotDecisions(new SlotDraft(space, seats, budget), seats, agents::slotsToEnd);
    decisions.run(agent, agents.isLearning());
    seats.forEach(seat -> seat.settle(budget));
    return decisions;
  }
}
