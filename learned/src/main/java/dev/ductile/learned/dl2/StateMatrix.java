package dev.ductile.learned.dl2;

import dev.ductile.learned.model.StateFeature;
import dev.ductile.learned.policy.Scales;
import dev.ductile.learned.slot.ActionSpace;
import dev.ductile.learned.slot.JobRow;
import dev.ductile.learned.slot.Seat;
import dev.ductile.learned.slot.StateSpace;
import dev.ductile.learned.slot.TaskKinds;
import dev.ductile.policies.sizing.Budget;
import java.util.ArrayList;
import java.util.List;

/**
 * The input of a network: a row for each job, in order of arrival. A row has the type of the job as
 * a one-hot vector, then the slots that it has run, its remaining steps, its dominant share, and
 * its workers and servers so far. Rows without a job are zero (DL2, Section 4.1).
 *
 * @param rows the jobs that the network sees at once (J)
 * @param types the job types that it can tell apart (L)
 */
public record StateMatrix(int rows, int types, TaskKinds kinds, Scales scales)
    implements StateSpace {
  /** The names of the figures of a row behind the type, in their order. */
  public static final List<String> FIGURES =
      List.of("slotsRun", "remainingSteps", "dominantShare", "workers", "servers");

  @Override
  public ActionSpace actions() {
    return new ActionSpace(rows, kinds);
  }

  @Override
  public int columns() {
    return types + kinds.figures();
  }

  @Override
  public int logarithms() {
    return kinds.figures();
  }

  @Override
  public List<StateFeature> figures() {
    var figures = new ArrayList<StateFeature>();
    for (int i = 0; i < kinds.figures(); i++) {
      figures.add(new StateFeature(FIGURES.get(i), 1 / factor(i), 0, 0));
    }
    return figures;
  }

  private double factor(int figure) {
    return switch (figure) {
      case 0 -> scales.slotsRun();
      case 1 -> scales.remaining();
      case 2 -> scales.share();
      default -> scales.tasks();
    };
  }

  @Override
  public SlotState state(List<Seat> seats, Budget budget) {
    float[] state = new float[inputs()];
    for (int row = 0; row < seats.size(); row++) {
      write(seats.get(row).row(budget), row, state);
    }
    return new Written(this, List.copyOf(seats), budget, state);
  }

  /** The state of a slot. */
  private static final class Written implements SlotState {
    private final StateMatrix matrix;
    private final List<Seat> seats;
    private final Budget budget;
    private final float[] values;

    Written(StateMatrix matrix, List<Seat> seats, Budget budget, float[] values) {
      this.matrix = matrix;
      this.seats = seats;
      this.budget = budget;
      this.values = values;
    }

    @Override
    public float[] values() {
      return values;
    }

    @Override
    public float[] row(Seat seat) {
      float[] values = new float[matrix.columns()];
      matrix.write(seat.row(budget), 0, values);
      return values;
    }

    @Override
    public void added(int row) {
      matrix.writeTasks(seats.get(row).row(budget), row, values);
    }
  }

  /** Writes a job into its row of the state. */
  public void write(JobRow job, int row, float[] state) {
    int start = row * columns();
    job.type().ifPresent(type -> state[start + type] = 1);
    int at = start + types;
    state[at] = (float) (job.slotsRun() * scales.slotsRun());
    state[at + 1] = (float) (job.remaining() * scales.remaining());
    writeTasks(job, row, state);
  }

  @Override
  public double share(float[] row) {
    return row[types + 2] / scales.share();
  }

  /** Writes the figures that change within a slot. */
  public void writeTasks(JobRow job, int row, float[] state) {
    int at = row * columns() + types + 2;
    state[at] = (float) (job.share() * scales.share());
    state[at + 1] = (float) (job.workers() * scales.tasks());
    if (kinds == TaskKinds.WORKERS_AND_SERVERS) {
      state[at + 2] = (float) (job.servers() * scales.tasks());
    }
  }
}
