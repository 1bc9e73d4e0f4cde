package dev.ductile.learned.sets;

import dev.ductile.learned.slot.Seat;
import dev.ductile.learned.slot.StateSpace;
import dev.ductile.policies.sizing.Budget;
import java.util.List;

/** The figures of a set of jobs while a slot is decided. */
final class SetState implements StateSpace.SlotState {
  private final List<Seat> seats;
  private final JobFigures figures;
  private final int columns;
  private final float[] values;

  SetState(JobSet space, List<Seat> seats, Budget budget, JobAverages averages) {
    this.seats = seats;
    this.figures = new JobFigures(space.actions(), budget, averages, space.slot());
    this.columns = space.columns();
    this.values = new float[space.inputs()];
  }

  @Override
  public float[] values() {
    return values;
  }

  @Override
  public float[] row(Seat seat) {
    float[] row = new float[columns];
    figures.write(seat, row, 0);
    return row;
  }

  @Override
  public void added(int row) {
    figures.write(seats.get(row), values, row * columns);
  }
}
