package dev.ductile.models.fit;

import dev.ductile.api.Allocation;
import dev.ductile.api.Itemised;
import dev.ductile.api.Speed;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The speed of a form with known parameters. */
public final class FormSpeed implements Speed, Itemised {
  private final StepTimeForm form;
  private final double[] theta;
  private final int servers;
  private final double batch;

  /**
   * A speed with these parameters.
   *
   * @param theta the parameters, in the order of the form's terms
   * @param batch samples in one step of the job
   * @param servers the number of servers for an allocation without servers
   */
  public FormSpeed(StepTimeForm form, List<Double> theta, double batch, int servers) {
    this.form = form;
    this.theta = theta.stream().mapToDouble(value -> value).toArray();
    this.batch = batch;
    this.servers = servers;
    if (theta.size() != form.terms().size()) {
      throw new IllegalArgumentException(
          "theta needs %d numbers, not %d".formatted(form.terms().size(), theta.size()));
    }
    for (double value : theta) {
      if (!(value >= 0) || Double.isInfinite(value)) {
        throw new IllegalArgumentException(
            "theta must be finite numbers of at least 0, not %s".formatted(theta));
      }
    }
    if (!(form.secondsPerStep(this.theta, new Setup(1, Math.max(1, servers), batch)) > 0)) {
      throw new IllegalArgumentException(
          "with theta %s a step on one worker takes no time".formatted(theta));
    }
  }

  @Override
  public double stepsPerSecond(Allocation where) {
    return where.workers() == 0 ? 0 : 1 / secondsPerStep(where);
  }

  @Override
  public SortedMap<String, Object> items(Allocation where) {
    var items = new TreeMap<String, Object>();
    if (where.workers() > 0) {
      items.put("secondsPerStep", secondsPerStep(where));
    }
    return items;
  }

  private double secondsPerStep(Allocation where) {
    int placed = where.servers() == 0 ? servers : where.servers();
    return form.secondsPerStep(theta, Setup.near(where.workers(), placed, batch));
  }
}
